import { z } from 'zod'
import { DeviceState, halfWidth, SerialListKey, serialKey } from './devices.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/**
 * Maximum number of serials in one pasted list, and of machines of a list that are shown, counted and exported at a
 * time, each with its own lookup: filter a longer list by a place.
 */
export const longestSerialList = 10_000
/**
 * In a fleet of more machines than this, fewer: a lookup reads three pages of the index of all machines, and mostly one
 * more for the machine itself.
 */
export const largeFleet = 100_000
export const longestListOfLargeFleet = 4_000
/** Maximum number of machines in a list of a batch or a stocktake. */
export const longestMachineList = 50_000
/** Days for which a list is stored. */
export const serialListDays = 30
const longestSerial = 64

/** Split a pasted text at any separators: blanks, line ends, commas, semicolons, quotes, bars; also full-width ones. */
export const serialsOf = (text: string): string[] =>
  halfWidth(text)
    .split(/[\s,;|，；、"'“”‘’\uFEFF]+/)
    .filter((serial) => serial !== '')

/** Return the serials of a pasted text, each once, in the order of the text, and the number of repeated ones. */
export function distinctSerials(serials: readonly string[]): { serials: string[]; repeated: number } {
  const known = new Map<string, string>()
  for (const serial of serials) if (!known.has(serialKey(serial))) known.set(serialKey(serial), serial)
  return { serials: [...known.values()], repeated: serials.length - known.size }
}

/** Serials as one text, or as a list. */
export const PastedSerials = z.preprocess(
  (value) => (typeof value === 'string' ? serialsOf(value) : value),
  z.array(z.string().trim().min(1).max(longestSerial)).min(1).max(longestSerialList),
)

/** Store a pasted list, so that it can filter the device list, its file and its actions. */
export const SerialListRequest = closedRequest({ serials: PastedSerials })
export type SerialListRequest = z.output<typeof SerialListRequest>

export const BySerialList = closedRequest({ serialList: SerialListKey })

/**
 * Store a list of the machines that a batch has moved from one state to another; `from` missing = those that it
 * registered.
 */
export const BatchMachinesRequest = closedRequest({ id: Id, from: unlimited(DeviceState), to: DeviceState })
export type BatchMachinesRequest = z.output<typeof BatchMachinesRequest>

/**
 * A stored list. `serialList` is the filter of that name; `found` counts the machines that the caller sees, `unknown`
 * lists serials without a visible machine, `repeated` counts repetitions of serials.
 */
export type KeptSerialList = {
  serialList: string
  found: number
  unknown: string[]
  repeated: number
  origin: SerialListOrigin
}
export type SerialListOrigin =
  | { kind: 'pasted' }
  | { kind: 'batch'; batchId: number }
  | { kind: 'stocktake'; stocktakeId: number }
  | { kind: 'alert'; alertId: number }

import { z } from 'zod'
import { DeviceState, halfWidth, SerialListKey, serialKey } from './devices.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/**
 * As many serials as one pasted list may hold, and as many machines of a list as are shown, counted and exported at a time, each looked up by
 * itself: a longer list is narrowed by a place.
 */
export const longestSerialList = 10_000
/** As many machines as a list that a batch or a stocktake makes may hold. */
export const longestMachineList = 50_000
/** Days that a list is kept. */
export const serialListDays = 30
const longestSerial = 64

/** Takes a pasted text apart, whatever is between the serials: blanks, line ends, commas, semicolons, quotes, bars; in full width, too. */
export const serialsOf = (text: string): string[] =>
  halfWidth(text)
    .split(/[\s,;|，；、"'“”‘’\uFEFF]+/)
    .filter((serial) => serial !== '')

/** The serials of a pasted text, each once, in the order of the text, and how many stood there again. */
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

/** Keeps a pasted list, so that the device list, its file and its actions can be narrowed by it. */
export const SerialListRequest = closedRequest({ serials: PastedSerials })
export type SerialListRequest = z.output<typeof SerialListRequest>

export const BySerialList = closedRequest({ serialList: SerialListKey })

/** Keeps the machines that a batch has taken from one state to another; `from` missing = those that it registered. */
export const BatchMachinesRequest = closedRequest({ id: Id, from: unlimited(DeviceState), to: DeviceState })
export type BatchMachinesRequest = z.output<typeof BatchMachinesRequest>

/**
 * A kept list. `serialList` is the filter of that name; `found` counts the machines that the caller sees, `unknown` names the serials of none
 * of them, `repeated` counts serials that stood there before.
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

import { meant } from '#shared/csv.ts'
import type { GivenFacts } from '#shared/device-facts.ts'
import { type DeviceType, serialKey } from '#shared/devices.ts'
import { absurdHashRate } from '#shared/feed.ts'
import type { FeedReason } from '#shared/feed-reasons.ts'
import type { MachineType } from '#shared/machine-types.ts'
import { isNoSerial } from '#shared/mangled-serial.ts'
import { parseFacts, type WrongFact } from './parse-facts.ts'
import type { RawLine } from './raw-line.ts'
import { twoDays } from './report-time.ts'

/** A readable line. undefined = the line has no value; hashRate in TH/s, reportedAt in ms since 1970. */
export type ParsedLine = {
  line: number
  serial: string
  /** The normalized serial, for comparisons. */
  key: string
  type: DeviceType | undefined
  client: string | undefined
  account: string | undefined
  site: string | undefined
  activeWorker: string | undefined
  activeWorkerState: boolean | undefined
  hashRate: number | null
  alarm: boolean
  reportedAt: number | null
  /** Whether the line reports the operation of the device. */
  reports: boolean
  /** Facts of the machine; undefined = none. */
  facts: GivenFacts | undefined
}
/**
 * `values` fill the sentence of the reason. Most lines have none, and 80,000 empty objects would cost the garbage
 * collector as much as the lines themselves.
 */
export type RefusedLine = {
  line: number
  serial: string | null
  reason: FeedReason
  values?: Record<string, string | number> | undefined
}

/**
 * Find a machine type by its name in a line. `typeNames`: the types that a new machine can have, as a list for a
 * sentence.
 */
export type TypeReading = { typeOf: (text: string) => DeviceType | undefined; typeNames: string }
/**
 * The context for parsing a line. `timeOf` returns ms since 1970 or null; `now` and `aheadMs`, the tolerance for fast
 * clocks, are in ms.
 */
export type LineReading = TypeReading & { timeOf: (value: unknown) => number | null; now: number; aheadMs?: number }
/** The facts of a machine type that parsing needs. */
export type ReadType = Pick<MachineType, 'name' | 'retired'>

const longestText = 64
const longestShown = 40
/** Tolerance for the clock of a reporting machine that runs ahead of the server's clock. */
export const clockToleranceMs = 5 * 60_000

const yes = new Set(['yes', 'true', '1', 'y', '是', '有'])
const no = new Set(['no', 'false', '0', 'n', '否', '无', 'none'])
/** Punctuation alone is no serial: `-` is how a file deletes a value. */
const serialPattern = /^(?=.*[\p{L}\p{N}#])[^\s\p{C}\uFFFD]{1,64}$/u
const unreadable = /[\p{Cc}\uFFFD]/u
/** Many countries write 29,5. A comma as thousands separator is not possible: no machine has thousands of TH/s. */
const decimalComma = /^\d{1,3},(?!000$)\d{1,9}$/
/** The unit after a hash rate, as some programs write it: 29.5 TH/s, 29.5T. */
const itsUnit = /(?<=\d) ?t(?:h(?:\/s)?)?$/i
const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** Return the text of a cell: undefined for an empty cell, null for a cell that is no string, number or boolean. */
function textOf(cell: unknown): string | undefined | null {
  if (cell === undefined || cell === null) return undefined
  if (typeof cell === 'string') return meant(cell.trim()) || undefined
  if (typeof cell === 'boolean') return String(cell)
  // A whole number beyond 2^53 has already lost digits.
  return typeof cell === 'number' && (!Number.isInteger(cell) || Number.isSafeInteger(cell)) ? String(cell) : null
}

function truth(text: string | undefined): boolean | undefined | null {
  if (text === undefined) return undefined
  const lower = text.toLowerCase()
  return yes.has(lower) ? true : no.has(lower) ? false : null
}

function hashRateOf(text: string | undefined): number | null | FeedReason {
  if (text === undefined) return null
  const bare = text.replace(itsUnit, '')
  const plain = decimalComma.test(bare) ? bare.replace(',', '.') : bare
  if (!numberPattern.test(plain)) return 'hashRateInvalid'
  // The database stores a 4-byte real. Round here, so that the stored value compares equal.
  const hashRate = Math.fround(Number(plain))
  if (hashRate < 0) return 'hashRateNegative'
  return hashRate > absurdHashRate ? 'hashRateAbsurd' : hashRate
}

function refuse(line: number, serial: string | null, reason: FeedReason, value?: string | null): RefusedLine {
  if (reason === 'textTooLong') return { line, serial, reason, values: { limit: longestText } }
  return value ? { line, serial, reason, values: { value: value.slice(0, longestShown) } } : { line, serial, reason }
}

function refuseTime(line: number, serial: string, text: string): RefusedLine {
  const [one, other] = twoDays(text) ?? []
  if (one === undefined || other === undefined) return refuse(line, serial, 'timeInvalid', text)
  return { line, serial, reason: 'timeAmbiguous', values: { value: text.slice(0, longestShown), one, other } }
}

const refuseFacts = (line: number, serial: string, { reason, value, limit }: WrongFact): RefusedLine => ({
  ...refuse(line, serial, reason, value),
  ...(limit ? { values: { limit } } : {}),
})

const isBroken = (text: string | undefined | null): boolean =>
  text === null || (text !== undefined && unreadable.test(text))
const isLong = (text: string | undefined | null): boolean => (text?.length ?? 0) > longestText

/** Find machine types by name in any letter case. Create this once per feed. */
export function typeReading(types: readonly ReadType[]): TypeReading {
  const byKey = new Map(types.map(({ name }) => [name.toUpperCase(), name]))
  const current = types.filter(({ retired }) => !retired).map(({ name }) => name)
  return { typeOf: (text) => byKey.get(text) ?? byKey.get(text.toUpperCase()), typeNames: current.join(', ') }
}

/** Parse one line and check its types, ranges and lengths: everything that needs no database. */
export function parseLine(
  raw: RawLine,
  { timeOf, typeOf, typeNames, now, aheadMs = clockToleranceMs }: LineReading,
): ParsedLine | RefusedLine {
  const { line, cells } = raw
  const serial = textOf(cells[0])
  if (raw.problem)
    return refuse(line, typeof serial === 'string' && serialPattern.test(serial) ? serial : null, raw.problem)
  if (serial === undefined) return refuse(line, null, 'serialMissing')
  if (serial === null || !serialPattern.test(serial) || isNoSerial(serial)) return refuse(line, null, 'serialInvalid')
  const typeText = textOf(cells[1])
  const client = textOf(cells[2])
  const account = textOf(cells[3])
  const site = textOf(cells[4])
  const activeWorker = textOf(cells[5])
  const stateText = textOf(cells[6])
  const hashText = textOf(cells[7])
  const alarmText = textOf(cells[8])
  const timeText = textOf(cells[9])
  if (isBroken(client) || isBroken(account) || isBroken(site) || isBroken(activeWorker))
    return refuse(line, serial, 'lineBroken')
  if (typeText === null || stateText === null || hashText === null || alarmText === null || timeText === null)
    return refuse(line, serial, 'lineBroken')
  if (isLong(client) || isLong(account) || isLong(site) || isLong(activeWorker))
    return refuse(line, serial, 'textTooLong')
  const type = typeText === undefined ? undefined : typeOf(typeText)
  if (typeText !== undefined && type === undefined)
    return { line, serial, reason: 'typeUnknown', values: { value: typeText.slice(0, longestShown), types: typeNames } }
  const activeWorkerState = truth(stateText)
  if (activeWorkerState === null) return refuse(line, serial, 'stateInvalid', stateText)
  const hashRate = hashRateOf(hashText)
  if (typeof hashRate === 'string') return refuse(line, serial, hashRate, hashText)
  const alarm = truth(alarmText)
  if (alarm === null) return refuse(line, serial, 'alarmInvalid', alarmText)
  const reportedAt = timeText === undefined ? null : timeOf(cells[9])
  if (timeText !== undefined && reportedAt === null) return refuseTime(line, serial, timeText)
  if (reportedAt !== null && reportedAt > now + aheadMs) return refuse(line, serial, 'timeFuture', timeText)
  const facts = parseFacts(cells, textOf)
  if (facts && 'reason' in facts) return refuseFacts(line, serial, facts)
  const reports = hashRate !== null || activeWorkerState !== undefined || alarm !== undefined || reportedAt !== null
  return {
    line,
    serial,
    key: serialKey(serial),
    type,
    client: client ?? undefined,
    account: account ?? undefined,
    site: site ?? undefined,
    activeWorker: activeWorker ?? undefined,
    activeWorkerState,
    hashRate,
    alarm: alarm ?? false,
    reportedAt,
    reports,
    facts,
  }
}

export const isRefused = (line: ParsedLine | RefusedLine): line is RefusedLine => 'reason' in line

import type { GivenFacts } from '#shared/device-facts.ts'
import { addReasons, type ReasonCounts } from '#shared/feed.ts'
import { type FeedReason, feedReasons } from '#shared/feed-reasons.ts'
import type { Lines } from './feed-lines.ts'
import type { ParsedLine, RefusedLine } from './parse-line.ts'
import { type LineBatch, later } from './read-lines.ts'

/** A text that lines share, as an index in `texts`; -1 = the line has no value; no list = no line has one. */
type Shared = Int32Array | null
/** 0 = no, 1 = yes, 2 = the line has no value. */
type Flags = Uint8Array

/** One list per column that any line uses. */
interface PackedColumns {
  line: Int32Array
  /** null = the serial itself; no list = this is true for all lines. */
  key: (string | null)[] | null
  /** No list = no line has a value. */
  worker: (string | undefined)[] | null
  type: Shared
  client: Shared
  account: Shared
  site: Shared
  texts: string[]
  state: Flags
  /** Already rounded to 4-byte reals by `parseLine`; NaN = none. */
  hashRate: Float32Array
  alarm: Flags
  /** NaN = none; no list = no line has a value. */
  reportedAt: Float64Array | null
  reports: Flags
}

/**
 * A batch of lines as it is sent between threads and stored until it is planned: one list per column, all serials as
 * one text, and each owner's name once. As objects, the field names would be serialized and parsed again for every
 * line, which costs more than the lines themselves, and a million lines would take several times as much memory.
 */
export interface PackedLines extends Pick<LineBatch, 'read' | 'counted' | 'cutOff' | 'newest'> {
  /** `reason` is an index in `feedReasons`. */
  refused: {
    line: Int32Array
    serial: (string | null)[] | null
    reason: Uint8Array
    values: [index: number, RefusedLine['values']][]
  }
  /** Joined by line breaks, which no serial contains. */
  serials: string
  columns: PackedColumns
  /** Only for lines with facts. */
  facts: [index: number, GivenFacts][]
}

const betweenSerials = '\n'
const flagOf = (value: boolean | undefined): number => (value === undefined ? 2 : Number(value))
const isGiven = <Value>(value: Value | null | undefined): value is Value => value !== undefined && value !== null
const listOf = <Value>(values: Value[]): Value[] | null => (values.some(isGiven) ? values : null)

const packRefused = (refused: readonly RefusedLine[]): PackedLines['refused'] => ({
  line: Int32Array.from(refused, ({ line }) => line),
  serial: listOf(refused.map(({ serial }) => serial)),
  reason: Uint8Array.from(refused, ({ reason }) => feedReasons.indexOf(reason)),
  // Most lines have no values.
  values: refused.flatMap(({ values }, index) => (values ? [[index, values] as [number, RefusedLine['values']]] : [])),
})

/** Create each refused line when it is iterated: most of them are only counted, and there can be very many. */
function* unpackRefused({
  line,
  serial,
  reason,
  values,
}: PackedLines['refused']): Generator<RefusedLine, void, undefined> {
  const fillings = new Map(values)
  const reasonAt = (place: number | undefined): FeedReason => {
    const known = feedReasons[place ?? -1]
    if (known === undefined) throw new RangeError(`no reason ${place}`)
    return known
  }
  for (const [index, at] of line.entries()) {
    const filling = fillings.get(index)
    yield {
      line: at,
      serial: serial?.[index] ?? null,
      reason: reasonAt(reason[index]),
      ...(filling && { values: filling }),
    }
  }
}

/** Pack several batches as one. */
export function packLines(batches: readonly LineBatch[]): PackedLines {
  const places = new Map<string, number>()
  const shared = (text: string | undefined): number => {
    if (text === undefined) return -1
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, places.size)
    return places.size - 1
  }
  const lines = batches.flatMap((batch) => [...batch.lines])
  const sharedOf = (textOf: (line: ParsedLine) => string | undefined): Shared =>
    lines.some((line) => isGiven(textOf(line))) ? Int32Array.from(lines, (line) => shared(textOf(line))) : null
  const columns = {
    line: Int32Array.from(lines, ({ line }) => line),
    key: listOf(lines.map(({ key, serial }) => (key === serial ? null : key))),
    worker: listOf(lines.map(({ activeWorker }) => activeWorker)),
    type: sharedOf(({ type }) => type),
    client: sharedOf(({ client }) => client),
    account: sharedOf(({ account }) => account),
    site: sharedOf(({ site }) => site),
    state: Uint8Array.from(lines, ({ activeWorkerState }) => flagOf(activeWorkerState)),
    hashRate: Float32Array.from(lines, ({ hashRate }) => hashRate ?? Number.NaN),
    alarm: Uint8Array.from(lines, ({ alarm }) => flagOf(alarm)),
    reportedAt: lines.some(({ reportedAt }) => reportedAt !== null)
      ? Float64Array.from(lines, ({ reportedAt }) => reportedAt ?? Number.NaN)
      : null,
    reports: Uint8Array.from(lines, ({ reports }) => flagOf(reports)),
  }
  return {
    read: batches.reduce((sum, { read }) => sum + read, 0),
    refused: packRefused(batches.flatMap(({ refused }) => [...refused])),
    counted: batches.reduce<ReasonCounts>((sum, { counted }) => addReasons(sum, counted), {}),
    cutOff: batches.findLast(({ read }) => read > 0)?.cutOff ?? false,
    newest: batches.reduce((latest, { newest }) => later(latest, newest), null as number | null),
    serials: lines.map(({ serial }) => serial).join(betweenSerials),
    columns: { ...columns, texts: [...places.keys()] },
    facts: lines.flatMap(({ facts }, index) => (facts ? [[index, facts] as [number, GivenFacts]] : [])),
  }
}

const numberOf = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

function lineAt(
  columns: PackedColumns,
  facts: ReadonlyMap<number, GivenFacts>,
  serial: string,
  index: number,
): ParsedLine {
  const { texts } = columns
  const textAt = (places: Shared): string | undefined => (places ? texts[places[index] ?? -1] : undefined)
  const state = columns.state[index]
  return {
    line: columns.line[index] ?? 0,
    serial,
    key: columns.key?.[index] ?? serial,
    type: textAt(columns.type),
    client: textAt(columns.client),
    account: textAt(columns.account),
    site: textAt(columns.site),
    activeWorker: columns.worker?.[index],
    activeWorkerState: state === 2 ? undefined : state === 1,
    hashRate: numberOf(columns.hashRate[index]),
    alarm: columns.alarm[index] === 1,
    reportedAt: numberOf(columns.reportedAt?.[index]),
    reports: columns.reports[index] === 1,
    facts: facts.get(index),
  }
}

/** Return the batch as it was read. Each of its lines is created when it is iterated. */
export function unpackLines(packed: PackedLines): LineBatch {
  const { read, refused, counted, cutOff, newest, facts, serials, columns } = packed
  const factsByIndex = new Map(facts)
  const { length } = columns.line
  const split = () => (length === 0 ? [] : serials.split(betweenSerials))
  const lines: Lines = {
    length,
    eachName(visit) {
      for (const [index, serial] of split().entries()) visit(columns.key?.[index] ?? serial, serial)
    },
    *[Symbol.iterator]() {
      let index = 0
      for (const serial of split()) {
        yield lineAt(columns, factsByIndex, serial, index)
        index += 1
      }
    },
  }
  return { read, refused: unpackRefused(refused), counted, cutOff, newest, lines }
}

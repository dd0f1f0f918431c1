import type { GivenFacts } from '#shared/device-facts.ts'
import { addReasons, type ReasonCounts } from '#shared/feed.ts'
import { type FeedReason, feedReasons } from '#shared/feed-reasons.ts'
import type { Lines } from './feed-lines.ts'
import type { ParsedLine, RefusedLine } from './parse-line.ts'
import type { LineBatch } from './read-lines.ts'

/** A text that lines share, as an index in `texts`; -1 = the line has no value. */
type Shared = Int32Array
/** 0 = no, 1 = yes, 2 = the line has no value. */
type Flags = Uint8Array

/**
 * A batch of lines as it is sent between threads and stored until it is planned: one list per column, and each owner's
 * name once. As objects, the field names would be serialized and parsed again for every line, which costs more than the
 * lines themselves, and a million lines would take three times as much memory.
 */
export type PackedLines = Pick<LineBatch, 'read' | 'counted' | 'cutOff'> & {
  /** `reason` is an index in `feedReasons`. */
  refused: {
    line: Int32Array
    serial: (string | null)[] | null
    reason: Uint8Array
    values: [index: number, RefusedLine['values']][]
  }
  line: Int32Array
  serial: string[]
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
  /** NaN = none. */
  hashRate: Float64Array
  alarm: Flags
  /** NaN = none. */
  reportedAt: Float64Array
  reports: Flags
  /** Only for lines with facts. */
  facts: [index: number, GivenFacts][]
}

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
  const packed = {
    read: batches.reduce((sum, { read }) => sum + read, 0),
    refused: packRefused(batches.flatMap(({ refused }) => [...refused])),
    counted: batches.reduce<ReasonCounts>((sum, { counted }) => addReasons(sum, counted), {}),
    cutOff: batches.findLast(({ read }) => read > 0)?.cutOff ?? false,
    line: Int32Array.from(lines, ({ line }) => line),
    serial: lines.map(({ serial }) => serial),
    key: listOf(lines.map(({ key, serial }) => (key === serial ? null : key))),
    worker: listOf(lines.map(({ activeWorker }) => activeWorker)),
    type: Int32Array.from(lines, ({ type }) => shared(type)),
    client: Int32Array.from(lines, ({ client }) => shared(client)),
    account: Int32Array.from(lines, ({ account }) => shared(account)),
    site: Int32Array.from(lines, ({ site }) => shared(site)),
    state: Uint8Array.from(lines, ({ activeWorkerState }) => flagOf(activeWorkerState)),
    hashRate: Float64Array.from(lines, ({ hashRate }) => hashRate ?? Number.NaN),
    alarm: Uint8Array.from(lines, ({ alarm }) => flagOf(alarm)),
    reportedAt: Float64Array.from(lines, ({ reportedAt }) => reportedAt ?? Number.NaN),
    reports: Uint8Array.from(lines, ({ reports }) => flagOf(reports)),
    facts: lines.flatMap(({ facts }, index) => (facts ? [[index, facts] as [number, GivenFacts]] : [])),
  }
  return { ...packed, texts: [...places.keys()] }
}

const numberOf = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

function lineAt(
  packed: Omit<PackedLines, 'read' | 'refused' | 'counted' | 'cutOff' | 'facts'>,
  facts: ReadonlyMap<number, GivenFacts>,
  index: number,
): ParsedLine {
  const { texts } = packed
  const serial = packed.serial[index] ?? ''
  const state = packed.state[index]
  return {
    line: packed.line[index] ?? 0,
    serial,
    key: packed.key?.[index] ?? serial,
    type: texts[packed.type[index] ?? -1],
    client: texts[packed.client[index] ?? -1],
    account: texts[packed.account[index] ?? -1],
    site: texts[packed.site[index] ?? -1],
    activeWorker: packed.worker?.[index],
    activeWorkerState: state === 2 ? undefined : state === 1,
    hashRate: numberOf(packed.hashRate[index]),
    alarm: packed.alarm[index] === 1,
    reportedAt: numberOf(packed.reportedAt[index]),
    reports: packed.reports[index] === 1,
    facts: facts.get(index),
  }
}

/** Return the batch as it was read. Each of its lines is created when it is iterated. */
export function unpackLines({ read, refused, counted, cutOff, facts, ...packed }: PackedLines): LineBatch {
  const factsByIndex = new Map(facts)
  const lines: Lines = {
    length: packed.serial.length,
    *[Symbol.iterator]() {
      for (let index = 0; index < packed.serial.length; index += 1) yield lineAt(packed, factsByIndex, index)
    },
  }
  return { read, refused: unpackRefused(refused), counted, cutOff, lines }
}

import type { DeviceType } from '#shared/devices.ts'
import type { FeedReason } from '#shared/feed.ts'
import type { ParsedLine, RefusedLine } from './parse-line.ts'
import type { LineBatch } from './read-lines.ts'

/** A text that many lines share by its place in `texts`; -1 = the line does not say. */
type Shared = number

/**
 * A batch of lines as it goes from thread to thread: one list a column, and each text of an owner once. As objects, the names of all their
 * fields would be written and read again for every line, which costs more than the lines themselves.
 */
export type PackedLines = Pick<LineBatch, 'read' | 'cutOff'> & {
  refused: { line: number[]; serial: (string | null)[]; reason: FeedReason[]; values: [index: number, RefusedLine['values']][] }
  line: number[]
  serial: string[]
  /** null = the serial itself. */
  key: (string | null)[]
  worker: (string | undefined)[]
  type: (DeviceType | undefined)[]
  client: Shared[]
  account: Shared[]
  site: Shared[]
  texts: string[]
  state: (boolean | undefined)[]
  hashRate: (number | null)[]
  alarm: boolean[]
  reportedAt: (number | null)[]
  reports: boolean[]
}

const packRefused = (refused: readonly RefusedLine[]): PackedLines['refused'] => ({
  line: refused.map(({ line }) => line),
  serial: refused.map(({ serial }) => serial),
  reason: refused.map(({ reason }) => reason),
  // Most have none.
  values: refused.flatMap(({ values }, index) => (values ? [[index, values] as [number, RefusedLine['values']]] : [])),
})

function unpackRefused({ line, serial, reason, values }: PackedLines['refused']): RefusedLine[] {
  const refused = reason.map((why, index): RefusedLine => ({ line: line[index] ?? 0, serial: serial[index] ?? null, reason: why }))
  for (const [index, filling] of values) {
    const one = refused[index]
    if (one) one.values = filling
  }
  return refused
}

/** Packs some batches as one. */
export function packLines(batches: readonly LineBatch[]): PackedLines {
  const places = new Map<string, number>()
  const shared = (text: string | undefined): Shared => {
    if (text === undefined) return -1
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, places.size)
    return places.size - 1
  }
  const lines = batches.flatMap((batch) => batch.lines)
  const packed = {
    read: batches.reduce((sum, { read }) => sum + read, 0),
    refused: packRefused(batches.flatMap(({ refused }) => refused)),
    cutOff: batches.findLast(({ read }) => read > 0)?.cutOff ?? false,
    line: lines.map(({ line }) => line),
    serial: lines.map(({ serial }) => serial),
    key: lines.map(({ key, serial }) => (key === serial ? null : key)),
    worker: lines.map(({ activeWorker }) => activeWorker),
    type: lines.map(({ type }) => type),
    client: lines.map(({ client }) => shared(client)),
    account: lines.map(({ account }) => shared(account)),
    site: lines.map(({ site }) => shared(site)),
    state: lines.map(({ activeWorkerState }) => activeWorkerState),
    hashRate: lines.map(({ hashRate }) => hashRate),
    alarm: lines.map(({ alarm }) => alarm),
    reportedAt: lines.map(({ reportedAt }) => reportedAt),
    reports: lines.map(({ reports }) => reports),
  }
  return { ...packed, texts: [...places.keys()] }
}

export function unpackLines({ read, refused, cutOff, ...packed }: PackedLines): LineBatch {
  const { texts } = packed
  const lines = packed.serial.map(
    (serial, index): ParsedLine => ({
      line: packed.line[index] ?? 0,
      serial,
      key: packed.key[index] ?? serial,
      type: packed.type[index],
      client: texts[packed.client[index] ?? -1],
      account: texts[packed.account[index] ?? -1],
      site: texts[packed.site[index] ?? -1],
      activeWorker: packed.worker[index],
      activeWorkerState: packed.state[index],
      hashRate: packed.hashRate[index] ?? null,
      alarm: packed.alarm[index] ?? false,
      reportedAt: packed.reportedAt[index] ?? null,
      reports: packed.reports[index] ?? false,
    }),
  )
  return { read, refused: unpackRefused(refused), cutOff, lines }
}

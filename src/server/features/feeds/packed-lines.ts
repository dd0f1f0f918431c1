import type { DeviceType } from '#shared/devices.ts'
import type { ParsedLine } from './parse-line.ts'
import type { LineBatch } from './read-lines.ts'

/** A text that many lines share by its place in `texts`; -1 = the line does not say. */
type Shared = number

/**
 * A batch of lines as it goes from thread to thread: one list a column, and each text of an owner once. As objects, the names of all their
 * fields would be written and read again for every line, which costs more than the lines themselves.
 */
export type PackedLines = Omit<LineBatch, 'lines'> & {
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
    refused: batches.flatMap(({ refused }) => refused),
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
  return { read, refused, cutOff, lines }
}

import { documentedFeedColumns } from '#shared/feed.ts'

/**
 * A device feed, and the result of a correct product. Of the product's code only the names of the columns are used: the
 * rules below are written from the specification, so that agreement is meaningful.
 */
export type KnownDevice = {
  serial: string
  type: 'T30' | 'T20'
  state: string
  site: string
  client: string
  account: string
}
type FeedPlace = { site: string; client: string; account: string }
/** A line that is refused, or waits for a decision; `line` counts from the header, which is line 1. */
type ToldLine = { line: number; serial: string | null; reason: string }
export type Expected = {
  created: number
  conflict: number
  refused: number
  /** `updated + unchanged`: the writer cannot know whether a value equals the stored one. */
  known: number
  /** In order of their lines. */
  errors: ToldLine[]
  /** `from>to`; a new device has no state before. */
  transitions: Record<string, number>
  /** All devices by state, by site and by client after the feed. */
  states: Record<string, number>
  sites: Record<string, number>
  clients: Record<string, number>
}

const target = { T30: 30, T20: 20 }
const complianceShare = 0.85

type Report = { hash: number | null; active: boolean; alarm: boolean }
/** Return one of ten kinds of report in turn; six of them are normal. */
function reportOf(type: 'T30' | 'T20', index: number): Report {
  const full = target[type] * (0.9 + (index % 13) / 100)
  switch (index % 10) {
    case 3:
      return { hash: target[type] * 0.6, active: true, alarm: false }
    case 5:
      return { hash: full, active: false, alarm: false }
    case 7:
      return { hash: full, active: true, alarm: true }
    case 9:
      return index % 20 === 9 ? { hash: 0, active: false, alarm: false } : { hash: null, active: false, alarm: false }
    default:
      return { hash: full, active: true, alarm: false }
  }
}

/** Return the state of a machine in service after a report. */
function telemetryState(type: 'T30' | 'T20', { hash, active, alarm }: Report): string {
  if (hash === null || hash === 0) return 'offline'
  if (!active || alarm) return 'warn'
  return hash < complianceShare * target[type] ? 'low' : 'normal'
}

type Cells = Record<(typeof documentedFeedColumns)[number], string>
const textOf = (cells: Cells) => documentedFeedColumns.map((column) => cells[column]).join(',')

/** 华东 as GBK, within a UTF-8 file. */
const gbkName = Buffer.from([0xbb, 0xaa, 0xb6, 0xab])
const withGbk = (cells: Cells): Buffer => {
  const [before = '', after = ''] = textOf({ ...cells, client: '|' }).split('|')
  return Buffer.concat([Buffer.from(before), gbkName, Buffer.from(after)])
}
/**
 * A line that is wrong whatever its device is. `serial` is the serial that the error reports: undefined = the device's
 * own.
 */
type BadKind = { reason: string; serial?: null; line(cells: Cells): string | Buffer }
const cell = (reason: string, wrong: Partial<Cells>): BadKind => ({
  reason,
  line: (cells) => textOf({ ...cells, ...wrong }),
})
const badKinds: readonly BadKind[] = [
  cell('typeUnknown', { type: 'T99' }),
  cell('clientUnknown', { client: '没有这个客户' }),
  cell('siteUnknown', { site: '没有这个站点' }),
  cell('accountUnknown', { account: 'nobody-99' }),
  cell('hashRateNegative', { hashRate: '-4' }),
  cell('hashRateAbsurd', { hashRate: '5000' }),
  cell('hashRateInvalid', { hashRate: 'a lot' }),
  cell('stateInvalid', { activeWorkerState: 'perhaps' }),
  cell('alarmInvalid', { alarm: 'ringing' }),
  cell('timeFuture', { reportedAt: '2099-01-01 08:00:00' }),
  cell('timeInvalid', { reportedAt: '2026-02-30 08:00:00' }),
  cell('textTooLong', { activeWorker: 'w'.repeat(65) }),
  { ...cell('serialMissing', { serial: '' }), serial: null },
  { ...cell('serialInvalid', { serial: 'S'.repeat(65) }), serial: null },
  { reason: 'lineBroken', line: (cells) => textOf({ ...cells, site: `"${cells.site}` }) },
  { reason: 'lineBroken', line: (cells) => textOf({ ...cells, activeWorker: 'the "old" rack' }) },
  { reason: 'lineBroken', line: withGbk },
  { reason: 'columnCount', line: (cells) => `${textOf(cells)},more` },
]

const count = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1
}

/** Write lines and count their results. One line in 20 is bad: each kind in turn, then a repeated serial. */
class Writer {
  readonly rows: (string | Buffer)[] = [documentedFeedColumns.join(',')]
  readonly expected: Expected = {
    created: 0,
    conflict: 0,
    refused: 0,
    known: 0,
    errors: [],
    transitions: {},
    states: {},
    sites: {},
    clients: {},
  }
  private spoiled = 0
  private lastGood = ''

  cells(serial: string, type: string, place: FeedPlace, { hash, active, alarm }: Report): Cells {
    const told = {
      activeWorkerState: active ? 'yes' : 'no',
      hashRate: hash === null ? '' : hash.toFixed(2),
      alarm: alarm ? '1' : '0',
      reportedAt: '',
    }
    return {
      serial,
      type,
      client: place.client,
      account: place.account,
      site: place.site,
      activeWorker: `rack-${this.rows.length % 97}`,
      ...told,
    }
  }
  isBadTurn(): boolean {
    return this.rows.length % 20 === 19
  }
  good(cells: Cells): void {
    this.rows.push(textOf(cells))
    this.lastGood = cells.serial
  }
  tell(reason: string, serial: string | null): void {
    this.expected.errors.push({ line: this.rows.length, serial, reason })
  }
  refuse(reason: string, serial: string | null): void {
    this.expected.refused += 1
    this.tell(reason, serial)
  }
  /** Write a bad line instead of a good one. @returns whether the line still identifies its device */
  bad(cells: Cells): boolean {
    const kind = badKinds[this.spoiled % (badKinds.length + 1)]
    this.spoiled += 1
    this.rows.push(kind ? kind.line(cells) : textOf({ ...cells, serial: this.lastGood }))
    const serial = kind ? (kind.serial === null ? null : cells.serial) : this.lastGood
    this.refuse(kind?.reason ?? 'serialDuplicate', serial)
    return serial === cells.serial
  }
  stands(device: FeedPlace, from: string, to: string): void {
    if (from !== to) count(this.expected.transitions, `${from}>${to}`)
    count(this.expected.states, to)
    count(this.expected.sites, device.site)
    count(this.expected.clients, device.client)
  }
}

const custody: readonly string[] = ['repairing', 'repaired', 'lost', 'scrap']
const nowhere: FeedPlace = { site: '', client: '', account: '' }

/** Write the line of an existing device. */
function tellOf(writer: Writer, device: KnownDevice, index: number): void {
  const { expected } = writer
  const report = reportOf(device.type, index)
  const cells = writer.cells(device.serial, '', nowhere, report)
  // Most machines of each site report: those without a line are offline.
  const absent = custody.includes(device.state) ? device.state : 'offline'
  const isBad = device.state !== 'scrap' && writer.isBadTurn()
  if (isBad || index % 41 === 40) {
    writer.stands(device, device.state, isBad && writer.bad(cells) ? device.state : absent)
    return
  }
  writer.good(cells)
  const runs = report.hash !== null && report.hash > 0
  if (device.state === 'scrap') writer.refuse('scrapped', device.serial)
  else if (runs && (device.state === 'repairing' || device.state === 'lost')) {
    expected.conflict += 1
    writer.tell(device.state === 'lost' ? 'lostReports' : 'custodyReports', device.serial)
  } else expected.known += 1
  const stays =
    device.state === 'scrap' ||
    device.state === 'repairing' ||
    device.state === 'lost' ||
    (device.state === 'repaired' && !runs)
  writer.stands(device, device.state, stays ? device.state : telemetryState(device.type, report))
}

/** Write a feed of that many lines about these devices and further ones, and predict its result. */
export function writeFeed(lines: number, known: readonly KnownDevice[]): { bytes: Buffer; expected: Expected } {
  const writer = new Writer()
  const places = [
    ...new Map(known.map(({ site, client, account }) => [`${account} ${site}`, { site, client, account }])).values(),
  ]
  for (const [index, device] of known.entries()) tellOf(writer, device, index)
  for (let index = 0; writer.rows.length - 1 < lines; index += 1) {
    const place = places[index % places.length] ?? nowhere
    const type = index % 3 === 0 ? 'T20' : 'T30'
    const report = reportOf(type, index)
    const cells = writer.cells(`NEW${String(index).padStart(8, '0')}`, type, place, report)
    if (writer.isBadTurn()) writer.bad(cells)
    else {
      writer.good(cells)
      writer.expected.created += 1
      writer.stands(place, '', telemetryState(type, report))
    }
  }
  const bytes = Buffer.concat(
    writer.rows.flatMap((row) => [typeof row === 'string' ? Buffer.from(row) : row, Buffer.from('\n')]),
  )
  return { bytes, expected: writer.expected }
}

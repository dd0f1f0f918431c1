import type { AlertKind, AlertSeverity } from './alerts.ts'
import type { RateLine } from './charts.ts'
import type { WallCoverage, WallPlace } from './cockpits.ts'
import type { Day, Month } from './dates.ts'
import type { DeviceCounts, DeviceState } from './devices.ts'
import type { BatchRow } from './feed-batches.ts'
import type { ProjectCard } from './projects.ts'

/** What waits for somebody, the most urgent kind first. */
export const needKinds = [
  'event',
  'conflict',
  'siteSilent',
  'warning',
  'repairOut',
  'repairWaiting',
  'tanker',
  'person',
] as const
export type NeedKind = (typeof needKinds)[number]

/** Rows of one kind that the queue shows; the list behind it has all of them. */
export const shownNeeds = 6
/** A warning waits for somebody from so many hours on. */
export const warningHours = 24
/** Days of the rate on the start page. */
export const rateDays = 30

type NeedMachine = { id: number; serial: string }
/** One row of the queue. */
export type Need = {
  kind: NeedKind
  /** Of what it is about: the event, the conflict, the site (0 = all of them), the first machine, the repair record, the reservation, the person. */
  id: number
  /** What it is about by name: a serial, a site, the number of a tanker, a person; null = several machines, or all sites. */
  name: string | null
  state: DeviceState | null
  machines: readonly NeedMachine[]
  /** How many machines it is about; 0 = it is about none. */
  count: number
  site: string | null
  siteId: number | null
  /** Null = nobody's, or of several clients. */
  client: string | null
  /** How many clients it is about. */
  clients: number
  /** Since when: an ISO instant, or a business day; null = it has no age. */
  since: string | null
  /** The reason of a repair, who brings a tanker. */
  note: string | null
  /** What happened, and the version that an answer names; null = it is no event. */
  event: { kind: AlertKind; severity: AlertSeverity; rowVersion: number } | null
  /** Less urgent kinds that wait of the same machine, which has but this row. */
  also: readonly NeedKind[]
}
/** All that waits of one kind: `total` of them, or more where it is capped; the longest waiting first. `toldAbove` of them are in rows of more urgent kinds. */
export type NeedGroup = { kind: NeedKind; total: number; totalCapped: boolean; toldAbove?: number; rows: Need[] }

/** What happened on a day of the rate: feeds, machines that changed hands, a fall of the rate in percentage points. */
export type DayMark = { day: Day; feeds: number; transfers: number; fall: number | null }
/** A month so far beside the one before it: rates in percent, null = nothing is known. */
export type MonthChange = {
  month: Month
  rate: number | null
  machines: number | null
  /** Whose machines they are, for the statement; null = of no client that is known. */
  client: { id: number; name: string } | null
  before: { month: Month; rate: number | null; machines: number | null }
}

export type TodayFleet = {
  /** The business date; null = there is none yet. */
  date: Day | null
  counts: DeviceCounts
  /** By how much each state differs from the end of the known day before; null = there is none. */
  change: { since: Day; counts: DeviceCounts } | null
  coverage: WallCoverage | null
  rate: RateLine
  marks: DayMark[]
  /** The three sites with the lowest online rate. */
  worst: WallPlace[]
  /** The newest feed or transfer, for those who may see feeds. */
  feed: BatchRow | null
  /** For owners of machines. */
  month: MonthChange | null
}

/** The start page of a person, from one reading; `asOf` = when the server read it, an ISO instant. */
export type Today = {
  asOf: string
  /** Null = no devices are seen. */
  fleet: TodayFleet | null
  /** What waits, without kinds of which nothing does; null = nothing is asked of this person. */
  needs: NeedGroup[] | null
  /** Tankers that are expected today; null = somebody else's work. */
  tankers: { waiting: number; arrived: number } | null
  /** The own projects that were changed last. */
  projects: ProjectCard[]
  projectCount: number
}

/** A fall that is marked, in percentage points from the known day before. */
const markedFall = 1

/** Days on which a rate fell by at least a percentage point from the known day before, with by how much. */
export function fallsOf(days: readonly Day[], values: readonly (number | null)[]): Map<Day, number> {
  const falls = new Map<Day, number>()
  let before: number | null = null
  for (const [at, day] of days.entries()) {
    const value = values[at] ?? null
    if (value === null) continue
    // Hundredths, so that a fall is as exact as the two figures are.
    const fall: number = before === null ? 0 : Math.round((before - value) * 100) / 100
    if (fall >= markedFall) falls.set(day, fall)
    before = value
  }
  return falls
}

import type { AlertKind, AlertSeverity } from './alerts.ts'
import type { RateLine, RateOutside } from './charts.ts'
import type { WallCoverage, WallPlace } from './cockpits.ts'
import type { Day, Month } from './dates.ts'
import type { DeviceCounts, DeviceState } from './devices.ts'
import type { BatchRow } from './feed-batches.ts'
import type { ProjectCard } from './projects.ts'

/** Kinds of tasks, the most urgent first. */
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

/** Maximum rows of one kind in the queue, and of a kind that the user wants to see whole. */
export const shownNeeds = 6
export const wholeNeeds = 100
/** Hours after which a warning becomes a task. */
export const warningHours = 24
/** Days of the rate on the start page. */
export const rateDays = 30

type NeedMachine = { id: number; serial: string }
/** One row of the queue. */
export type Need = {
  kind: NeedKind
  /**
   * Id of the subject: the event, the conflict, the site (0 = all of them), the first machine, the repair record, the
   * reservation, the person.
   */
  id: number
  /** Name of the subject: a serial, a site, the number of a tanker, a person; null = several machines, or all sites. */
  name: string | null
  state: DeviceState | null
  machines: readonly NeedMachine[]
  /** Number of machines; 0 = not about machines. */
  count: number
  site: string | null
  siteId: number | null
  /** Null = no client, or several. */
  client: string | null
  /** Number of clients. */
  clients: number
  /** Start: an ISO instant, or a business day; null = it has no age. */
  since: string | null
  /** The reason of a repair, or the half of the day of a tanker. */
  note: string | null
  /** Who brings a tanker. */
  tanker?: { plate: string | null; driver: string | null }
  /** The event, and the version to send back with an answer; null = not an event. */
  event: { kind: AlertKind; severity: AlertSeverity; rowVersion: number } | null
  /** Less urgent kinds of tasks for the same machine, which has only this row. */
  also: readonly NeedKind[]
}
/**
 * All tasks of one kind: `total`, or more if it is capped; the oldest first. `toldAbove` of them are in rows of more
 * urgent kinds.
 */
export type NeedGroup = { kind: NeedKind; total: number; totalCapped: boolean; toldAbove?: number; rows: Need[] }

/** The events on a day of the rate: feeds, machines that changed owners, a fall of the rate in percentage points. */
export type DayMark = { day: Day; feeds: number; transfers: number; fall: number | null }
/** The current month and the one before it: rates in percent, null = not known. */
export type MonthChange = {
  month: Month
  rate: number | null
  machines: number | null
  /** The client of the machines, for the statement; null = no known client. */
  client: { id: number; name: string } | null
  before: { month: Month; rate: number | null; machines: number | null }
}

export type TodayFleet = {
  /** The business date; null = there is none yet. */
  date: Day | null
  counts: DeviceCounts
  /** Difference of each state from the end of the previous known day; null = there is none. */
  change: { since: Day; counts: DeviceCounts } | null
  coverage: WallCoverage | null
  rate: RateLine
  /** Devices in a state of service on the newest day that its rate leaves out. */
  outside: RateOutside
  marks: DayMark[]
  /** The three sites with the lowest online rate. */
  worst: (WallPlace & { never: number })[]
  /** The newest feed or transfer, for users who may see feeds. */
  feed: BatchRow | null
  /** For owners of machines. */
  month: MonthChange | null
}

/** The start page of a user, from one read; `asOf` = the time of the read, an ISO instant. */
export type Today = {
  asOf: string
  /** Null = the user sees no devices. */
  fleet: TodayFleet | null
  /** Tasks, without empty kinds; null = this user has no tasks. */
  needs: NeedGroup[] | null
  /** Tankers expected today; null = not this user's work. */
  tankers: { waiting: number; arrived: number } | null
  /** The user's most recently changed projects. */
  projects: ProjectCard[]
  projectCount: number
}

/** The smallest fall that is marked, in percentage points from the previous known day. */
const markedFall = 1

/** Return the days on which a rate fell by at least a percentage point from the previous known day, with the fall. */
export function fallsOf(days: readonly Day[], values: readonly (number | null)[]): Map<Day, number> {
  const falls = new Map<Day, number>()
  let before: number | null = null
  for (const [at, day] of days.entries()) {
    const value = values[at] ?? null
    if (value === null) continue
    // Hundredths, so that a fall is as exact as the two values.
    const fall: number = before === null ? 0 : Math.round((before - value) * 100) / 100
    if (fall >= markedFall) falls.set(day, fall)
    before = value
  }
  return falls
}

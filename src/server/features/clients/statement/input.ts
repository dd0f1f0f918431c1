import type { DaySums } from '#server/features/charts/series.ts'
import type { Basis, Rate, RateLine, StackedStates } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairOutcomeShown } from '#shared/repairs.ts'

export type StatementRepair = {
  serial: string
  site: string | null
  out: Day
  back: Day | null
  /** null = it never came back. */
  days: number | null
  outcome: RepairOutcomeShown | null
}
/** Machines that came from, or went to, one other owner from a day on. `other` in both languages; null = nobody; new = not known before. */
export type StatementMove = { date: Day; other: { zh: string; en: string } | 'new' | null; serials: string[] }
/** Some machines by their serials, the first of them by name; `ids` in the same order, `moves` those of them of which the transfer is known. */
export type Machines = { count: number; serials: string[]; ids: number[]; moves: StatementMove[] }
/** Who came and who went between two days; null = there is no day to compare. */
export type StatementChanges = {
  opening: { day: Day; count: number }
  closing: { day: Day; count: number }
  gained: Machines
  left: Machines
  scrapped: Machines
  lost: Machines
  /** Gained and scrapped in the same month: in both, so that the balance holds. */
  within: number
  /** Other clients are named: it is not for the client's eyes. */
  isInternal: boolean
}

/** Everything that a statement prints; plain data, so that it can be handed to the thread that prints. */
export type StatementInput = {
  client: string
  account: string | null
  base: string
  /** Names of the bases or sites it covers; none = all machines of the client. */
  places: string[]
  month: string
  start: Day
  /** The last day of the month, or of what has passed of it. */
  end: Day
  isWhole: boolean
  basis: Basis
  /** Business time of the reading. */
  asOf: string
  timeZone: string
  person: string | null
  brandText: string
  complianceShare: string
  days: DaySums[]
  states: StackedStates
  rates: Record<Rate, RateLine>
  daily: Record<Rate, RateLine>
  repairs: { count: number; rows: StatementRepair[] }
  changes: StatementChanges | null
  /** When it was handed out first, and the days that feeds have changed since; null = none. Business time. */
  changedSinceIssue: { issuedAt: string; days: Day[] } | null
}

import type { DaySums } from '#server/features/charts/day-rates.ts'
import type { Basis, Rate, RateLine, StackedStates } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import type { RepairOutcomeShown } from '#shared/repairs.ts'

export type StatementRepair = {
  serial: string
  site: string | null
  out: Day
  back: Day | null
  /** null = the machine never came back. */
  days: number | null
  outcome: RepairOutcomeShown | null
}
/**
 * Machines that moved from or to one other owner on a day. `other` = its name in both languages; null = no owner; new =
 * a machine without an earlier record.
 */
export type StatementMove = { date: Day; other: { zh: string; en: string } | 'new' | null; serials: string[] }
/**
 * Machines of one kind, with the serials that are printed. `ids` are in the same order as `serials`. `moves` lists
 * those with a known transfer.
 */
export type Machines = { count: number; serials: string[]; ids: number[]; moves: StatementMove[] }
/** The machines gained and left between two days. null = there is no day to compare. */
export type StatementChanges = {
  opening: { day: Day; count: number }
  closing: { day: Day; count: number }
  gained: Machines
  left: Machines
  scrapped: Machines
  lost: Machines
  /** Machines gained and scrapped in the same month. They count in both, so that the balance is right. */
  within: number
  /** The statement names other clients, so the client must not see it. */
  isInternal: boolean
}

/** All data that a statement prints: plain data, so that it can be sent to the printing thread. */
export type StatementInput = {
  client: string
  account: string | null
  base: string
  /** Names of the bases or sites that the statement covers; empty = all machines of the client. */
  places: string[]
  month: string
  start: Day
  /** The last day of the month, or today in the current month. */
  end: Day
  isWhole: boolean
  basis: Basis
  /** The business time at which the figures were read. */
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
  /** When the statement was first issued (business time), and the days that feeds have changed since; null = none. */
  changedSinceIssue: { issuedAt: string; days: Day[] } | null
}

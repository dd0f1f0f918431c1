import { type RepairColumn, repairColumns } from '#shared/repairs.ts'

/** Columns that the screen shows below another column, in its cell. */
const below = {
  client: 'site',
  backOnline: 'outcome',
  person: 'createTime',
  workshop: 'notes',
  cost: 'clockDays',
  warrantyUntil: 'repairDate',
} as const satisfies Partial<Record<RepairColumn, RepairColumn>>
type Below = keyof typeof below
export type Shown = Exclude<RepairColumn, Below>
const isBelow = (column: RepairColumn): column is Below => column in below
export const isShown = (column: RepairColumn): column is Shown => !isBelow(column)

/** The columns of the export: the visible ones, each with the columns shown below it. */
export const shownRepairColumns = (hidden: readonly string[]): RepairColumn[] =>
  repairColumns.filter((column) => !hidden.includes(isBelow(column) ? below[column] : column))

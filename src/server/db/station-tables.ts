import type { ColumnType, Generated } from 'kysely'
import type { Instant, Stamped } from './columns.ts'

/** A group of a base's people; `company_id` is the base directly below headquarters, or headquarters itself. */
export type StationTable = Stamped & { id: Generated<number>; company_id: number; name: string; deleted_at: Instant | null }
/** What a check method costs. `cash_amount` in yuan, an exact decimal as text: 35.50 */
export type MeasureTable = Stamped & {
  id: Generated<number>
  company_id: number
  kind: ColumnType<'out', 'out' | undefined, 'out'>
  check_method: string
  description: string | null
  cash_amount: string
}

export type StationTables = { station: StationTable; measure: MeasureTable }

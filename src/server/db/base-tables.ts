import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod'
import type { stationFields } from '#shared/stations.ts'
import type { Instant, Stamped } from './column-types.ts'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name
/**
 * A table of records that belong to a base, with a snake_case column for each form field. `company_id` is the base
 * directly below headquarters, or headquarters itself.
 */
type BaseTable<Fields> = Stamped & { id: Generated<number>; company_id: number; deleted_at: Instant | null } & {
  [Name in keyof Fields & string as SnakeCase<Name>]: Fields[Name]
}

type TableOf<Shape extends z.ZodRawShape> = BaseTable<z.output<z.ZodObject<Shape>>>

/** The cost of a check method. `cash_amount` in yuan, an exact decimal as text: 35.50 */
type MeasureTable = Stamped & {
  id: Generated<number>
  company_id: number
  kind: ColumnType<'out', 'out' | undefined, 'out'>
  check_method: string
  description: string | null
  cash_amount: string
}

export type BaseTables = {
  /** A group of users of a base. */
  station: TableOf<typeof stationFields>
  measure: MeasureTable
}

import type { ColumnType, Generated } from 'kysely'

/** Column types that many tables share. Dates are `YYYY-MM-DD` texts, instants are Date. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type GeneratedInstant = ColumnType<Date, Date | string | undefined, Date | string>
export type Stamped = { create_time: GeneratedInstant; update_time: GeneratedInstant; row_version: Generated<number> }

/** The tenant of a row; `site_id` = the site below it at which the row was created, null = at the tenant itself. */
export type Placed = { company_id: number; site_id: number | null }

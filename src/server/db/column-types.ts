import type { ColumnType, Generated } from 'kysely'

/** Column types that many tables share. Dates are `YYYY-MM-DD` texts, instants are Date. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type GeneratedInstant = ColumnType<Date, Date | string | undefined, Date | string>
export type Stamped = { create_time: GeneratedInstant; update_time: GeneratedInstant; row_version: Generated<number> }

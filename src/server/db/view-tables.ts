import type { ColumnType, Generated } from 'kysely'

type GeneratedInstant = ColumnType<Date, Date | string | undefined, Date | string>

/** Filters and order of the device list under a name. `query` is the part of the address after the path. */
export type SavedViewTable = {
  id: Generated<number>
  company_id: number
  user_id: number
  name: string
  query: string
  shared: Generated<boolean>
  row_version: Generated<number>
  create_time: GeneratedInstant
  update_time: GeneratedInstant
}

export type ViewTables = { saved_view: SavedViewTable }

import type { ColumnType, Generated } from 'kysely'
import type { SerialListOrigin } from '#shared/serial-lists.ts'
import type { ViewScreen } from '#shared/views.ts'
import type { GeneratedInstant } from './columns.ts'

/** Filters, order and hidden columns of a list under a name. `query` is the part of the address after the path. */
export type SavedViewTable = {
  id: Generated<number>
  company_id: number
  user_id: number
  screen: ViewScreen
  name: string
  query: string
  hidden: string[] | null
  shared: Generated<boolean>
  row_version: Generated<number>
  create_time: GeneratedInstant
  update_time: GeneratedInstant
}

/** Machines that somebody has picked: pasted serials, or those of a batch. Anyone who has the key narrows his own devices by it. */
export type SerialListTable = {
  key: string
  user_id: number | null
  device_ids: number[]
  /** Serials of none of his machines. */
  unknown: string[]
  repeated: number
  origin: ColumnType<SerialListOrigin, string, never>
  create_time: Date
}

export type ViewTables = { saved_view: SavedViewTable; serial_list: SerialListTable }

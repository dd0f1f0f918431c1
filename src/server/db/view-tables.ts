import type { ColumnType, Generated } from 'kysely'
import type { SerialListOrigin } from '#shared/serial-lists.ts'
import type { ViewScreen } from '#shared/views.ts'
import type { GeneratedInstant } from './column-types.ts'

/**
 * Filters, order and hidden columns of a list, saved under a name. `query` is the part of the address after the path.
 */
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

/**
 * A saved list of machines: pasted serials, or the machines of a batch. Each user who has the key can filter their own
 * devices by it.
 */
export type SerialListTable = {
  key: string
  user_id: number | null
  device_ids: number[]
  /** Serials that match none of the user's machines. */
  unknown: string[]
  repeated: number
  origin: ColumnType<SerialListOrigin, string, never>
  create_time: Date
}

export type ViewTables = { saved_view: SavedViewTable; serial_list: SerialListTable }

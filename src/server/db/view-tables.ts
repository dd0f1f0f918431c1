import type { Generated } from 'kysely'
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

export type ViewTables = { saved_view: SavedViewTable }

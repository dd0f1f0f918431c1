import type { Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { DeviceType } from '#shared/devices.ts'
import type { FeedCounts } from '#shared/feed.ts'
import type { AlertTables } from './alert-tables.ts'
import type { BaseTables } from './base-tables.ts'
import type { ChannelTables } from './channel-tables.ts'
import type { ClassTables } from './class-tables.ts'
import type { GeneratedInstant, Instant, Stamped } from './column-types.ts'
import type { CommentTables } from './comment-tables.ts'
import type {
  DailyLeafTable,
  DailyScopeTable,
  DailyTypeTable,
  DeviceCountTable,
  DeviceDailyTable,
  DeviceLeafCountTable,
  DevicePlaceCountTable,
  ImportCoverageTable,
} from './daily-tables.ts'
import type { DeviceCareTable, DeviceCheckTable, DeviceEventTable, DeviceTable } from './device-tables.ts'
import type { FactTables } from './fact-tables.ts'
import type { FeedSourceTables } from './feed-source-tables.ts'
import type { GoodsTables } from './goods-tables.ts'
import type { HistoryTables } from './history-tables.ts'
import type { LiveTables } from './live-tables.ts'
import type { PlaceTables } from './place-tables.ts'
import type {} from './plain-queries.ts'
import type { ProcessTables } from './process-tables.ts'
import type { ProjectTables } from './project-tables.ts'
import type { RecordTables } from './record-tables.ts'
import type { ReferenceTables } from './reference-tables.ts'
import type { RepairTables } from './repair-tables.ts'
import type { ReportTables } from './report-tables.ts'
import type { ScheduleTables } from './schedule-tables.ts'
import type { StockTables } from './stock-tables.ts'
import type { TesteeTables } from './testee-tables.ts'
import type { TraceTables } from './trace-tables.ts'
import type { TransferTables } from './transfer-tables.ts'
import type { UserTables } from './user-tables.ts'
import type { ViewTables } from './view-tables.ts'

/** The data model on one page. Dates are `YYYY-MM-DD` texts, instants are Date. */
type Address = { province: string | null; city: string | null; region: string | null }

export type CompanyTable = Stamped &
  Address & {
    id: Generated<number>
    kind: 'headquarters' | 'base'
    name: string
    domain: string | null
    super_company_id: number | null
    /** The base directly below headquarters to which this company belongs; tenant rows carry it as company_id. */
    tenant_id: number
    small_pic_id: number | null
    pic_id: number | null
    total_number: Generated<number>
    deleted_at: Instant | null
  }
export type ClientTable = Stamped &
  Address & {
    id: Generated<number>
    company_id: number
    name: string
    small_pic_id: number | null
    pic_id: number | null
    deleted_at: Instant | null
  }
export type AccountTable = Stamped & {
  id: Generated<number>
  company_id: number
  client_id: number
  site_id: number | null
  name: string
  deleted_at: Instant | null
}

export type SettingTable = {
  key: string
  value: JSONColumnType<object>
  row_version: Generated<number>
  update_time: GeneratedInstant
}

export type ImportBatchTable = FeedCounts & {
  id: Generated<number>
  /** The tenant; headquarters if the feed covered several. `company_ids` and `site_ids` (null = all) list them. */
  company_id: number
  company_ids: Generated<number[]>
  site_ids: number[] | null
  user_id: number | null
  actor: string
  source: string
  file_name: string | null
  business_date: string
  restated: Generated<boolean>
  result: JSONColumnType<object>
  undone_at: Instant | null
  undone_by: number | null
  /** Number of machines in the feed, and number of those that were undone; null = not counted. */
  machines: number | null
  machines_undone: Generated<number>
  /** Of source live: the hour of its reports. */
  report_hour: Instant | null
  /** Time of the last undo of any of its machines. */
  undo_time: Instant | null
  create_time: GeneratedInstant
}
export type FeedConflictTable = {
  id: Generated<number>
  company_id: number
  device_id: number
  batch_id: number
  reason: string
  telemetry: JSONColumnType<object>
  resolved_at: Instant | null
  resolved_by: number | null
  create_time: GeneratedInstant
  /** The site and client of its device; kept by triggers, as is its company. */
  site_id: Generated<number | null>
  client_id: Generated<number | null>
  account_id: Generated<number | null>
  type: Generated<DeviceType | null>
  serial: Generated<string | null>
}

/** An interface: tsc resolves its members once, but would build an intersection for each query. */
export interface Database
  extends ReferenceTables,
    ProjectTables,
    GoodsTables,
    FactTables,
    HistoryTables,
    LiveTables,
    StockTables,
    RecordTables,
    RepairTables,
    ReportTables,
    ViewTables,
    AlertTables,
    CommentTables,
    ChannelTables,
    ScheduleTables,
    FeedSourceTables,
    ClassTables,
    TesteeTables,
    TraceTables,
    BaseTables,
    PlaceTables,
    ProcessTables,
    TransferTables,
    UserTables {
  company: CompanyTable
  client: ClientTable
  account: AccountTable
  setting: SettingTable
  import_batch: ImportBatchTable
  device: DeviceTable
  device_event: DeviceEventTable
  device_check: DeviceCheckTable
  feed_conflict: FeedConflictTable
  device_care: DeviceCareTable
  import_coverage: ImportCoverageTable
  device_daily: DeviceDailyTable
  daily_leaf: DailyLeafTable
  daily_scope: DailyScopeTable
  daily_type: DailyTypeTable
  device_count: DeviceCountTable
  device_leaf_count: DeviceLeafCountTable
  device_place_count: DevicePlaceCountTable
}

export type Trx = Transaction<Database>
/** A connection, in a transaction or not. */
export type Db = Kysely<Database> | Trx

import type { RepairDailyTable } from './repair-tables.ts'

export type RecordKind = 'report' | 'certificate' | 'trace' | 'user'
/** How many records of a kind a company has on a site; site 0 = on none. Kept by triggers. */
export type RecordCountTable = { company_id: number; site_id: number; kind: RecordKind; records: number }
/** How many machines of a tenant were sent to repair, or came back, on a day; void records left out. Kept by triggers. */
export type RepairCountTable = Pick<RepairDailyTable, 'company_id' | 'type' | 'repair_date'> & { records: number }

export type RecordTables = { record_count: RecordCountTable; repair_count: RepairCountTable }

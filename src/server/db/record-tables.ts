import type { RepairDailyTable } from './repair-tables.ts'

export type RecordKind = 'report' | 'certificate' | 'trace' | 'user'
/** Number of records of a kind that a company has on a site; site 0 = no site. Kept by triggers. */
export type RecordCountTable = { company_id: number; site_id: number; kind: RecordKind; records: number }
/**
 * Number of a tenant's machines that were sent to repair, or came back, on a day, without void records. Kept by
 * triggers.
 */
export type RepairCountTable = Pick<RepairDailyTable, 'company_id' | 'type' | 'repair_date'> & { records: number }

export type RecordTables = { record_count: RecordCountTable; repair_count: RepairCountTable }

import type { Day } from '#shared/dates.ts'
import type { RepairOutcomeShown, RepairType } from '#shared/repairs.ts'

/** A record with its machine, its people and the other half of its repair. */
export type StoredRepair = {
  id: number
  type: RepairType
  device_id: number
  device_serial: string
  site_id: number | null
  client_id: number | null
  account_id: number | null
  company_id: number
  now_client_id: number | null
  now_account_id: number | null
  now_site_id: number | null
  now_company_id: number
  notes: string | null
  date: Day
  create_time: Date
  outcome: RepairOutcomeShown | null
  closed: boolean
  repeat_of_id: number | null
  buy_company_id: number | null
  workshop: string | null
  cost: number | null
  warranty_until: Day | null
  under_warranty: boolean
  person: string | null
  row_version: number
  voided_at: Date | null
  void_reason: string | null
  voided_person: string | null
  sent: Day | null
  back_online_at: Date | null
  waiting: boolean
}

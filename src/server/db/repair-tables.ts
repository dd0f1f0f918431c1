import type { Generated } from 'kysely'
import type { Instant, Stamped } from './column-types.ts'

/** One outbound or inbound order: everything that one user sent or took back at once within one base. */
export type MachineMaterialOrderTable = Stamped & {
  id: Generated<number>
  company_id: number
  type: '出库' | '入库'
  /** The receiver and the giver of the devices. */
  buy_company_id: number | null
  sale_company_id: number | null
  notes: string | null
  devices: number
  user_id: number | null
}

/** A device goes to repair (送修) or comes back (送回). Owners and site are those of that day. */
export type RepairDailyTable = Stamped & {
  id: Generated<number>
  company_id: number
  type: '送修' | '送回'
  device_id: number
  device_serial: string
  site_id: number | null
  client_id: number | null
  account_id: number | null
  order_id: number | null
  notes: string | null
  repair_date: string
  outcome: 'fixed' | 'noFault' | 'notRepairable' | 'lost' | 'scrap' | null
  /** The 送修 record that this 送回 closes. */
  opened_by_id: number | null
  /** The 送回 after which the device failed again within 30 days. */
  repeat_of_id: number | null
  /** Start of the state that this record ended. */
  since_before: Instant | null
  closed: Generated<boolean>
  back_online_at: Instant | null
  buy_company_id: number | null
  workshop: string | null
  /** Yuan. */
  cost: number | null
  warranty_until: string | null
  user_id: number | null
  voided_at: Instant | null
  voided_by: number | null
  void_reason: string | null
}

export type RepairTables = { machine_material_order: MachineMaterialOrderTable; repair_daily: RepairDailyTable }

import type { Generated, JSONColumnType } from 'kysely'
import type { Drawing, ReportStatus } from '#shared/reports.ts'
import type { PlanKind, ReservePeriod, TankerType } from '#shared/reservations.ts'
import type { Instant, Stamped } from './column-types.ts'

/** The tenant of a row; `site_id` = the site below it at which the row was created, null = at the tenant itself. */
type Placed = { company_id: number; site_id: number | null }
/** Half a day for one type of tanker. */
type Slot = { reserve_time: string; reserve_period: ReservePeriod; tanker_type: TankerType }

/** `total_count` tankers may come in the slot. */
export type ReservationPlanTable = Stamped &
  Placed &
  Slot & { id: Generated<number>; plan_kind: PlanKind; total_count: number; user_id: number | null }
/** A reservation of one tanker in the slot of a plan; it holds a copy of the slot. */
export type ReservationTable = Stamped &
  Placed &
  Slot & {
    id: Generated<number>
    plan_id: number
    tanker_number: string
    license_number: string | null
    checked_org: string | null
    contact_name: string | null
    phone: string | null
    user_id: number | null
    cancelled_at: Instant | null
  }
export type ReportTable = Stamped &
  Placed & {
    id: Generated<number>
    report_number: string
    /** Together with the number, it opens the public look-up page. */
    check_code: string
    user_id: number | null
    testee_id: number | null
    reservation_id: number | null
    station_id: number | null
    status: Generated<ReportStatus>
    result: string | null
    checked_org: string | null
    tanker_number: string | null
    tanker_type: TankerType | null
    license_number: string | null
    /** The driver and the driver's phone. */
    contact_name: string | null
    phone: string | null
    check_method: string | null
    name: string | null
    trace_name: string | null
    town_name: string | null
    examination_name: string | null
    content: string | null
    examination_describe: string | null
    fabric: JSONColumnType<Drawing> | null
    /** How often the drawing was saved. */
    fabric_version: Generated<number>
    finished_at: Instant | null
  }
/** The last report number assigned on a business day. */
export type ReportNumberTable = { business_date: string; last_number: number }

export type ReportTables = {
  reservation_plan: ReservationPlanTable
  reservation: ReservationTable
  report: ReportTable
  report_number: ReportNumberTable
}

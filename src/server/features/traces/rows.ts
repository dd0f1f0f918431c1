import { type RawBuilder, sql } from 'kysely'
import { ageOn, maySeeHealth, maySeePeople } from '#server/features/testees/visibility.ts'
import { maskedPhone } from '#server/services/sign-in/masked-phones.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay, businessTime } from '#shared/business-time.ts'
import type { Sex } from '#shared/testees.ts'
import type { TraceRow, TraceStatus } from '#shared/traces.ts'

export type StoredTrace = {
  id: number
  company_id: number
  status: TraceStatus
  testee_id: number | null
  device_id: number | null
  serial: string | null
  name: string | null
  sex: Sex | null
  phone: string | null
  birthday: string | null
  town_id: number | null
  town_name: string | null
  measure_time: Date | null
  systolic: number | null
  diastolic: number | null
  fasting_blood_sugar: number | null
  bmi: number | null
  conclusions: string | null
  user_id: number | null
  user_name: string | null
  create_time: Date
  update_time: Date
  row_version: number
}

/** Select traces of `traces`, a table or a subquery. */
export const tracesOf = (
  traces: RawBuilder<unknown>,
) => sql<StoredTrace>`select t.id, t.company_id, t.status, t.testee_id, t.device_id, case when t.device_id is not null then t.subject end as serial,
    te.name, te.sex, te.phone, te.birthday::text, te.town_id, w.name as town_name, t.measure_time, t.systolic, t.diastolic, t.fasting_blood_sugar, t.bmi,
    t.conclusions, t.user_id, u.name as user_name, t.create_time, t.update_time, t.row_version
  from ${traces} t left join testee te on te.id = t.testee_id left join town w on w.id = te.town_id left join app_user u on u.id = t.user_id`
export const tracesWhere = (condition: RawBuilder<unknown>) => tracesOf(sql`(select * from trace t where ${condition})`)

/** Convert a trace for the caller: measurements need the key of inspections, complete phones the key of users. */
export function traceRow({ viewer, config, clock }: SignedInContext, row: StoredTrace): TraceRow {
  const health = maySeeHealth(viewer)
  const { timeZone } = config
  return {
    id: row.id,
    status: row.status,
    testeeId: row.testee_id,
    deviceId: row.device_id,
    serial: row.serial,
    name: row.name,
    sex: row.sex,
    phone: maySeePeople(viewer) ? row.phone : maskedPhone(row.phone),
    age: ageOn(row.birthday, businessDay(clock(), timeZone)),
    townId: row.town_id,
    townName: row.town_name,
    measureTimeStr: row.measure_time && businessTime(row.measure_time, timeZone),
    systolic: health ? row.systolic : null,
    diastolic: health ? row.diastolic : null,
    fastingBloodSugar: health ? row.fasting_blood_sugar : null,
    bmi: health ? row.bmi : null,
    conclusions: health ? row.conclusions : null,
    userId: row.user_id,
    userName: row.user_name,
    createTimeStr: businessTime(row.create_time, timeZone),
    updateTimeStr: businessTime(row.update_time, timeZone),
    rowVersion: row.row_version,
  }
}

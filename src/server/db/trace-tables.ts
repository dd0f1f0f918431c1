import type { Generated } from 'kysely'
import type { Instant, Stamped } from './column-types.ts'

/** A finding about a device, or a measurement of a testee. 0 new, 1 published, 2 not published, 3 invalid. */
export type TraceTable = Stamped & {
  id: Generated<number>
  company_id: number
  device_id: number | null
  testee_id: Generated<number | null>
  user_id: number | null
  status: Generated<0 | 1 | 2 | 3>
  measure_time: Instant | null
  /** mmHg */
  systolic: Generated<number | null>
  /** mmHg */
  diastolic: Generated<number | null>
  /** mmol/L */
  fasting_blood_sugar: Generated<number | null>
  /** kg/m² */
  bmi: Generated<number | null>
  conclusions: Generated<string | null>
  /** The site of the testee or device, and its name or serial; kept by triggers. */
  site_id: Generated<number | null>
  subject: Generated<string | null>
}

export type TraceTables = { trace: TraceTable }

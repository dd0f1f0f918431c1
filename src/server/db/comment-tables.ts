import type { Generated } from 'kysely'
import type { Instant, Stamped } from './column-types.ts'

/** A user's comment about a device or a class session; `class_id` is the id of either, as documented. */
export type CommentTable = Stamped & {
  id: Generated<number>
  company_id: number
  /** The site of the device, kept by triggers, as is the company; null for a class session. */
  site_id: Generated<number | null>
  target_kind: 'device' | 'class'
  class_id: number
  user_id: number
  type: '评价' | '精准点评'
  content: string
  /** mm:ss or hh:mm:ss */
  point: string | null
  /** 0 to 100 */
  score: number | null
  model_id: number | null
  material_type_id: number | null
  /** The tag's name itself, so that it outlives the tag. */
  tag_type: string | null
}
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

export type CommentTables = { comment: CommentTable; trace: TraceTable }

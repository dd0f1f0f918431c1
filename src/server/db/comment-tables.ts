import type { Generated } from 'kysely'
import type { Stamped } from './column-types.ts'

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

export type CommentTables = { comment: CommentTable }

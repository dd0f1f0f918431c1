import type { Generated } from 'kysely'
import type { Instant, Placed, Stamped } from './column-types.ts'

/** A lesson, recorded or live, that others attend and evaluate. */
export type ClassSessionTable = Stamped &
  Placed & {
    id: Generated<number>
    user_id: number | null
    name: string
    type: '录播' | '直播'
    start_at: Instant
    end_at: Instant
    /** Ended manually, before the scheduled end. */
    ended: Generated<boolean>
    /** Stored name of the attachment that holds the video. */
    video_file_name: string | null
    /** Meeting number. */
    meet_info: string | null
    speech_text: string | null
    guidance: string | null
    /** 128 bits in hexadecimal digits; null = not shared. */
    share_key: string | null
    deleted_at?: Instant | null
  }
export type ClassCheckTable = { class_id: number; user_id: number }

export type ClassTables = {
  class_session: ClassSessionTable
  class_check: ClassCheckTable
}

import { type RawBuilder, sql } from 'kysely'
import { avatarUrls } from '#server/features/attachments/pictures.ts'
import { companyOfRow } from '#server/services/places/place-rows.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { type ClassDetail, type ClassPerson, type ClassRow, type ClassType, classStateOf } from '#shared/classes.ts'

export type StoredClass = {
  id: number
  company_id: number
  site_id: number | null
  name: string
  user_id: number | null
  user_name: string | null
  avatar_id: number | null
  type: ClassType
  start_at: Date
  end_at: Date
  ended: boolean
  video_file_name: string | null
  meet_info: string | null
  speech_text: string | null
  guidance: string | null
  share_key: string | null
  checks: Omit<ClassPerson, 'avatar'>[]
  comments: number
  create_time: Date
  row_version: number
}

/**
 * Select sessions with their people and comments, latest first.
 * @param sessions the table of sessions, or a subquery of it
 */
export const classesOf = (
  sessions: RawBuilder<unknown>,
) => sql<StoredClass>`select c.*, u.name as user_name, u.avatar_id,
    coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'avatarId', k.avatar_id) order by k.name, k.id)
      from class_check cc join app_user k on k.id = cc.user_id where cc.class_id = c.id), '[]'::json) as checks,
    (select count(*)::int from comment m where m.target_kind = 'class' and m.class_id = c.id) as comments
  from ${sessions} c left join app_user u on u.id = c.user_id order by c.start_at desc, c.id desc`

export const rangeOf = ({ start_at, end_at }: StoredClass, timeZone: string): [string, string] => [
  businessTime(start_at, timeZone),
  businessTime(end_at, timeZone),
]
export const stateOf = ({ start_at, end_at, ended }: StoredClass, now: Date) =>
  classStateOf({ startAt: start_at, endAt: end_at, ended }, now)

export async function classRows(ctx: SignedInContext, rows: readonly StoredClass[]): Promise<ClassRow[]> {
  const { timeZone } = ctx.config
  const now = ctx.clock()
  const book = await ctx.services.places.book()
  const avatar = await avatarUrls(
    ctx,
    rows.flatMap(({ avatar_id, checks }) => [avatar_id, ...checks.map(({ avatarId }) => avatarId)]),
  )
  return rows.map((row) => ({
    id: row.id,
    ...companyOfRow(row, book),
    name: row.name,
    userId: row.user_id,
    userName: row.user_name,
    avatarId: row.avatar_id,
    avatar: avatar(row.avatar_id),
    type: row.type,
    state: stateOf(row, now),
    dateRange: rangeOf(row, timeZone),
    videoFileName: row.video_file_name,
    meetInfo: row.meet_info,
    checks: row.checks.map((person) => ({ ...person, avatar: avatar(person.avatarId) })),
    comments: row.comments,
    shared: row.share_key !== null,
    createTimeStr: businessTime(row.create_time, timeZone),
    rowVersion: row.row_version,
  }))
}

type Linking = Pick<SignedInContext, 'services' | 'clock'>
/** Return the signed address of a session's video. It is valid for ten minutes. */
export const videoUrl = ({ services, clock }: Linking, row: StoredClass): string | null =>
  row.video_file_name === null ? null : services.links.sign(`/videos/${row.video_file_name}`, row.company_id, clock())

export const classDetail = (ctx: SignedInContext, row: StoredClass, shown: ClassRow): ClassDetail => ({
  ...shown,
  videoUrl: videoUrl(ctx, row),
  speechText: row.speech_text,
  guidance: row.guidance,
  shareKey: row.share_key,
})

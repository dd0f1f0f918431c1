import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type Activity, shareKeyPattern } from '#shared/classes.ts'
import { AppError } from '#shared/errors.ts'
import { classesOf, rangeOf, stateOf, videoUrl } from './rows.ts'

/**
 * Return a shared session by its key, without people, comments and ids.
 * @throws AppError NOT_FOUND alike for an unknown key and for one that was withdrawn
 */
export async function activityOf(ctx: Context, key: string): Promise<Activity> {
  if (!shareKeyPattern.test(key)) throw new AppError('NOT_FOUND')
  const { rows } =
    await classesOf(sql`(select * from class_session c where c.share_key = ${key} and c.deleted_at is null
    and not exists (select from company p where p.id in (c.company_id, c.site_id) and p.deleted_at is not null))`).execute(
      ctx.readDb,
    )
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  const state = stateOf(row, ctx.clock())
  return {
    name: row.name,
    type: row.type,
    state,
    dateRange: rangeOf(row, ctx.config.timeZone),
    speechText: row.speech_text,
    videoUrl: row.type === '录播' || state === '已结束' ? videoUrl(ctx, row) : null,
  }
}

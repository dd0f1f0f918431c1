import { type RawBuilder, sql } from 'kysely'
import { findComments, onThing } from '#server/features/comments/queries.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type ClassReport, reportedComments, type ScoreLine } from '#shared/classes.ts'
import { AppError } from '#shared/errors.ts'
import { storedClass } from './queries.ts'
import { classRows } from './rows.ts'

const figures = sql`count(*)::int as comments, count(m.score)::int as scored, round(avg(m.score)::numeric, 1)::float8 as average,
  min(m.score) as lowest, max(m.score) as highest`

/**
 * Return the comments on a session, and the scores of its precise comments by person, scale and tag.
 * @throws AppError NOT_FOUND
 */
export async function reportOf(ctx: SignedInContext, id: number): Promise<ClassReport> {
  const row = await storedClass(ctx, id)
  const [session] = await classRows(ctx, [row])
  if (!session) throw new AppError('NOT_FOUND')
  const scores = async (name: RawBuilder<unknown>, group: RawBuilder<unknown>): Promise<ScoreLine[]> => {
    const { rows } =
      await sql<ScoreLine>`select ${name} as name, ${figures} from comment m join app_user u on u.id = m.user_id left join model o on o.id = m.model_id
      where m.target_kind = 'class' and m.class_id = ${id} and m.type = '精准点评' ${group}`.execute(ctx.readDb)
    return rows
  }
  const listed = (type: '评价' | '精准点评') =>
    findComments(ctx, [onThing({ kind: 'class', id })], { type, page: 1, size: reportedComments })
  const [total] = await scores(sql`null::text`, sql``)
  const [plain, precise] = [await listed('评价'), await listed('精准点评')]
  return {
    session,
    total: total ?? { name: null, comments: 0, scored: 0, average: null, lowest: null, highest: null },
    people: await scores(sql`u.name`, sql`group by u.id, u.name order by u.name, u.id`),
    models: await scores(sql`o.name`, sql`group by o.id, o.name order by o.name nulls last, o.id`),
    tags: await scores(sql`m.tag_type`, sql`group by m.tag_type order by m.tag_type nulls last`),
    comments: plain.data.reverse(),
    precise: precise.data.reverse(),
  }
}

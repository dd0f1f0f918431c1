import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Reviewer, reviewerListSize } from '#shared/device-detail.ts'
import { AppError } from '#shared/errors.ts'
import { holds } from './capped-counts.ts'
import { readList } from './column-lists.ts'
import { containing, personText } from './search-texts.ts'
import type { Database, Db } from './tables.ts'

/** Staff of a tenant and its sites; owners of machines review nothing. */
const staffOf = (
  companyId: number,
) => sql`from app_user u where not u.disabled and u.deleted_at is null and u.client_id is null and u.account_id is null
  and u.nick_name is not null and exists (select from membership m join company c on c.id = m.company_id where m.user_id = u.id and c.tenant_id = ${companyId} and c.deleted_at is null)`

/** Return id and name of the users who can become reviewers at a tenant. */
export async function findStaff(
  db: Kysely<Database>,
  companyId: number,
  name: string | undefined,
): Promise<Reviewer[]> {
  const among = name ? await namedLike(db, name) : sql``
  const { rows } =
    await sql<Reviewer>`select u.id, u.name ${staffOf(companyId)}${among} order by u.name, u.id limit ${reviewerListSize}`.execute(
      db,
    )
  return rows
}

/**
 * Up to this number of matches, a search by a part of a name first collects their ids; with more matches, a scan in
 * order of name finds the first ones soon.
 */
const mostNamed = 2_000

async function namedLike(db: Kysely<Database>, name: string): Promise<RawBuilder<unknown>> {
  const like = sql`u.name ilike ${containing(name)}`
  const { rows } = await sql<{ ids: string | null }>`select array_agg(id)::text as ids from (select u.id from app_user u
    where u.deleted_at is null and ${holds(personText('u'), name)} and ${like} limit ${mostNamed + 1}) named`.execute(
    db,
  )
  const ids = readList(rows[0]?.ids)
  return ids.length > mostNamed ? sql` and ${like}` : sql` and u.id = any(${ids}::int[])`
}

/** @throws AppError NOT_FOUND if one of `ids` (each once) is not staff of the tenant */
export async function checkStaff(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select u.id ${staffOf(companyId)} and u.id = any(${[...ids]}::int[])`.execute(db)
  if (rows.length < ids.length) throw new AppError('NOT_FOUND')
}

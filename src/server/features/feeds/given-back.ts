import { sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import { transferDays } from '#shared/transfers.ts'
import type { PlannedRow } from './plan-line.ts'

/** Maximum number of machines that are checked. A larger feed needs a confirmation anyway. */
const mostLooked = 10_000

export const isGivenAway = ({ before, after }: PlannedRow): boolean =>
  before.id !== 0 &&
  (after.clientId !== before.clientId || after.accountId !== before.accountId || after.siteId !== before.siteId)

/**
 * Count the machines that a feed returns to the owner or site they had before a recent transfer. A list from before the
 * transfer does this.
 */
export async function countGivenBack(
  db: Db,
  rows: readonly PlannedRow[],
  territory: Territory,
  date: Day,
): Promise<number> {
  const given = rows.filter(isGivenAway).slice(0, mostLooked)
  if (given.length === 0) return 0
  const of = (place: 'siteId' | 'clientId' | 'accountId') =>
    sql`${integers(given.map(({ after }) => after[place] ?? 0))}::int[]`
  const isBack = (place: 'siteId' | 'clientId' | 'accountId', column: string) => {
    const side = (name: 'from' | 'to') => sql`(last.change #>> ${`{${name},${place}}`}::text[])::int`
    return sql<boolean>`(${side('from')} = ${sql.ref(column)} and ${side('to')} <> ${sql.ref(column)})`
  }
  const ids = sql`${integers(given.map(({ before }) => before.id))}::int[]`
  const notUndone = sql`import_batch b on b.id = e.batch_id and b.source = 'transfer' and b.undone_at is null`
  // Nodes do not look up the last transfer of one machine after the other: they return all, and the first node chooses.
  const { before, last } = territory.spread
    ? {
        before: sql`with e as materialized (select e.id, e.device_id, e.batch_id, e.change from device_event e
          where e.cause = 'transfer'${onTheirNodes('e.company_id', territory)} and e.device_id = any(${ids}))`,
        last: sql`join (select distinct on (e.device_id) e.device_id, e.change from e join ${notUndone} order by e.device_id, e.id desc) last
          on last.device_id = moved.id`,
      }
    : {
        before: sql``,
        last: sql`cross join lateral (select e.change from device_event e join ${notUndone}
          where e.device_id = moved.id and e.cause = 'transfer' order by e.id desc limit 1) last`,
      }
  const { rows: found } = await sql<{ count: number }>`
    ${before} select count(*)::int as count from unnest(${ids}, ${of('siteId')}, ${of('clientId')}, ${of('accountId')})
      moved(id, site_id, client_id, account_id)
    ${last}
    where (last.change ->> 'date')::date > ${date}::date - ${transferDays}::int
      and (${isBack('clientId', 'moved.client_id')} or ${isBack('accountId', 'moved.account_id')} or ${isBack('siteId', 'moved.site_id')})`.execute(
    db,
  )
  return found[0]?.count ?? 0
}

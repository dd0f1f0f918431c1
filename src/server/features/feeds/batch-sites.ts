import { sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import type { Database } from '#server/db/tables.ts'
import { inTurns } from '#server/giving-way.ts'
import type { FeedTransition } from '#shared/feed.ts'
import { countTransitions } from './feed-result.ts'
import { isAffected } from './keep-before.ts'
import type { PlannedRow } from './plan-line.ts'

const kinds = ['created', 'updated', 'unchanged', 'conflict'] as const
type SiteCounts = Record<(typeof kinds)[number] | 'machines', number> & {
  companyId: number
  siteId: number
  transitions: FeedTransition[]
}

/**
 * Count what a feed does to each site, by the machine's site on the feed's day. Call this before new devices get their
 * ids.
 */
export async function countSites(rows: readonly PlannedRow[]): Promise<SiteCounts[]> {
  const sites = new Map<string, SiteCounts & { rows: PlannedRow[] }>()
  await inTurns(rows, (row) => {
    const key = `${row.before.companyId} ${row.siteId}`
    let site = sites.get(key)
    if (!site) {
      site = {
        companyId: row.before.companyId,
        siteId: row.siteId,
        created: 0,
        updated: 0,
        unchanged: 0,
        conflict: 0,
        machines: 0,
        transitions: [],
        rows: [],
      }
      sites.set(key, site)
    }
    if (row.kind !== 'absent') site[row.kind] += 1
    if (row.kind === 'created' || isAffected(row)) site.machines += 1
    if (row.dayState !== row.dayBefore || row.kind === 'created') site.rows.push(row)
  })
  return [...sites.values()].map(({ rows: changed, ...site }) => ({ ...site, transitions: countTransitions(changed) }))
}

/**
 * Write the number of machines of the batch, and its counts by site. A user who may see only some of the sites gets the
 * counts of those sites.
 */
export async function writeSites(
  trx: Transaction<Database>,
  batchId: number,
  sites: readonly SiteCounts[],
): Promise<void> {
  const list = (name: 'companyId' | 'siteId' | 'machines' | (typeof kinds)[number]) =>
    sql`${integers(sites.map((site) => site[name]))}::int[]`
  await sql`
    insert into import_batch_site(batch_id, company_id, site_id, created, updated, unchanged, conflict, machines, transitions)
    select ${batchId}::int, company_id, site_id, created, updated, unchanged, conflict, machines, transitions::jsonb
    from unnest(${list('companyId')}, ${list('siteId')}, ${sql.join(kinds.map(list))}, ${list('machines')},
      ${sites.map(({ transitions }) => JSON.stringify(transitions))}::text[])
      as s(company_id, site_id, created, updated, unchanged, conflict, machines, transitions)
    order by company_id, site_id`.execute(trx)
  const machines = sites.reduce((sum, site) => sum + site.machines, 0)
  await trx.updateTable('import_batch').set({ machines }).where('id', '=', batchId).execute()
}

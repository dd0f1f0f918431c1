import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { DatabaseNode } from '#shared/system.ts'
import { isSpread, leastVersion, nodeSettings } from './sharded-tables.ts'

/** A reason why the tables cannot be distributed. */
export type Obstacle =
  | { what: 'noCitus' | 'noFirst' | 'noNodes' }
  | { what: 'oldCitus'; version: string }
  | { what: 'nodeAway'; node: string }
  | { what: 'jobs'; count: number }
  | { what: 'archived'; month: string }

/** Check whether the tables can be distributed, and change nothing. @returns null if nothing prevents it */
export async function obstacleTo(db: Kysely<Database>): Promise<Obstacle | null> {
  const { rows: found } = await sql<{
    version: string
  }>`select extversion as version from pg_extension where extname = 'citus'`.execute(db)
  const version = found[0]?.version
  if (version === undefined) return { what: 'noCitus' }
  if (Number.parseInt(version, 10) < leastVersion) return { what: 'oldCitus', version }
  const { rows: groups } = await sql<{ groupid: number }>`select groupid from pg_dist_node where isactive`.execute(db)
  if (!groups.some(({ groupid }) => groupid === 0)) return { what: 'noFirst' }
  if (groups.length < 2) return { what: 'noNodes' }
  const away = (await nodesOf(db)).find(({ answers }) => !answers)
  if (away) return { what: 'nodeAway', node: away.name }
  const { rows: jobs } = await sql<{ count: number }>`
    select count(*)::int as count from job where ended_at is null and heartbeat_at > now() - interval '1 minute'`.execute(
    db,
  )
  const count = jobs[0]?.count ?? 0
  if (count > 0) return { what: 'jobs', count }
  const { rows: months } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month from history_month where state = 'archived' order by month limit 1`.execute(
    db,
  )
  return months[0] ? { what: 'archived', month: months[0].month } : null
}

/** Return the nodes that this database knows, whether they answer now, and the sizes of their databases. */
async function nodesOf(db: Kysely<Database>): Promise<DatabaseNode[]> {
  const { rows } = await sql<DatabaseNode>`
    select n.nodename || ':' || n.nodeport as name, n.groupid = 0 as first, coalesce(a.success, false) as answers,
      case when a.success then a.result::float8 end as bytes,
      (select count(*)::int from pg_dist_placement p join pg_dist_shard s using (shardid) join pg_dist_partition t using (logicalrelid)
        where p.groupid = n.groupid and t.partmethod = 'h') as pieces
    from pg_dist_node n left join run_command_on_all_nodes('select pg_database_size(current_database())') a on a.nodeid = n.nodeid
    order by n.groupid, n.nodeid`.execute(db)
  return rows
}

/** Return the nodes that hold the tables; null = this node alone. */
export async function readNodes(db: Kysely<Database>): Promise<DatabaseNode[] | null> {
  const { rows } = await sql<{
    spread: boolean
  }>`select to_regprocedure('keeps_sums_of_all()') is not null and to_regclass('pg_dist_node') is not null as spread`.execute(
    db,
  )
  if (!rows[0]?.spread) return null
  const nodes = await nodesOf(db)
  return nodes.some(({ pieces }) => pieces > 0) ? nodes : null
}

/**
 * Return the settings of a distributed database that differ from those that `distribute` would set now: an earlier
 * version has distributed it. None on one node.
 */
export async function settingsToRenew(db: Kysely<Database>): Promise<string[]> {
  if (!(await isSpread(db))) return []
  const expected = Object.entries(nodeSettings)
  // Citus hides some of its settings from pg_settings.
  const { rows } = await sql<{ name: string; setting: string | null }>`
    select name, current_setting(name, true) as setting from unnest(${expected.map(([name]) => name)}::text[]) name`.execute(
    db,
  )
  const current = new Map(rows.map(({ name, setting }) => [name, setting]))
  return expected.filter(([name, value]) => current.get(name) !== value).map(([name]) => name)
}

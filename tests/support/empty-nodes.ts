import { sql } from 'kysely'
import type { OpenDatabase } from '#server/db/opened.ts'

/**
 * Return a statement that empties the shards of these tables on every node. Citus would do it by a query for each table
 * and a transaction over all nodes, which takes longer than most tests. Copied tables are never truncated: that would
 * also empty the tables that reference them.
 */
const emptyShards = (tables: readonly string[], largestDeleted: number): string => `
  select nodeid, result from run_command_on_all_nodes($empty$
    do $$
    declare shard text; weight bigint; copied boolean;
    begin
      set local session_replication_role = replica;
      set local citus.enable_manual_changes_to_shards = on;
      for shard, weight, copied in
        select name, pg_relation_size(name::regclass), placed.copied from (
          select shard_name(logicalrelid, shardid) as name, partmethod = 'n' as copied
          from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_partition using (logicalrelid)
          join pg_class on pg_class.oid = logicalrelid and relkind = 'r'
          where groupid = (select groupid from pg_dist_local_group)
            and coalesce(pg_partition_root(logicalrelid), logicalrelid)::text in (${tables.map((name) => `'${name}'`).join(', ')})
        ) placed
      loop
        if weight > ${largestDeleted} and not copied then execute format('truncate %s cascade', shard);
        elsif weight > 0 then execute format('delete from %s', shard);
        end if;
      end loop;
    end $$
  $empty$) where not success`

/** Return a function that empties these tables on all nodes, and resets their sequences. */
export async function emptierOfNodes(
  { db, pool }: OpenDatabase,
  tables: readonly string[],
  largestDeleted: number,
): Promise<() => Promise<void>> {
  const statement = emptyShards(tables, largestDeleted)
  const numbers = await sql<{ number: string }>`
    select format('select setval(%L, %s, false)', s.oid::regclass, q.seqstart) as number
    from unnest(${[...tables]}::text[]) as t(name)
    join pg_depend d on d.refobjid = t.name::regclass and d.deptype in ('a', 'i')
    join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_sequence q on q.seqrelid = s.oid`.execute(db)
  const reset = numbers.rows.map(({ number }) => number).join('; ')
  return async () => {
    const { rows } = await pool.query<{ nodeid: number; result: string }>(statement)
    if (rows[0]) throw new Error(`node ${rows[0].nodeid} was not emptied: ${rows[0].result}`)
    await pool.query(reset)
  }
}

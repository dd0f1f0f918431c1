import { sql } from 'kysely'
import type { useDatabase } from './database.ts'
import type { LiveTown } from './live.ts'

/** Provide readers of the results of reports: states, batches and the events of machines. */
export function useLiveOutcomes(database: ReturnType<typeof useDatabase>) {
  const stateOf = async (serial: string) =>
    await database.db
      .selectFrom('device')
      .select(['state', 'hash_rate', 'last_report_at', 'live_at'])
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow()
  const batches = async (town: LiveTown) =>
    database.db
      .selectFrom('import_batch')
      .selectAll()
      .where('company_id', '=', town.tenant.id)
      .where('source', '=', 'live')
      .orderBy('id')
      .execute()
  const journal = async () => {
    const { rows } = await sql<{ id: number; second: number; hash: number; power: number | null }>`
    select t.* from live_report cross join lateral unnest(device_ids, seconds, hash_rates, powers) t(id, second, hash, power) order by 1, 2`.execute(
      database.db,
    )
    return rows
  }
  return { stateOf, batches, journal }
}

import { sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { useDatabase } from './database.ts'
import { buildDevice } from './factories.ts'
import { type FeedTown, feedTown } from './feeds.ts'

/** Provide a base whose machines run, and readers of the rows after a feed. */
export function useRunningTown(database: ReturnType<typeof useDatabase>) {
  /** Create a base with this number of running machines, whose last report is an hour old. */
  async function runningTown(machines: number): Promise<FeedTown & { serials: string[] }> {
    const town = await feedTown(database)
    const hourAgo = new Date(Date.now() - 3_600_000)
    const owners = {
      company_id: town.tenant.id,
      site_id: town.site.id,
      client_id: town.client.id,
      account_id: town.account.id,
    }
    const serials = Array.from({ length: machines }, (_, index) => `R${index + 1}`)
    for (const serial of serials)
      await buildDevice(database.db, {
        serial,
        ...owners,
        hash_rate: 30,
        last_report_at: hourAgo,
        state_since: hourAgo,
      })
    return Object.assign(town, { serials })
  }
  const rowsOf = async (table: 'device' | 'device_daily' | 'import_coverage', tenantId: number) => {
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(t)::text as row from ${sql.table(table)} t where company_id = ${tenantId} order by 1`.execute(
      database.db,
    )
    return rows.map(({ row }) => row)
  }
  const refusalOf = async (work: Promise<unknown>): Promise<AppError> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof AppError)) throw new Error('was not refused')
    return error
  }
  return { rowsOf, runningTown, refusalOf }
}

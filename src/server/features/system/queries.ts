import { type Kysely, sql } from 'kysely'
import { readNodes } from '#server/db/citus/check.ts'
import { daysOfAll } from '#server/db/days-of-all.ts'
import { migrationStatus } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { SystemStatus } from '#shared/system.ts'

/**
 * Return the state of the database; counts come from counters and roll-ups, so that they take the same time at any
 * size.
 * @throws AppError DATABASE_UNAVAILABLE, naming a node of the database that does not answer
 */
export async function readStatus(
  db: Kysely<Database>,
): Promise<
  Pick<
    SystemStatus,
    | 'databaseVersion'
    | 'databaseBytes'
    | 'migrations'
    | 'companies'
    | 'users'
    | 'devices'
    | 'firstDate'
    | 'lastDate'
    | 'nodes'
  >
> {
  const nodes = await readNodes(db)
  const away = nodes?.find(({ answers }) => !answers)
  if (away) throw new AppError('DATABASE_UNAVAILABLE', { word: 'error.nodeAway', values: { node: away.name } })
  const migrations = await migrationStatus(db)
  const { rows } = await sql<{
    version: string
    bytes: string
    companies: number
    users: number
    devices: number
    first: string | null
    last: string | null
  }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as bytes,
      (select count(*)::int from company where deleted_at is null) as companies,
      (select coalesce(sum(records), 0)::int from record_count where kind = 'user') + (select count(*)::int from app_user where deleted_at is not null) as users,
      (select coalesce(sum(devices), 0)::int from device_count) as devices,
      (select min(business_date) from ${daysOfAll}) as first,
      (select max(business_date) from ${daysOfAll}) as last`.execute(db)
  const row = rows[0]
  return {
    databaseVersion: row?.version ?? '',
    databaseBytes: nodes ? nodes.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) : Number(row?.bytes ?? 0),
    migrations: migrations.map(({ name, executedAt }) => ({ name, executedAt: executedAt?.toISOString() ?? null })),
    companies: row?.companies ?? 0,
    users: row?.users ?? 0,
    devices: row?.devices ?? 0,
    firstDate: row?.first ?? null,
    lastDate: row?.last ?? null,
    nodes,
  }
}

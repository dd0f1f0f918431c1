import { type Kysely, Migrator, sql } from 'kysely'
import { migrations } from '#migrations/index.ts'
import type { Database } from './tables.ts'
import { refusedStart, UnusableDatabaseError } from './unusable-database.ts'

export type MigrationStatus = { name: string; executedAt: Date | null }

const migratorOf = (db: Kysely<Database>) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

/** A newer version of the product has used the database: writes of this version may not fit its tables. */
export class NewerSchemaError extends UnusableDatabaseError {
  constructor(unknown: readonly string[]) {
    const { message, cause, sentence } = refusedStart('start.newerSchema', { names: unknown.join(', ') })
    super(message, cause, sentence)
  }
}

/** @throws NewerSchemaError if a newer version of the product has used the database */
async function refuseNewerSchema(db: Kysely<Database>): Promise<void> {
  const there = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!there.rows[0]?.there) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.filter(({ name }) => !(name in migrations)).map(({ name }) => name)
  if (unknown.length === 0) return
  throw new NewerSchemaError(unknown)
}

/**
 * Migrate the schema to the newest version, on each start. All in one transaction under an advisory lock: two processes
 * that start together wait for each other, and a killed one leaves the old schema.
 * @throws UnusableDatabaseError if the schema is newer than this program
 * @returns names of the migrations that ran
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  await refuseNewerSchema(db)
  const { error, results } = await migratorOf(db).migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/**
 * Return every migration, and when it ran.
 * @throws UnusableDatabaseError if the schema is newer than this program
 */
export async function migrationStatus(db: Kysely<Database>): Promise<MigrationStatus[]> {
  await refuseNewerSchema(db)
  const known = await migratorOf(db).getMigrations()
  return known.map(({ name, executedAt }) => ({ name, executedAt: executedAt ?? null }))
}

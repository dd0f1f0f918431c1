import { type Kysely, Migrator } from 'kysely'
import { migrations } from '#migrations/index.ts'
import type { Database } from './tables.ts'

export type MigrationStatus = { name: string; executedAt: Date | null }

const migratorOf = (db: Kysely<Database>) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

/**
 * Brings the schema to the newest version, each start. All in one transaction under an advisory lock:
 * two processes that start together wait for each other, and a killed one leaves the old schema.
 * @returns names of the migrations that ran
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const { error, results } = await migratorOf(db).migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Every migration, and when it ran. */
export async function migrationStatus(db: Kysely<Database>): Promise<MigrationStatus[]> {
  const known = await migratorOf(db).getMigrations()
  return known.map(({ name, executedAt }) => ({ name, executedAt: executedAt ?? null }))
}

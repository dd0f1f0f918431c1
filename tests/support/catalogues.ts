import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/**
 * Keep only the reference series in the catalogue: a migration inserted it, so emptying tables does not remove the
 * others.
 */
export async function forgetCatalogues(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('catalogue_model').where('version_id', '>', 1).execute()
  await db.deleteFrom('catalogue_layout').execute()
  await db.deleteFrom('catalogue_version').where('id', '>', 1).execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Leaves the reference series alone in the catalogue: a migration brought it, so that no emptying of tables takes the others away. */
export async function forgetCatalogues(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('catalogue_model').where('version_id', '>', 1).execute()
  await db.deleteFrom('catalogue_layout').execute()
  await db.deleteFrom('catalogue_version').where('id', '>', 1).execute()
}

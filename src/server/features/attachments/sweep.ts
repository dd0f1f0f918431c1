import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { isStorageLost } from '#server/services/storage/lost-storage.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { parseStoredName } from '#server/services/storage/stored-names.ts'

/** Days until an unused upload is removed, and until the files of a deleted row are removed. */
const unclaimedDays = 1
const deletedDays = 30
const dayMs = 86_400_000
/** Files looked up by one statement. The limit keeps the embedded engine's only connection free for others. */
const chunk = 500

/**
 * `foreign` = the storage is marked as that of another database, so that no file without a row was removed; `lost` = it
 * is empty although this database knows files, and is not marked either.
 */
export type Swept = { rows: number; files: number; foreign: boolean; lost?: true }

type Old = { id: number; stored_name: string }

/**
 * Select what to remove: sketches that no project lists and pictures that no form used, a day after their upload; and
 * whatever was deleted 30 days ago.
 */
const findUnused = (now: Date, ids: readonly number[] | null) => sql<Old>`
  select a.id, a.stored_name from attachment a left join project p on a.owner_kind = 'project' and p.id = a.owner_id
  where a.create_time < ${new Date(now.getTime() - unclaimedDays * dayMs)} and a.owner_kind <> 'projectPdf'
    and (a.owner_kind = 'upload' or a.deleted_at < ${new Date(now.getTime() - deletedDays * dayMs)}
      or a.owner_kind = 'project' and (p.id is null or not p.cold_storage_images @> to_jsonb(a.public_id)
        or p.deleted_at < ${new Date(now.getTime() - deletedDays * dayMs)}))
    ${ids === null ? sql`` : sql`and a.id in (${sql.join(ids)})`}
  order by a.id limit ${sql.lit(chunk)}`

/**
 * Delete the rows first and the files afterwards. A crash in between leaves files without rows, which the next sweep
 * removes.
 */
async function removeUnused(db: Kysely<Database>, now: Date): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const { rows: seen } = await findUnused(now, null).execute(trx)
    const ids = seen.map(({ id }) => id)
    if (ids.length === 0) return []
    // A transaction that saves a project with one of these sketches locks its row. Check again after locking the rows.
    await trx.selectFrom('attachment').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
    const { rows: unused } = await findUnused(now, ids).execute(trx)
    if (unused.length === 0) return []
    const gone = unused.map(({ id }) => id)
    await trx.deleteFrom('attachment').where('id', 'in', gone).execute()
    return unused.map(({ stored_name }) => stored_name)
  })
}

/** Return the names without a row in the database. Such files are left behind by a killed process. */
async function withoutRow(db: Kysely<Database>, names: readonly string[]): Promise<string[]> {
  const stored = names.filter((name) => parseStoredName(name))
  const rows =
    stored.length === 0
      ? []
      : await db
          .selectFrom('attachment')
          .select('stored_name')
          .where('stored_name', 'in', stored)
          .union(db.selectFrom('history_file').select('file_name as stored_name').where('file_name', 'in', stored))
          .union(db.selectFrom('schedule_file').select('stored_name').where('stored_name', 'in', stored))
          .execute()
  const known = new Set(rows.map(({ stored_name }) => stored_name))
  return names.filter((name) => !known.has(name))
}

const ownerKey = 'storage.owner'

async function ownerOf(db: Kysely<Database>): Promise<string> {
  const setting = { key: ownerKey, value: JSON.stringify({ id: randomUUID() }) }
  await db
    .insertInto('setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('setting')
    .select(sql<string>`value->>'id'`.as('id'))
    .where('key', '=', ownerKey)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Mark the storage as that of this database, after a backup was restored. A database without an id leaves the mark
 * empty, so that the first process that looks sets it.
 */
export async function adoptStorage(db: Kysely<Database>, storage: Storage): Promise<void> {
  const row = await db
    .selectFrom('setting')
    .select(sql<string>`value->>'id'`.as('id'))
    .where('key', '=', ownerKey)
    .executeTakeFirst()
  await storage.setOwner(row?.id ?? '')
}

/**
 * Tell whether the storage belongs to this database. A process started by mistake on another database, perhaps an empty
 * one, would find no row for any file. The first database that uses a storage marks it.
 */
async function isOurs(db: Kysely<Database>, storage: Storage): Promise<boolean> {
  const id = await ownerOf(db)
  const owner = await storage.owner()
  if (owner === null) await storage.setOwner(id)
  return owner === null || owner === id
}

/**
 * Remove unused sketches, and files without a row. Files changed at or after `leftBefore` are kept, because they may
 * belong to an upload that is still running, here or in another process.
 */
export async function sweepAttachments(
  db: Kysely<Database>,
  storage: Storage,
  now: Date,
  leftBefore: Date,
): Promise<Swept> {
  const swept: Swept = { rows: 0, files: 0, foreign: false }
  if (await isStorageLost(db, storage)) return { ...swept, lost: true }
  for (let names = await removeUnused(db, now); names.length > 0; names = await removeUnused(db, now)) {
    for (const name of names) await storage.remove(name)
    swept.rows += names.length
    swept.files += names.length
  }
  if (!(await isOurs(db, storage))) return { ...swept, foreign: true }
  let waiting: string[] = []
  const removeWaiting = async () => {
    for (const name of await withoutRow(db, waiting)) {
      await storage.remove(name)
      swept.files += 1
    }
    waiting = []
  }
  for await (const { name, changedAt } of storage.list()) {
    if (changedAt >= leftBefore) continue
    waiting.push(name)
    if (waiting.length >= chunk) await removeWaiting()
  }
  await removeWaiting()
  return swept
}

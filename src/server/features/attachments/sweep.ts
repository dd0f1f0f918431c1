import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Storage } from '#server/services/storage.ts'
import { parseStoredName } from '#server/services/stored-names.ts'

/** How long an upload may wait for what it was made for, and what was deleted keeps its files. */
const unclaimedDays = 1
const deletedDays = 30
const dayMs = 86_400_000
/** Files looked up by one statement, so that none holds the embedded engine's connection for long. */
const chunk = 500

/** `foreign` = the storage has the mark of another database, and nothing was removed for having no row. */
export type Swept = { rows: number; files: number; foreign: boolean }

type Old = { id: number; stored_name: string }

/** Sketches that no project lists and pictures that no form took, a day after their upload; and what was deleted a month ago. */
const findUnused = (now: Date, ids: readonly number[] | null) => sql<Old>`
  select a.id, a.stored_name from attachment a left join project p on a.owner_kind = 'project' and p.id = a.owner_id
  where a.create_time < ${new Date(now.getTime() - unclaimedDays * dayMs)} and a.owner_kind <> 'projectPdf'
    and (a.owner_kind = 'upload' or a.deleted_at < ${new Date(now.getTime() - deletedDays * dayMs)}
      or a.owner_kind = 'project' and (p.id is null or not p.cold_storage_images @> to_jsonb(a.public_id)
        or p.deleted_at < ${new Date(now.getTime() - deletedDays * dayMs)}))
    ${ids === null ? sql`` : sql`and a.id in (${sql.join(ids)})`}
  order by a.id limit ${sql.lit(chunk)}`

/** Row first, file after: what is left of a crash between is a file without a row, which the next sweep takes. */
async function removeUnused(db: Kysely<Database>, now: Date): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const { rows: seen } = await findUnused(now, null).execute(trx)
    const ids = seen.map(({ id }) => id)
    if (ids.length === 0) return []
    // A project that is being saved with one of them holds its row; check again once the row is ours.
    await trx.selectFrom('attachment').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
    const { rows: unused } = await findUnused(now, ids).execute(trx)
    if (unused.length === 0) return []
    const gone = unused.map(({ id }) => id)
    await trx.deleteFrom('attachment').where('id', 'in', gone).execute()
    return unused.map(({ stored_name }) => stored_name)
  })
}

/** The names among `names` that no row has: what a killed process left behind. */
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

/** A backup has been restored: the files are those of this database now, or of whichever looks first when it had no mark. */
export async function adoptStorage(db: Kysely<Database>, storage: Storage): Promise<void> {
  const row = await db
    .selectFrom('setting')
    .select(sql<string>`value->>'id'`.as('id'))
    .where('key', '=', ownerKey)
    .executeTakeFirst()
  await storage.setOwner(row?.id ?? '')
}

/**
 * Are these the files of this database? A process that was started on another database by mistake, an empty one perhaps, would
 * find that no file has a row. The first database that sees a storage puts its mark there.
 */
async function isOurs(db: Kysely<Database>, storage: Storage): Promise<boolean> {
  const id = await ownerOf(db)
  const owner = await storage.owner()
  if (owner === null) await storage.setOwner(id)
  return owner === null || owner === id
}

/**
 * Removes sketches that nobody uses, and files of which no row knows. `leftBefore` = files changed later may belong to an
 * upload that is under way, here or in another process.
 */
export async function sweepAttachments(
  db: Kysely<Database>,
  storage: Storage,
  now: Date,
  leftBefore: Date,
): Promise<Swept> {
  const swept: Swept = { rows: 0, files: 0, foreign: false }
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

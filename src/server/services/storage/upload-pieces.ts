import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Insertable, type Kysely, sql } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import type { PartialUploadTable } from '#server/db/process-tables.ts'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import type { Storage } from './storage.ts'
import { newStoredName } from './stored-names.ts'

/** The kind of the complete file. */
type Kind = PartialUploadTable['kind']

/**
 * Large uploads, stored piece by piece until they are complete. The pieces are in the storage and their order in the
 * database, so that each piece may arrive at another process.
 */
export type Spool = {
  /** Start an upload. @throws AppError BUSY when too many are in progress */
  begin(owner: string, kind: Kind, now: Date): Promise<string>
  /**
   * Write a piece at `offset`, which must equal the end of the last one. Returns the total bytes received.
   * @throws AppError NOT_FOUND for an unknown id or another owner's, UPLOAD_MALFORMED for a piece at a wrong offset,
   * STORAGE_FULL
   */
  append(id: string, owner: string, piece: { offset: number; bytes: Uint8Array }, now: Date): Promise<number>
  /** Return all pieces in their order. @throws AppError NOT_FOUND */
  open(id: string): Promise<{ kind: Kind; stream: Readable }>
  /** Remove an upload; a missing one counts as removed. */
  remove(id: string): Promise<void>
}

/** Maximum number of uploads in progress, over all processes. */
const mostAtOnce = 4
/** An upload without a new piece for this long is abandoned. */
const patienceMs = 10 * 60_000

/** Insert an upload. Returns false when too many are in progress. */
function insertUpload(
  db: Kysely<Database>,
  { id, owner, kind, changed_at }: Pick<Insertable<PartialUploadTable>, 'id' | 'owner' | 'kind' | 'changed_at'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Without the lock, parallel calls would each count before the others have inserted.
    await sql`select ${lock('spool')}`.execute(trx)
    const { rows } = await sql`insert into partial_upload (id, owner, kind, changed_at)
      select ${id}, ${owner}, ${kind}, ${changed_at} where (select count(*) from partial_upload) < ${mostAtOnce}
      returning id`.execute(trx)
    return rows.length > 0
  })
}

/** Return the upload of an owner. @throws AppError NOT_FOUND */
async function uploadOf(db: Kysely<Database>, id: string, owner: string): Promise<{ kind: Kind; size: number }> {
  const upload = await db
    .selectFrom('partial_upload')
    .select(['kind', 'size'])
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst()
  if (!upload) throw new AppError('NOT_FOUND')
  return { kind: upload.kind, size: Number(upload.size) }
}

export function createSpool({ db, storage }: { db: Kysely<Database>; storage: Storage }): Spool {
  /** Remove the pieces; one that fails has no row any more, so the daily cleanup of the storage deletes it. */
  async function removePieces(rows: readonly { pieces: readonly string[] }[]): Promise<void> {
    for (const name of rows.flatMap(({ pieces }) => pieces)) await storage.remove(name).catch(() => undefined)
  }
  const remove = async (id: string) =>
    removePieces(await db.deleteFrom('partial_upload').where('id', '=', id).returning('pieces').execute())

  return {
    async begin(owner, kind, now) {
      const givenUp = new Date(now.getTime() - patienceMs)
      await removePieces(
        await db.deleteFrom('partial_upload').where('changed_at', '<', givenUp).returning('pieces').execute(),
      )
      const id = randomBytes(16).toString('hex')
      if (!(await insertUpload(db, { id, owner, kind, changed_at: now }))) throw new AppError('BUSY')
      return id
    },
    async append(id, owner, { offset, bytes }, now) {
      const { kind, size } = await uploadOf(db, id, owner)
      if (size !== offset) throw new AppError('UPLOAD_MALFORMED')
      const { storedName } = newStoredName(kind)
      try {
        await storage.put(storedName, bytes)
      } catch (error) {
        await remove(id)
        throw error
      }
      // Two pieces for one offset, in any processes: the first one wins.
      const taken = await db
        .updateTable('partial_upload')
        .set({ pieces: sql`array_append(pieces, ${storedName})`, size: offset + bytes.length, changed_at: now })
        .where('id', '=', id)
        .where('size', '=', String(offset))
        .executeTakeFirst()
      if (taken.numUpdatedRows === 1n) return offset + bytes.length
      await removePieces([{ pieces: [storedName] }])
      throw new AppError('UPLOAD_MALFORMED')
    },
    async open(id) {
      const file = await db
        .selectFrom('partial_upload')
        .select(['kind', 'pieces'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!file) throw new AppError('NOT_FOUND')
      const { kind, pieces } = file
      async function* content() {
        for (const name of pieces) yield* (await storage.open(name)).stream
      }
      return { kind, stream: Readable.from(content(), { objectMode: false }) }
    },
    remove,
  }
}

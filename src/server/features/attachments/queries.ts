import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { AttachmentTable } from '#server/db/project-tables.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'

export type Attachment = Selectable<AttachmentTable>

/**
 * Insert the row of a file. Store the file first: a row without a file must not exist, and a file without a row is
 * removed by the sweep.
 */
export async function insertAttachment(db: Db, values: Insertable<AttachmentTable>): Promise<Attachment> {
  return db.insertInto('attachment').values(values).returningAll().executeTakeFirstOrThrow()
}

/**
 * Return the attachments of `publicIds` that exist, in the same order. This function does not check whether the user
 * may see them.
 */
export async function findAttachments(db: Db, publicIds: readonly string[]): Promise<Attachment[]> {
  if (publicIds.length === 0) return []
  const rows = await db
    .selectFrom('attachment')
    .selectAll()
    .where('public_id', 'in', publicIds)
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(rows.map((row) => [row.public_id, row]))
  return publicIds.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Attach uploads to a project, in the transaction that saves it. Each must be an unused upload of the caller, or
 * already belong to this project. `userId` null = the terminal.
 * @throws AppError NOT_FOUND both for an upload of somebody else and for one that does not exist
 */
export async function claimAttachments(
  trx: Transaction<Database>,
  publicIds: readonly string[],
  projectId: number,
  userId: number | null,
): Promise<void> {
  const wanted = [...new Set(publicIds)]
  if (wanted.length === 0) return
  const claimed = await trx
    .updateTable('attachment')
    .set({ owner_id: projectId })
    .where('public_id', 'in', wanted)
    .where('owner_kind', '=', 'project')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('owner_id', '=', projectId),
        eb.and([eb('owner_id', 'is', null), eb('user_id', 'is not distinct from', userId)]),
      ]),
    )
    .returning('id')
    .execute()
  if (claimed.length !== wanted.length) throw new AppError('NOT_FOUND')
}

/**
 * Return the attachments of `publicIds` that a user has uploaded or that are in the user's projects, in the same order.
 */
export async function findOwnAttachments(
  db: Kysely<Database>,
  publicIds: readonly string[],
  userId: number | null,
): Promise<Attachment[]> {
  const found = await findAttachments(db, publicIds)
  const projectIds = found.flatMap(({ owner_kind, owner_id }) =>
    owner_kind === 'project' && owner_id !== null ? [owner_id] : [],
  )
  const projects =
    projectIds.length === 0 || userId === null
      ? []
      : await db
          .selectFrom('project')
          .select('id')
          .where('id', 'in', projectIds)
          .where('user_id', '=', userId)
          .where('deleted_at', 'is', null)
          .execute()
  const own = new Set(projects.map(({ id }) => id))
  return found.filter(
    ({ owner_kind, owner_id, user_id }) =>
      owner_kind === 'project' && (owner_id === null ? user_id === userId : own.has(owner_id)),
  )
}

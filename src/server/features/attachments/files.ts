import { type Kysely, sql, type Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import { auditRow } from '#server/db/audit-row.ts'
import type { Database } from '#server/db/tables.ts'
import { countPhotos } from '#server/features/repairs/photos.ts'
import { parseStoredName, storedTypes } from '#server/services/storage/stored-names.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { Picture, PictureOwner, PictureRequest, PictureUpload } from '#shared/attachments.ts'
import { AppError } from '#shared/errors.ts'
import type { FileParts } from '#shared/files.ts'
import { pathOf } from './images.ts'
import { checkDeletable, checkReadable, tenantOfOwner } from './owners.ts'
import { pictureOf } from './pictures.ts'
import type { Attachment } from './queries.ts'
import { storePicture } from './store-picture.ts'

/** Return the owner of a picture. An avatar without an owner id belongs to the caller. */
function ownerOf(
  ctx: SignedInContext,
  { ownerKind, ownerId }: PictureUpload,
): { kind: PictureOwner; id: number } | null {
  if (ownerKind === undefined) return null
  const id = ownerId ?? (ownerKind === 'user' ? ctx.viewer.userId : null)
  return id === null ? null : { kind: ownerKind, id }
}

/** Set a user's avatar. A user has one, so the former one is deleted. */
async function setAvatar(trx: Transaction<Database>, { id, owner_id }: Attachment, now: Date): Promise<void> {
  await sql`update attachment set deleted_at = ${now} where owner_kind = 'user' and owner_id = ${owner_id} and id <> ${id} and deleted_at is null`.execute(
    trx,
  )
  await trx
    .updateTable('app_user')
    .set({ avatar_id: id, update_time: now })
    .where('id', '=', Number(owner_id))
    .execute()
}

/**
 * Store a re-encoded picture, either for a form that refers to it later or directly for its owner.
 * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION for too many photos of a repair
 */
export async function uploadPicture(ctx: SignedInContext, input: PictureUpload): Promise<Picture> {
  const owner = ownerOf(ctx, input)
  if (!owner)
    return pictureOf(ctx.services.links, await storePicture(ctx, input, { kind: 'upload', id: null }), ctx.clock())
  const companyId = await tenantOfOwner(ctx, 'write', owner.kind, owner.id)
  const stored = await storePicture(ctx, input, { ...owner, companyId }, async (trx, attachment) => {
    if (owner.kind === 'user') await setAvatar(trx, attachment, ctx.clock())
    if (owner.kind === 'repair') await countPhotos(trx, owner.id)
    const details = { ownerKind: owner.kind, ownerId: owner.id }
    await auditRow(
      trx,
      ctx,
      { kind: 'attachment' },
      { id: attachment.id, company_id: companyId },
      { action: 'attachments.upload', details },
    )
  })
  return pictureOf(ctx.services.links, stored, ctx.clock())
}

async function findOne(db: Kysely<Database>, id: number | string): Promise<Attachment> {
  const query = db.selectFrom('attachment').selectAll().where('deleted_at', 'is', null)
  const found = await (typeof id === 'number'
    ? query.where('id', '=', id)
    : query.where('public_id', '=', id)
  ).executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Tell whether a file is the picture of a company, which is shown before the user signs in. */
async function isBranding(ctx: Context, { id, owner_kind, owner_id }: Attachment): Promise<boolean> {
  if (owner_kind !== 'company' || owner_id === null) return false
  const { rows } =
    await sql`select from company where id = ${owner_id} and deleted_at is null and ${id}::int in (pic_id, small_pic_id)`.execute(
      ctx.db,
    )
  return rows.length > 0
}

/**
 * Stream a file to callers with a signed address and to those who may see its owner. Pictures of companies are public.
 * @throws AppError NOT_FOUND alike for a file that is missing, deleted or out of scope; STORAGE_AWAY; TOKEN_UNKNOWN and
 * similar for a caller who is not signed in
 */
export async function* downloadFile(ctx: Context, { id, expires, signature }: PictureRequest): FileParts {
  const { links, storage } = ctx.services
  const attachment = await findOne(ctx.db, id).catch((error: unknown) => {
    // A caller who is not signed in must not learn which ids exist.
    throw ctx.viewer ? error : (ctx.refusal ?? new AppError('TOKEN_UNKNOWN'))
  })
  const signed = expires !== undefined && signature !== undefined
  const isSigned =
    signed && links.isValid(pathOf(attachment), attachment.company_id, { expires, signature }, ctx.clock())
  if (!isSigned && !(await isBranding(ctx, attachment))) {
    const { viewer } = ctx
    if (!viewer) throw ctx.refusal ?? new AppError('TOKEN_UNKNOWN')
    await checkReadable({ ...ctx, viewer }, attachment)
  }
  const { extension } = parseStoredName(attachment.stored_name) ?? { extension: 'pdf' as const }
  const { stream, size } = await storage.open(attachment.stored_name)
  yield {
    fileName: attachment.file_name,
    contentType: storedTypes[extension],
    size,
    ...(extension === 'pdf' ? {} : { picture: true as const }),
  }
  for await (const piece of stream) yield { base64: Buffer.from(piece).toString('base64') }
}

/** Clear the references to a picture that is being deleted. */
async function forget(trx: Transaction<Database>, { id, owner_kind, owner_id, public_id }: Attachment): Promise<void> {
  if (owner_kind === 'projectPdf') throw new AppError('IN_USE')
  if (owner_kind === 'project') {
    const { rows } =
      await sql`select from project where id = ${owner_id} and deleted_at is null and cold_storage_images @> to_jsonb(${public_id}::text)`.execute(
        trx,
      )
    // A sketch is removed by saving the project's form, which checks the row version.
    if (rows.length > 0) throw new AppError('IN_USE')
  }
  if (owner_kind === 'user')
    await trx.updateTable('app_user').set({ avatar_id: null }).where('avatar_id', '=', id).execute()
  for (const table of ['company', 'client'] as const) {
    for (const column of ['pic_id', 'small_pic_id'] as const) {
      await trx
        .updateTable(table)
        .set((eb) => ({ [column]: null, row_version: eb('row_version', '+', 1) }))
        .where(column, '=', id)
        .execute()
    }
  }
}

/**
 * @throws AppError NOT_FOUND also for a file that is already deleted; IN_USE for reports, and for sketches that a
 * project lists
 */
export async function deleteFile(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  await checkDeletable(ctx, await findOne(ctx.db, id))
  await ctx.db.transaction().execute(async (trx) => {
    const attachment = await trx
      .selectFrom('attachment')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!attachment) throw new AppError('NOT_FOUND')
    await forget(trx, attachment)
    await trx.updateTable('attachment').set({ deleted_at: ctx.clock() }).where('id', '=', id).execute()
    const details = { ownerKind: attachment.owner_kind, ownerId: attachment.owner_id }
    await auditRow(trx, ctx, { kind: 'attachment' }, attachment, { action: 'attachments.delete', details })
  })
  return { id }
}

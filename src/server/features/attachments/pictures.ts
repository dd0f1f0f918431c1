import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Links } from '#server/services/storage/signed-links.ts'
import type { Picture, PictureOwner } from '#shared/attachments.ts'
import { AppError } from '#shared/errors.ts'
import { projectImage } from './images.ts'
import type { Attachment } from './queries.ts'

/** Return a picture in the form that rows use. Call it only for a caller who may see the owner of the picture. */
export function pictureOf(links: Links, attachment: Attachment, now: Date): Picture {
  const { url, fileName, width, height } = projectImage(links, attachment, now)
  return { id: attachment.id, url, fileName, width, height }
}

type Reader = { readDb: Kysely<Database>; services: { links: Links }; clock: () => Date }

/** Return pictures by id; missing ones are left out. Call it only with ids from rows that the caller may see. */
export async function picturesById(ctx: Reader, ids: readonly (number | null)[]): Promise<Map<number, Picture>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await ctx.readDb
    .selectFrom('attachment')
    .selectAll()
    .where('id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, pictureOf(ctx.services.links, row, ctx.clock())]))
}

/** Return a function from avatar id to signed URL. Call it only with ids from rows that the caller may see. */
export async function avatarUrls(
  ctx: Reader,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string | null> {
  const pictures = await picturesById(ctx, [...new Set(ids)])
  return (id) => (id === null ? null : (pictures.get(id)?.url ?? null))
}

/** Return the URL of a user's avatar; null = there is none. */
export const avatarOf = async (
  ctx: Omit<Reader, 'readDb'> & { db: Kysely<Database> },
  id: number | null,
): Promise<string | null> =>
  id === null ? null : ((await picturesById({ ...ctx, readDb: ctx.db }, [id])).get(id)?.url ?? null)

type Claim = { kind: PictureOwner; ownerId: number; companyId: number; userId: number | null; now: Date }

/**
 * Attach exactly these pictures to an owner, in the transaction that saves the owner. Each must be an unused upload of
 * the caller, or already belong to this owner. Other pictures of the owner are deleted.
 * @throws AppError NOT_FOUND both for a picture of somebody else and for one that does not exist
 */
export async function keepPictures(
  trx: Transaction<Database>,
  { kind, ownerId, companyId, userId, now }: Claim,
  ids: readonly (number | null)[],
): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  await sql`update attachment set deleted_at = ${now} where owner_kind = ${kind} and owner_id = ${ownerId} and deleted_at is null
    and not id = any(${wanted}::int[])`.execute(trx)
  if (wanted.length === 0) return
  const kept = await sql`update attachment set owner_kind = ${kind}, owner_id = ${ownerId}, company_id = ${companyId}
    where id = any(${wanted}::int[]) and deleted_at is null
      and ((owner_kind = ${kind} and owner_id = ${ownerId}) or (owner_kind = 'upload' and user_id is not distinct from ${userId}::int))
    returning id`.execute(trx)
  if (kept.rows.length !== wanted.length) throw new AppError('NOT_FOUND')
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { pictureOf } from '#server/features/attachments/pictures.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { mostRepairPhotos, type Picture } from '#shared/attachments.ts'
import { AppError } from '#shared/errors.ts'
import { readable } from './conditions.ts'

/** Return the base of a repair record. @throws AppError NOT_FOUND for one that is missing or out of the set, alike */
export async function tenantOfRepair(db: Kysely<Database>, set: DeviceSet, id: number): Promise<number> {
  if (set.companyIds.length === 0) throw new AppError('NOT_FOUND')
  const { rows } = await sql<{ company_id: number }>`select company_id from repair_daily
    where id = ${id} and ${readable(set)}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row.company_id
}

/** Return the photos of a record that the caller sees, the oldest first. @throws AppError NOT_FOUND */
export async function findPhotos(ctx: SignedInContext, id: number): Promise<Picture[]> {
  await tenantOfRepair(ctx.db, await ctx.services.places.narrow(ctx.scope), id)
  const photos = await ctx.db
    .selectFrom('attachment')
    .selectAll()
    .where('owner_kind', '=', 'repair')
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return photos.map((photo) => pictureOf(ctx.services.links, photo, ctx.clock()))
}

/**
 * Check the number of photos; call it in the transaction that adds one. Two concurrent uploads could both be the ninth,
 * so that the second waits.
 * @throws AppError VALIDATION beyond `mostRepairPhotos` of a record
 */
export async function countPhotos(trx: Transaction<Database>, repairId: number): Promise<void> {
  await sql`select ${lock('photos', repairId)}`.execute(trx)
  const { rows } = await sql<{ photos: number }>`select count(*)::int as photos from attachment
    where owner_kind = 'repair' and owner_id = ${repairId} and deleted_at is null`.execute(trx)
  if ((rows[0]?.photos ?? 0) > mostRepairPhotos)
    throw new AppError('VALIDATION', {
      field: 'ownerId',
      problem: 'problem.mostPhotos',
      values: { limit: mostRepairPhotos },
    })
}

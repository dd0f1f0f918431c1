import { sql } from 'kysely'
import { isOneOf } from '#server/db/device-set.ts'
import { windowOf } from '#server/db/page-window.ts'
import { containing } from '#server/db/search-texts.ts'
import { notUndone } from '#server/features/devices/undone-events.ts'
import { getBatch } from '#server/features/feeds/batches.ts'
import { namesOf } from '#server/services/places/owner-names.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { OwnershipChange } from '#shared/ownership.ts'
import type { Transferred, TransferredRequest } from '#shared/transfers.ts'

type Stored = { id: number; serial: string; change: OwnershipChange; undone: boolean }

/**
 * Return the machines that a transfer, or a feed with other owners, gave to another owner, in the order of their
 * serials.
 * @throws AppError NOT_FOUND for a batch outside of the caller's reach
 */
export async function transferredBy(
  ctx: SignedInContext,
  { batchId, serial, ...paging }: TransferredRequest,
): Promise<Transferred> {
  const territory = await ctx.services.places.narrow(ctx.scope)
  const { undoable } = await getBatch(ctx.readDb, territory, batchId)
  const { offset, limit } = windowOf(paging)
  const named = serial ? sql`and upper(d.serial) like upper(${containing(serial)})` : sql``
  const found = sql`device_event e join device d on d.id = e.device_id and ${isOneOf('d.company_id', undoable.companyIds)}
    where e.batch_id = ${batchId} and e.cause = 'transfer' and ${isOneOf('e.company_id', undoable.companyIds)} ${named}`
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(ctx.readDb)
  const { rows } = await sql<Stored>`select d.id, d.serial, e.change, not (${notUndone}) as undone from ${found}
    order by d.serial, d.id offset ${offset} limit ${limit}`.execute(ctx.readDb)
  const reader = { book: await ctx.services.places.book(), set: territory, language: ctx.request.language }
  const data = rows.map(({ id, serial: printed, change, undone }) => ({
    deviceId: id,
    serial: printed,
    date: change.date,
    from: namesOf(reader, change.from),
    to: namesOf(reader, change.to),
    undone,
  }))
  return { data, totalCount: counted.rows[0]?.total ?? 0 }
}

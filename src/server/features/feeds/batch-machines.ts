import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOneOf, type Territory } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { keepList } from '#server/features/devices/serial-lists.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { type BatchMachinesRequest, type KeptSerialList, longestMachineList } from '#shared/serial-lists.ts'
import { getBatch } from './batches.ts'
import { beforeParts, beforeRows } from './before-rows.ts'
import type { UndoableBatch } from './undo-obstacle.ts'

/**
 * Select machines by their state before the first event of the batch and after the last: a new machine is registered
 * first and then measured.
 */
const changedNow = (
  batch: UndoableBatch,
  territory: Territory,
  { from, to }: BatchMachinesRequest,
): RawBuilder<unknown> => sql`
  select device_id from device_event
  where batch_id = ${batch.id} and ${isOneOf('company_id', territory.companyIds)} and cause in ('registered', 'feed')
  group by device_id
  having (array_agg(from_state order by id))[1] is not distinct from ${from ?? null}::device_state
    and (array_agg(to_state order by id desc))[1] = ${to}::device_state`

/**
 * Select machines of a batch for a past day. Such a batch writes no events, so the kept state of that day is compared
 * with the daily row.
 */
const changedOfDay = (
  batch: UndoableBatch,
  territory: Territory,
  part: number,
  { from, to }: BatchMachinesRequest,
): RawBuilder<unknown> => sql`
  select b.device_id from ${beforeRows(batch.id, part, ['device_id', 'had_day', 'day_state'])}
  join device_daily r on ${isOneOf('r.company_id', territory.companyIds)} and r.business_date = ${batch.businessDate}::date and r.device_id = b.device_id
  where r.batch_id = ${batch.id} and r.state = ${to}::device_state
    and case when b.had_day then b.day_state end is not distinct from ${from ?? null}::device_state`

async function changedDevices(
  db: Kysely<Database>,
  batch: UndoableBatch,
  territory: Territory,
  request: BatchMachinesRequest,
): Promise<number[]> {
  const queries = batch.restated
    ? (await beforeParts(db, batch.id)).map(({ part }) => changedOfDay(batch, territory, part, request))
    : [changedNow(batch, territory, request)]
  const found: number[] = []
  for (const query of queries) {
    const { rows } = await sql<{
      device_id: number
    }>`select device_id from (${query}) changed order by device_id limit ${longestMachineList + 1}`.execute(db)
    for (const { device_id } of rows) found.push(device_id)
  }
  return found
}

/**
 * Keep the machines that a batch has taken from one state to another as a list, so that the device list can show them.
 * @throws AppError NOT_FOUND outside the territory, or when the machines are no longer known; TOO_WIDE for more
 * machines than a list may hold
 */
export async function keepBatchMachines(ctx: SignedInContext, request: BatchMachinesRequest): Promise<KeptSerialList> {
  const territory = await ctx.services.places.narrow(ctx.scope)
  const { undoable } = await getBatch(ctx.db, territory, request.id)
  const deviceIds = territory.companyIds.length === 0 ? [] : await changedDevices(ctx.db, undoable, territory, request)
  if (deviceIds.length === 0) throw new AppError('NOT_FOUND', { word: 'error.batchMachinesGone' })
  return keepList(ctx.db, ctx, { deviceIds, origin: { kind: 'batch', batchId: undoable.id } })
}

import { sql, type Transaction } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import { refuseOutdated } from '#server/db/edit-conflict.ts'
import { oneLiveDevice } from '#server/db/one-device.ts'
import type { Database } from '#server/db/tables.ts'
import { findParts } from '#server/features/goods/parts.ts'
import { lockStock, type Move, moveStock } from '#server/features/stock/move-stock.ts'
import { refuseFractions } from '#server/features/stock/whole-numbers.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { PartRow } from '#shared/goods.ts'
import { type ClearedMachine, type PartChange, type PartsUpdate, stockNumber } from '#shared/stock.ts'

type Machine = Awaited<ReturnType<typeof oneLiveDevice>>

/**
 * Lock the machine and its parts until the transaction ends.
 * @throws AppError NOT_FOUND, DEVICE_SCRAPPED
 */
async function holdMachine(
  trx: Transaction<Database>,
  set: DeviceSet,
  id: number,
): Promise<{ machine: Machine; parts: PartRow[] }> {
  const machine = await oneLiveDevice(trx, set, id)
  await lockStock(trx, [machine.company_id])
  return { machine, parts: await findParts(trx, set, id) }
}

const changesOf = ({ parts, materialId, number, notes, rowVersion }: PartsUpdate): PartChange[] =>
  parts ?? (materialId === undefined || number === undefined ? [] : [{ materialId, number, notes, rowVersion }])

/**
 * Set the number of the named parts in a machine. Added parts are taken from the stock of its company, and removed
 * parts are returned to it. Parts that are not named do not change.
 * @returns all parts that are fitted now
 * @throws AppError NOT_FOUND for a machine or goods, VALIDATION for a fraction of a piece, DEVICE_SCRAPPED,
 * EDITED_BY_OTHERS, STOCK_SHORT
 */
export async function updateParts(ctx: SignedInContext, request: PartsUpdate): Promise<PartRow[]> {
  const set = await ctx.services.places.narrow(ctx.scope)
  const changes = changesOf(request)
  return ctx.db.transaction().execute(async (trx) => {
    const { machine, parts } = await holdMachine(trx, set, request.id)
    const ids = changes.map(({ materialId }) => materialId)
    const { rows } = await sql<{ id: number; name: string; unit: string | null }>`
      select id, name, unit from material where id = any(${ids}::int[]) for key share`.execute(trx)
    if (rows.length !== ids.length) throw new AppError('NOT_FOUND')
    refuseFractions(ctx, 'parts', changes, rows)
    const moves = changes.map(({ materialId, number, notes, rowVersion }): Move => {
      const part = parts.find((fitted) => fitted.materialId === materialId)
      refuseOutdated(part?.rowVersion, rowVersion)
      const fitted = stockNumber(number - (part?.number ?? 0))
      const changedNotes = notes !== undefined && notes !== (part?.notes ?? null) && number > 0
      return {
        ...{ companyId: machine.company_id, materialId, machineId: machine.id, stock: -fitted, fitted },
        ...(changedNotes ? { partNotes: notes } : {}),
      }
    })
    const origin = { cause: 'fit' as const, at: ctx.clock(), userId: ctx.viewer.userId, language: ctx.request.language }
    await moveStock(trx, moves, origin)
    const named = changes.map(({ materialId, number }) => ({
      name: rows.find(({ id }) => id === materialId)?.name,
      number,
    }))
    const details = {
      serial: machine.serial,
      parts: named,
      before: parts.map(({ name, number }) => ({ name, number })),
    }
    await auditRow(trx, ctx, { kind: 'device' }, machine, { action: 'machines.updateParts', details })
    return findParts(trx, set, machine.id)
  })
}

/**
 * Return all parts of a machine to the stock of its company. The machine and its state do not change.
 * @throws AppError NOT_FOUND, DEVICE_SCRAPPED
 */
export async function clearMachine(ctx: SignedInContext, id: number): Promise<ClearedMachine> {
  const set = await ctx.services.places.narrow(ctx.scope)
  return ctx.db.transaction().execute(async (trx) => {
    const { machine, parts } = await holdMachine(trx, set, id)
    const moves = parts.map(
      ({ materialId, number }): Move => ({
        companyId: machine.company_id,
        materialId,
        machineId: machine.id,
        stock: number,
        fitted: -number,
      }),
    )
    await moveStock(trx, moves, {
      cause: 'clear',
      at: ctx.clock(),
      userId: ctx.viewer.userId,
      language: ctx.request.language,
    })
    const moved = parts.map(({ materialId, name, unit, number }) => ({ materialId, name, unit, number }))
    const details = { serial: machine.serial, moved: moved.map(({ name, number }) => ({ name, number })) }
    await auditRow(trx, ctx, { kind: 'device' }, machine, { action: 'machines.clear', details })
    return { id: machine.id, serial: machine.serial, moved }
  })
}

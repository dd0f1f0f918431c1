import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { MarkAnswer, MarkRequest } from '#shared/selected-devices.ts'
import { transition } from '#shared/transitions.ts'
import { readHashRules } from './hash-rules.ts'
import { devicesOf, holdDevices, readDevices, setOf } from './hold-devices.ts'
import { writeChanges } from './write-changes.ts'
import type { StateChange } from './write-states.ts'

/** The most serials that one entry of the audit log contains. The device events contain all. */
const namedSerials = 50

type OfBase = { serials: string[]; refused: MarkAnswer['refused'] }
const noneRefused = (): MarkAnswer['refused'] => ({ scrapped: 0, otherState: 0 })

/**
 * Write an audit log entry for each base with a changed device, so that the log of each base tells about its own
 * devices.
 */
async function auditBases(
  trx: Transaction<Database>,
  ctx: SignedInContext,
  ofBases: ReadonlyMap<number, OfBase>,
  details: Record<string, unknown>,
): Promise<void> {
  for (const [companyId, { serials, refused }] of ofBases)
    if (serials.length > 0)
      await ctx.services.audit.write(trx, ctx, {
        action: 'devices.mark',
        targetKind: 'device',
        companyId,
        details: { ...details, devices: serials.length, refused, serials: serials.slice(0, namedSerials) },
      })
}

/**
 * Mark one device, several, or all that match a list, as lost, found or scrapped. Devices whose transition is refused
 * stay as they are and are counted.
 */
export async function markDevices(
  ctx: SignedInContext,
  { mark, selection, reason, dryRun = false }: MarkRequest,
): Promise<MarkAnswer> {
  const set = await setOf(ctx, selection)
  return ctx.db.transaction().execute(async (trx) => {
    const devices = await devicesOf((condition) => (dryRun ? readDevices : holdDevices)(trx, set, condition), selection)
    const rules = await readHashRules(trx)
    const refused = noneRefused()
    const changes: StateChange[] = []
    const ofBases = new Map<number, OfBase>()
    for (const device of devices) {
      const ofBase = ofBases.get(device.company_id) ?? { serials: [], refused: noneRefused() }
      ofBases.set(device.company_id, ofBase)
      const decided = transition(device, { cause: mark }, rules)
      if (decided.kind === 'change') {
        changes.push({
          deviceId: device.id,
          companyId: device.company_id,
          from: device.state,
          to: decided.to,
          cause: mark,
        })
        ofBase.serials.push(device.serial)
      } else {
        const reason =
          decided.kind === 'refused' && decided.reason === 'DEVICE_SCRAPPED' ? ('scrapped' as const) : 'otherState'
        refused[reason] += 1
        ofBase.refused[reason] += 1
      }
    }
    if (!dryRun && changes.length > 0) {
      await writeChanges(trx, ctx, changes, { at: ctx.clock(), userId: ctx.viewer.userId, note: reason ?? null })
      const details = { mark, reason: reason ?? null, selection: 'ids' in selection ? 'ids' : selection }
      await auditBases(trx, ctx, ofBases, details)
    }
    return { mark, changed: changes.length, refused, dryRun }
  })
}

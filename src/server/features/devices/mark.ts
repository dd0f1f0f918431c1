import type { SignedInContext } from '#server/trpc.ts'
import type { MarkAnswer, MarkRequest } from '#shared/selected-devices.ts'
import { transition } from '#shared/transitions.ts'
import { readHashRules } from './hash-rules.ts'
import { devicesOf, filtersOf, holdDevices, readDevices } from './hold-devices.ts'
import { writeChanges } from './write-changes.ts'
import type { StateChange } from './write-states.ts'

/** The most serials that one entry of the audit log contains. The device events contain all. */
const namedSerials = 50

/**
 * Mark one device, several, or all that match a list, as lost, found or scrapped. Devices whose transition is refused
 * stay as they are and are counted.
 */
export async function markDevices(
  ctx: SignedInContext,
  { mark, selection, reason, dryRun = false }: MarkRequest,
): Promise<MarkAnswer> {
  const set = await ctx.services.places.narrow(ctx.scope, filtersOf(selection))
  return ctx.db.transaction().execute(async (trx) => {
    const devices = await devicesOf((condition) => (dryRun ? readDevices : holdDevices)(trx, set, condition), selection)
    const rules = await readHashRules(trx)
    const refused = { scrapped: 0, otherState: 0 }
    const changes: StateChange[] = []
    const serials: string[] = []
    for (const device of devices) {
      const decided = transition(device, { cause: mark }, rules)
      if (decided.kind === 'change') {
        changes.push({
          deviceId: device.id,
          companyId: device.company_id,
          from: device.state,
          to: decided.to,
          cause: mark,
        })
        serials.push(device.serial)
      } else if (decided.kind === 'refused' && decided.reason === 'DEVICE_SCRAPPED') refused.scrapped += 1
      else refused.otherState += 1
    }
    if (!dryRun && changes.length > 0) {
      await writeChanges(trx, ctx, changes, { at: ctx.clock(), userId: ctx.viewer.userId, note: reason ?? null })
      await ctx.services.audit.write(trx, ctx, {
        action: 'devices.mark',
        targetKind: 'device',
        details: {
          mark,
          reason: reason ?? null,
          devices: changes.length,
          refused,
          serials: serials.slice(0, namedSerials),
          selection: 'ids' in selection ? 'ids' : selection,
        },
      })
    }
    return { mark, changed: changes.length, refused, dryRun }
  })
}

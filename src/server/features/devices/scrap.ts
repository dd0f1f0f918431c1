import { auditRow } from '#server/db/audit-row.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { ScrapRequest } from '#shared/devices.ts'
import { transitionWithin } from './transitions.ts'

/** Scrap a device for good (C028). A second time is refused, because the first was final. */
export function scrapDevice(
  ctx: SignedInContext,
  { id, reason }: ScrapRequest,
): Promise<{ id: number; state: 'scrap' }> {
  return ctx.db.transaction().execute(async (trx) => {
    const { companyId, ...device } = await transitionWithin(trx, ctx, id, { cause: 'scrap' }, { note: reason ?? null })
    const details = { serial: device.serial, from: device.from, reason: reason ?? null }
    await auditRow(trx, ctx, { kind: 'device' }, device, { action: 'devices.scrap', companyId, details })
    return { id: device.id, state: 'scrap' }
  })
}

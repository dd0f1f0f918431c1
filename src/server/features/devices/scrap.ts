import { procedure } from '#server/trpc.ts'
import { ScrapRequest } from '#shared/devices.ts'
import { transitionWithin } from './transitions.ts'

/** Takes a device out of service for good (C028); doing it twice is refused, because the first time was final. */
export const scrapDevice = procedure('devices.scrap')
  .input(ScrapRequest)
  .mutation(
    ({ ctx, input }): Promise<{ id: number; state: 'scrap' }> =>
      ctx.db.transaction().execute(async (trx) => {
        const device = await transitionWithin(trx, ctx, input.id, { cause: 'scrap' }, { note: input.reason ?? null })
        await ctx.services.audit.write(trx, ctx, {
          action: 'devices.scrap',
          targetKind: 'device',
          targetId: device.id,
          companyId: device.companyId,
          details: { serial: device.serial, from: device.from, reason: input.reason ?? null },
        })
        return { id: device.id, state: 'scrap' }
      }),
  )

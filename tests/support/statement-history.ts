import { pino } from 'pino'
import { afterAll } from 'vitest'
import { createReports } from '#server/services/pdf/pdf-thread.ts'
import { daysBetween } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import { buildCaller, buildContext, buildViewer } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildClient, buildDaily, buildDevice, buildSite, type Device } from './factories.ts'
import { randomOf } from './random-fleet.ts'

/** Provide two months of a base for statements. */
export function useStatementHistory(database: ReturnType<typeof useDatabase>) {
  const reports = createReports({ logger: pino({ level: 'silent' }) })
  afterAll(reports.close)
  const month = '2026-10'
  const days = daysBetween('2026-09-28', '2026-11-02')
  const random = randomOf(7)

  /** Twelve machines of two owners with changes and gaps; the base misses 2026-10-10 and 2026-10-11. */
  async function history() {
    const { db } = database
    const site = await buildSite(db, { name: '一号站' })
    const owners = [
      await buildClient(db, { company_id: site.tenant_id, name: '甲公司' }),
      await buildClient(db, { company_id: site.tenant_id }),
    ] as const
    const base = await buildViewer(db, {
      company_id: site.tenant_id,
      home_company_id: site.tenant_id,
      nick_name: '基地负责人',
    })
    const own = await buildViewer(db, {
      company_id: site.tenant_id,
      home_company_id: site.tenant_id,
      nick_name: '客户',
      client_id: owners[0].id,
    })
    const devices: Device[] = []
    for (let index = 0; index < 12; index += 1) {
      const device = await buildDevice(db, {
        company_id: site.tenant_id,
        site_id: site.id,
        account_id: null,
        client_id: owners[random(2)]?.id ?? null,
      })
      devices.push(device)
      const begins = days[random(20)] ?? ''
      let owner = owners[random(2)]?.id ?? 0
      for (const day of days.filter((each) => each >= begins && each !== '2026-10-10' && each !== '2026-10-11')) {
        if (random(12) === 0) owner = owners[random(2)]?.id ?? owner
        const state = random(60) === 0 ? 'scrap' : (deviceStates[random(8)] ?? 'normal')
        const reported = random(9) === 0 ? null : random(2) === 0
        await buildDaily(db, device, day, {
          client_id: owner,
          state,
          reported,
          ever_reported: random(8) > 0,
          compliant: random(2) === 0,
        })
        if (state === 'scrap') break
      }
    }
    const context = (viewer: typeof base) =>
      buildContext(db, { viewer, now: '2026-11-20T04:00:00Z', services: { reports } })
    const caller = (viewer = base) => buildCaller(db, { viewer, now: '2026-11-20T04:00:00Z', services: { reports } })
    return { site, owners, devices, base, own, context, caller }
  }
  return { history, month, reports }
}

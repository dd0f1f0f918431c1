import { AppError } from '#shared/errors.ts'
import { buildCaller, buildViewer, testNow } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildCompany, buildDevice, buildSite, type Company } from './factories.ts'
import { recordedAudit } from './services.ts'

/** Provide a base with a site, its manager, and readers of its machines. */
export function useRepairTown(database: ReturnType<typeof useDatabase>) {
  async function manager(tenant: Company, name = '张三', nick_name = '基地负责人') {
    const viewer = await buildViewer(database.db, { company_id: tenant.id, nick_name, name })
    const { audit, written } = recordedAudit()
    const at = (now: Date | string = testNow) => buildCaller(database.db, { viewer, now, services: { audit } })
    return { written, at, call: at() }
  }
  async function town() {
    const tenant = await buildCompany(database.db)
    const site = await buildSite(database.db, { tenant })
    const device = (serial: string, given: Parameters<typeof buildDevice>[1] = {}) =>
      buildDevice(database.db, { site_id: site.id, serial, ...given })
    return { tenant, site, device, ...(await manager(tenant)) }
  }
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { cause?: unknown }) => (error.cause instanceof AppError ? error.cause : error),
    )
  const stateOf = (serial: string) =>
    database.db
      .selectFrom('device')
      .select(['state', 'repair_times'])
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow()
  return { town, stateOf, refusal, manager }
}

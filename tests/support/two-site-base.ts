import { AppError } from '#shared/errors.ts'
import type { useDatabase } from './database.ts'
import { buildDevice } from './factories.ts'
import { feedTown } from './feeds.ts'

/** Provide a base with two sites for feeds, and the results of their lines. */
export function useTwoSiteBase(database: ReturnType<typeof useDatabase>) {
  async function town() {
    const made = await feedTown(database)
    const owners = {
      company_id: made.tenant.id,
      site_id: made.site.id,
      client_id: made.client.id,
      account_id: made.account.id,
    }
    const device = (serial: string, given: object = {}) =>
      buildDevice(database.db, { serial, ...owners, last_report_at: new Date(Date.now() - 3_600_000), ...given })
    const stateOf = async (serial: string) =>
      (await database.db.selectFrom('device').select('state').where('serial', '=', serial).executeTakeFirstOrThrow())
        .state
    const dailyOf = (deviceId: number, day = made.today) =>
      database.db
        .selectFrom('device_daily')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('business_date', '=', day)
        .executeTakeFirst()
    return { ...made, today: made.today, owners, device, stateOf, dailyOf }
  }
  const names = (made: Awaited<ReturnType<typeof town>>) => ({
    site: made.site.name,
    client: made.client.name,
    account: made.account.name,
  })
  const reasons = (result: { errors: { line: number; reason: string }[] }) =>
    result.errors.map(({ line, reason }) => `${line} ${reason}`)
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    )
  return { town, names, codeOf, reasons }
}

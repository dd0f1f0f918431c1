import type { useDatabase } from './database.ts'
import { buildDevice } from './factories.ts'
import { feedTown } from './feeds.ts'

/** A base whose sites report some of their machines. */
export function useAbsentMachines(database: ReturnType<typeof useDatabase>) {
  const hourAgo = () => new Date(Date.now() - 3_600_000)

  async function town() {
    const made = await feedTown(database)
    const owners = {
      company_id: made.tenant.id,
      site_id: made.site.id,
      client_id: made.client.id,
      account_id: made.account.id,
    }
    const device = (serial: string, given: object = {}) =>
      buildDevice(database.db, { serial, ...owners, last_report_at: hourAgo(), state_since: hourAgo(), ...given })
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
    const coverageOf = (siteId: number) =>
      database.db
        .selectFrom('import_coverage')
        .select(['expected', 'reported', 'status'])
        .where('site_id', '=', siteId)
        .where('business_date', '=', made.today)
        .executeTakeFirst()
    return { ...made, today: made.today, owners, device, stateOf, dailyOf, coverageOf }
  }
  return { town }
}

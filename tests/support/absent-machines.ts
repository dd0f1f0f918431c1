import type { useDatabase } from './database.ts'
import { useTwoSiteBase } from './two-site-base.ts'

/** Set up a base whose sites report some of their machines, all in their states since an hour. */
export function useAbsentMachines(database: ReturnType<typeof useDatabase>) {
  const base = useTwoSiteBase(database)

  async function town() {
    const made = await base.town()
    const device = (serial: string, given: object = {}) =>
      made.device(serial, { state_since: new Date(Date.now() - 3_600_000), ...given })
    const coverageOf = (siteId: number) =>
      database.db
        .selectFrom('import_coverage')
        .select(['expected', 'reported', 'status'])
        .where('site_id', '=', siteId)
        .where('business_date', '=', made.today)
        .executeTakeFirst()
    return { ...made, device, coverageOf }
  }
  return { town }
}

import type { Kysely, KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import { createAudit } from '#server/services/audit.ts'
import { createPlaces } from '#server/services/places/places.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDaily, buildDevice, buildSite, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()

/** Watch the queries of a database. Return, for each time until all are answered, how many were open at once. */
function watched(db: Kysely<Database>): { db: Kysely<Database>; peaks: number[] } {
  const peaks: number[] = []
  let open = 0
  let most = 0
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      open += 1
      most = Math.max(most, open)
      return node
    },
    async transformResult({ result }) {
      open -= 1
      if (open === 0) {
        peaks.push(most)
        most = 0
      }
      return result
    },
  }
  return { db: db.withPlugin(watch), peaks }
}

test('Read fleet and work of the start page side by side on several nodes, one by one on one database', async () => {
  const base = await buildCompany(database.db)
  const site = await buildSite(database.db, { tenant: base })
  const device = await buildDevice(database.db, { company_id: base.id, site_id: site.id })
  await buildDaily(database.db, device, '2026-11-20', {})
  const user = await buildUser(database.db, { company_id: base.id, home_company_id: base.id, nick_name: '基地负责人' })
  const viewer = await viewerOf(database.db, user)
  const readOn = async (nodes: { spread?: true }) => {
    const { db, peaks } = watched(database.db)
    const real = createPlaces({ db: database.db })
    const places = {
      ...real,
      narrow: async (...input: Parameters<typeof real.narrow>) => ({ ...(await real.narrow(...input)), ...nodes }),
    }
    const today = await buildCaller(db, { viewer, services: { audit: createAudit(), places } }).today.get()
    return { total: today.fleet?.counts.total, peaks }
  }
  const several = await readOn({ spread: true })
  expect(several.total).toBe(1)
  const wide = (peaks: readonly number[]) => peaks.filter((most) => most >= 4)
  expect(wide(several.peaks)).toHaveLength(2)
  const asStored = await readOn({})
  expect(asStored.total).toBe(1)
  // On the nodes of a test run, the tenants are spread already.
  if (process.env.TEST_CITUS === '1') expect(wide(asStored.peaks)).toHaveLength(2)
  else expect(Math.max(...asStored.peaks)).toBe(1)
})

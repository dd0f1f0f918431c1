import { expect, test } from 'vitest'
import type { Territory } from '#server/db/device-set.ts'
import { serialKey } from '#shared/devices.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice, buildSite } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'
import { territoryOf } from '#tests/support/shape.ts'
import { readNamed } from './read-named.ts'
import { sitesToScan } from './sites-to-scan.ts'

const database = useDatabase()
const machines = 520

test('Read the same machines by a scan of their site, by ranges of ids and one by one', async () => {
  const { db } = database
  const town = await feedTown(database)
  const other = await feedTown(database)
  const second = await buildSite(db, { tenant: town.tenant })
  const named = (serial: string, site: string) =>
    lineOf(serial, { site, type: 'T30', client: town.client.name, account: town.account.name })
  const serials = Array.from({ length: machines }, (_, index) => `s${town.tenant.id}-${index}`)
  const few = [`s${town.tenant.id}-second`, `s${town.tenant.id}-unnamed`]
  await town.apply({ devices: serials.map((serial) => named(serial, town.site.name)) })
  await town.apply({ devices: few.map((serial) => named(serial, second.name)) })
  const lone = await buildDevice(db, { company_id: other.tenant.id, site_id: other.site.id })
  await other.apply({ devices: [lineOf(lone.serial)] })
  const foreign = await buildDevice(db)
  const keys = [...serials, few[0] ?? '', lone.serial, foreign.serial, 'unknown'].map(serialKey)
  const territory: Territory = territoryOf([town.tenant.id, other.tenant.id])
  // Of the second tenant, one machine among so many is looked up by its key.
  const devices = new Map([
    [town.tenant.id, machines],
    [other.tenant.id, 1_000_000],
  ])
  await db.transaction().execute(async (trx) => {
    const read = async (embedded: boolean) => {
      const found = await readNamed(trx, keys, { territory, day: town.today, devices, embedded, batchId: null })
      const fleet = [...found.fleet.values()].sort((left, right) => left.id - right.id)
      return { fleet, elsewhere: [...found.elsewhere], reported: [...found.reported].sort() }
    }
    expect(await sitesToScan(trx, keys, { territory, embedded: false })).toMatchObject([{ siteId: town.site.id }])
    const byKey = await read(true)
    expect(byKey.fleet).toHaveLength(machines + 2)
    expect(byKey.reported).toHaveLength(machines + 2)
    expect(byKey.elsewhere).toEqual([serialKey(foreign.serial)])
    expect(await read(false)).toEqual(byKey)
  })
})

test('Scan no site that has many more machines than a feed names', async () => {
  const { db } = database
  const town = await feedTown(database)
  const { serial } = await buildDevice(db, { company_id: town.tenant.id, site_id: town.site.id })
  await db
    .updateTable('device_place_count')
    .set({ devices: 1_100 })
    .where('company_id', '=', town.tenant.id)
    .where('kind', '=', 'site')
    .execute()
  const keys = [serialKey(serial), ...Array.from({ length: 519 }, (_, index) => `UNKNOWN-${index}`)]
  const territory = territoryOf([town.tenant.id])
  const scanned = await db.transaction().execute((trx) => sitesToScan(trx, keys, { territory, embedded: false }))
  expect(scanned).toEqual([])
})

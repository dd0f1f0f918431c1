import type { Kysely } from 'kysely'
import { beforeAll, expect } from 'vitest'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Viewer } from '#server/viewer.ts'
import { type DeviceFilters, deviceStates } from '#shared/devices.ts'
import type { RepairType } from '#shared/repairs.ts'
import { buildContext, viewerOf } from './context.ts'
import { useDatabase } from './database.ts'
import { explain } from './explain.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildSite, buildUser } from './factories.ts'

const [bases, each] = [3, 12]
/** An instant of a day of November 2026. */
export const atDay = (day: number): Date => new Date(Date.UTC(2026, 10, day))

type Read = (db: Kysely<Database>, book: PlaceBook, set: DeviceSet) => Promise<unknown>
type AlikeFleet = {
  database: ReturnType<typeof useDatabase>
  viewer(): Viewer
  sets(filters?: Partial<DeviceFilters>): Promise<{ book: PlaceBook; set: DeviceSet; nodes: DeviceSet }>
  /** Expect the same response from several nodes. Return the texts of what they were asked. */
  expectAlike(read: Read, filters?: Partial<DeviceFilters>): Promise<string[]>
}

/**
 * Fill a database for the tests of a file with machines of some bases and their records, which headquarters read as on
 * one database and as on several nodes.
 */
export function useAlikeFleet(): AlikeFleet {
  const database = useDatabase({ emptied: 'file' })
  let viewer: Viewer

  /** Add a record of a repair; every third has a return, and one a failure again and a voided record. */
  async function addRepairs(machine: { company_id: number; device_id: number; device_serial: string }, number: number) {
    const { db } = database
    const add = (type: RepairType, day: number, given: object) =>
      db
        .insertInto('repair_daily')
        .values({ ...machine, type, repair_date: `2026-11-${day}`, create_time: atDay(day), ...given })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id } = await add('送修', 10 + number, { user_id: viewer.userId, closed: number % 3 === 0 })
    if (number % 3 === 0) await add('送回', 11 + number, { opened_by_id: id, warranty_until: '2026-12-20' })
    if (number !== 9) return
    await add('送修', 21, { repeat_of_id: id })
    await add('送修', 22, { repeat_of_id: id, voided_at: atDay(23), voided_by: viewer.userId, void_reason: 'twice' })
  }

  beforeAll(async () => {
    const { db, pool } = database
    const headquarters = await buildHeadquarters(db)
    const user = await buildUser(db, { company_id: headquarters.id, name: '张海' })
    viewer = await viewerOf(db, user)
    for (let base = 0; base < bases; base += 1) {
      const tenant = await buildCompany(db)
      const site = await buildSite(db, { tenant })
      for (let number = 0; number < each; number += 1) {
        const { id, serial } = await buildDevice(db, {
          company_id: tenant.id,
          site_id: number % 4 === 0 ? null : site.id,
          serial: `S${(number * 37 + base * 61) % 997}-${base}`,
          state: number === 3 ? 'repaired' : deviceStates[number % 5],
          state_since: atDay(1 + ((number * 7 + base) % 20)),
        })
        const of = [tenant.id, id]
        if (number % 3 === 0)
          await pool.query('insert into device_check(device_id, user_id) values ($1, $2)', [id, user.id])
        if (number % 2 === 0)
          await pool.query('insert into device_facts(company_id, device_id, hall) values ($1, $2, $3)', [...of, serial])
        if (number % 4 === 1)
          await pool.query(
            `insert into device_care(company_id, device_id, state_since, acknowledged_at, acknowledged_by, note, update_time)
              select company_id, id, state_since, '2026-11-20', $3, '看过', now() from device where company_id = $1 and id = $2`,
            [...of, user.id],
          )
        if (number % 2 === 1) await addRepairs({ company_id: tenant.id, device_id: id, device_serial: serial }, number)
      }
    }
  })

  /** Return the machines of all bases as headquarters sees them, as on one database and as on several nodes. */
  async function sets(filters: Partial<DeviceFilters> = {}) {
    const { db } = database
    const { places } = buildContext(db).services
    const set = await places.narrow(await places.scopeOf(viewer, 'all'), filters)
    return { book: await places.book(), set, nodes: { ...set, partial: true, spread: true } }
  }

  /** Expect the same response from several nodes. Return the texts of what they were asked. */
  async function expectAlike(read: Read, filters?: Partial<DeviceFilters>): Promise<string[]> {
    const { book, set, nodes } = await sets(filters)
    const plans = await explain(database, async (db) => {
      expect(await read(db, book, nodes)).toEqual(await read(database.db, book, set))
    })
    return plans.map(({ text }) => text)
  }
  return { database, viewer: () => viewer, sets, expectAlike }
}

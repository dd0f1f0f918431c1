import { type Kysely, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { lock } from '#server/db/advisory-locks.ts'
import type { Database, Db } from '#server/db/tables.ts'
import type { Services } from '#server/services/services.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { writeBaseRows } from './base-rows.ts'
import { dayClock } from './clock-times.ts'
import { createRandom } from './random.ts'
import { simulate } from './simulate.ts'
import { seedDemoUsers } from './users.ts'
import { writeAlerts } from './write-alerts.ts'
import { keepLesson, writeClasses } from './write-classes.ts'
import { writeDailies } from './write-dailies.ts'
import { writeDevices } from './write-devices.ts'
import { writeGoods } from './write-goods.ts'
import { writeBatches, writeCoverage, writeEvents, writeRepairs } from './write-history.ts'
import { writePlaces } from './write-places.ts'
import { writeProjects } from './write-projects.ts'
import { writeReports } from './write-reports.ts'
import { writeStations } from './write-stations.ts'
import { writeTestees } from './write-testees.ts'

export type DemoOptions = {
  db: Kysely<Database>
  /** Without a storage the demonstration has no video. */
  services: Pick<Services, 'passwords'> & Partial<Pick<Services, 'storage'>>
  config: Pick<Config, 'timeZone'>
  clock: () => Date
  seed?: number
  /** Closed days of dailies before today; a smaller number loads faster where only states and repairs matter. */
  closedDays?: number
  /**
   * Prints the report of an exported project; called after everything else. Without it the project has its result, but
   * no file.
   */
  printReport?: (project: { id: number; ownerId: number }) => Promise<void>
}

/** Closed days of dailies before today, and the days before those in which the fleet reaches a steady state. */
export const demoDays = 120
const settlingDays = 20
const demoSeed = 26
/** The first user who signs in finds the projects in their own list. */
const projectOwner = 'admin'

/** Return true when there is no company and no user. */
export async function isEmpty(db: Db): Promise<boolean> {
  const company = await db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  return company === undefined && (await isWithoutUsers(db))
}

/** Return true when there is no user who could sign in. */
export async function isWithoutUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Return the days and instants of the demonstration: day 0 is today, earlier days are negative. */
function calendarOf(options: Pick<DemoOptions, 'clock' | 'config' | 'closedDays'>) {
  const now = options.clock()
  const today = businessDay(now, options.config.timeZone)
  const clockOf = dayClock(now, today, options.config.timeZone)
  const closedDays = options.closedDays ?? demoDays
  const days = new Map(
    Array.from({ length: closedDays + settlingDays + 1 }, (_, back) => [-back, addDays(today, -back)]),
  )
  const day = (index: number) => days.get(index) ?? addDays(today, index)
  const instant = (index: number, seconds: number) => clockOf(day(index), seconds)
  return { now, day, instant, closedDays }
}

/**
 * Load the demonstration into an empty database in one transaction: if the process dies, the database is empty and the
 * next start loads it again. The same seed and day give the same fleet. Later areas (projects, lessons, plans) add one
 * file each here and one line below.
 * @returns false when the database is not empty and nothing was done
 */
export async function loadDemo(options: DemoOptions): Promise<boolean> {
  if (!(await isEmpty(options.db))) return false
  const { now, day, instant, closedDays } = calendarOf(options)
  const history = simulate(createRandom(options.seed ?? demoSeed), {
    first: -closedDays - settlingDays,
    firstClosed: -closedDays,
    today: 0,
    at: instant,
  })
  const { storage } = options.services
  const video = storage ? await keepLesson(storage) : null
  const loaded = await options.db.transaction().execute(async (trx) => {
    // Two processes that start on one empty PostgreSQL wait here for each other; the second finds the data.
    await sql`select ${lock('demonstration')}`.execute(trx)
    if (!(await isEmpty(trx))) return null
    const places = await writePlaces(trx)
    const users = await seedDemoUsers(trx, options.services.passwords, now)
    // The documented list of users starts with the days up to yesterday.
    await trx
      .updateTable('app_user')
      .set({ create_time: instant(-3, 9 * 3_600) })
      .execute()
    const devices = await writeDevices(trx, history.devices, places, (index) => instant(index, 8 * 3_600))
    const managers = ['base', 'base2'].map((userName) => users.get(userName) ?? 0)
    const keys = { places, devices, managers, day }
    const batchIds = await writeBatches(trx, history, keys)
    const repairIds = await writeRepairs(trx, history, keys)
    await writeEvents(trx, history, keys, batchIds, repairIds)
    await writeCoverage(trx, history, keys, batchIds, 0)
    await writeDailies(trx, history, keys, batchIds)
    await writeGoods(trx, instant)
    await writeBaseRows(trx, places.bases)
    const manager = managers[0] ?? null
    await writeAlerts(trx, {
      baseIds: places.bases,
      now,
      timeZone: options.config.timeZone,
      userId: manager,
      instant,
      closedDays,
      day,
    })
    await writeStations(trx, { users, baseIds: places.bases })
    await writeReports(trx, { day, instant, users })
    await writeTestees(trx, { users, baseIds: places.bases, instant })
    await writeClasses(trx, { users, baseIds: places.bases, now, instant, video })
    const ownerId = users.get(projectOwner) ?? 0
    const owner = await trx
      .selectFrom('app_user')
      .select(['id', 'company_id as companyId'])
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return { ownerId, exported: await writeProjects(trx, { owner, timeZone: options.config.timeZone, instant }) }
  })
  if (!loaded) return false
  for (const id of loaded.exported) await options.printReport?.({ id, ownerId: loaded.ownerId })
  return true
}

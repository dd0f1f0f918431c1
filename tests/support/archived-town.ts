import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import type { Database } from '#server/db/tables.ts'
import { closeMonth } from '#server/features/history/close-month.ts'
import type { Changing } from '#server/features/history/swap-month.ts'
import { createArchive } from '#server/services/archive/archive.ts'
import type { Services } from '#server/services/services.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildDaily, buildDevice } from './factories.ts'
import { type FeedTown, feedTown } from './feeds.ts'
import { memoryStorage } from './memory-storage.ts'
import { fakeServices } from './services.ts'

/** The past month of these tests, and days of it. */
export const month = '2026-03'
const days = ['2026-03-01', '2026-03-15', '2026-03-31']

/** Return the rows of a table as JSON in a fixed order, exact to the last digit. */
export async function rowsOf({ db }: ReturnType<typeof useDatabase>, table: string): Promise<string> {
  const { rows } = await sql<{
    rows: string
  }>`select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]')::text as rows from ${sql.table(table)} t`.execute(
    db,
  )
  return rows[0]?.rows ?? ''
}

/** Create a closed month with device-days of two bases, and the service that archives it. */
export async function closedMonth(database: ReturnType<typeof useDatabase>, folder: string) {
  const { db, url } = database
  // A previous test may have left it.
  for (const name of ['device_daily_2026_03', 'device_daily_2026_03_new'])
    await sql`drop table if exists ${sql.table(name)}`.execute(db)
  const town: FeedTown = await feedTown(database)
  const owners = {
    company_id: town.tenant.id,
    site_id: town.site.id,
    client_id: town.client.id,
    account_id: town.account.id,
  }
  for (const [index, state] of (['normal', 'warn', 'offline'] as const).entries()) {
    const times = { create_time: new Date('2026-01-01'), last_report_at: new Date('2026-03-31T12:00:00Z') }
    const device = await buildDevice(db, { serial: `H${index}`, state, ...times, ...owners })
    for (const day of days) await buildDaily(db, device, day, { hash_avg: 30.1 / (index + 3) })
  }
  await buildDaily(db, await buildDevice(db), '2026-03-31', { reported: null, hash_avg: null, client_id: 0 })
  const changing = (more: Partial<Changing> = {}): Changing => ({
    embedded: url === null,
    tries: 1,
    pauseMs: 1,
    ...more,
  })
  await closeMonth(db, month, changing())
  const storage = memoryStorage()
  const archive = createArchive({ storage, folder })
  const parts = (more: Partial<Changing> = {}) => ({ db, archive, storage, changing: changing(more) })
  const services = { ...fakeServices(db, pino({ level: 'silent' })), archive, storage }
  return { town, storage, archive, parts, changing, services }
}
export type ClosedMonth = Awaited<ReturnType<typeof closedMonth>>

/** Return the rows of the month in a manager's export. @throws the error of the export */
export async function dailiesOf(db: Kysely<Database>, services: Services): Promise<unknown[]> {
  const caller = await buildCallerAs(db, {}, { now: '2026-05-01T04:00:00Z', services })
  const request = { businessDateQuery: [`${month}-01`, `${month}-31`] as [string, string], format: 'json' as const }
  let text = ''
  for await (const part of await caller.dailies.export(request))
    text += 'text' in part ? part.text : 'base64' in part ? Buffer.from(part.base64, 'base64').toString() : ''
  return JSON.parse(text) as unknown[]
}

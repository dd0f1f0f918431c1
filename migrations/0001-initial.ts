import { type Kysely, sql } from 'kysely'
import { createAccess } from './0001/access.ts'
import { createCounters } from './0001/counters.ts'
import { createDailies } from './0001/dailies.ts'
import { createDevices } from './0001/devices.ts'
import { createPlaces } from './0001/places.ts'

/** Create companies, users, devices, their days and the counters that triggers keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await createPlaces(db)
  await createAccess(db)
  await createDevices(db)
  await createDailies(db)
  await createCounters(db)
}

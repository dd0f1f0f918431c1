import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '#server/config.ts'
import { closeMonth } from '#server/features/history/close-month.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { createKeys } from '#server/services/keys/keys.ts'
import { createPasswords } from '#server/services/sign-in/passwords.ts'
import { coldfleetHere } from './coldfleet.ts'
import { writeInputs } from './command-lines.ts'
import { testNow } from './context.ts'
import { useDatabase } from './database.ts'
import { buildClient, buildDaily, buildDevice, buildHeadquarters, buildUser } from './factories.ts'
import { startWholeServer, type WholeServer } from './whole-server.ts'

/** Set up a server with a small fleet, and commands that call it from a folder of inputs. */
export function useCommandServer() {
  const database = useDatabase({ emptied: 'file' })
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-conventions-'))
  const made = { through: {} } as { server: WholeServer; through: Record<string, string> }

  const here = (...args: string[]) => coldfleetHere(args, made.through)

  beforeAll(async () => {
    writeInputs(folder)
    await buildHeadquarters(database.db)
    const client = await buildClient(database.db, { name: '晨曦' })
    for (const state of ['normal', 'warn', 'offline'] as const)
      await buildDevice(database.db, {
        serial: `S-${state}`,
        state,
        company_id: client.company_id,
        client_id: client.id,
      })
    await sql`drop table if exists device_daily_2026_03`.execute(database.db)
    await buildDaily(
      database.db,
      await database.db.selectFrom('device').selectAll().where('serial', '=', 'S-normal').executeTakeFirstOrThrow(),
      '2026-03-31',
    )
    await closeMonth(database.db, '2026-03', { embedded: database.url === null })
    await buildUser(database.db, { user_name: 'keeper', nick_name: '管理层' })
    const keys = createKeys(readConfig({ DATA_DIR: folder }))
    const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
    made.server = await startWholeServer(database, { services: { keys, passwords: createPasswords(keys), jobs } })
    made.through = { COLDFLEET_URL: made.server.url, COLDFLEET_TOKEN: keys.terminalToken }
  }, 60_000)
  afterAll(async () => {
    await made.server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { here, folder, database, made }
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { loadDemo } from '#server/demo/load.ts'
import { type CallExample, devicesCsv, withDays } from '#server/rest/call-example.ts'
import type { Route } from '#server/rest/route.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { businessDay } from '#shared/business-time.ts'
import { testNow } from './context.ts'
import { useDatabase } from './database.ts'
import { fakeReports } from './engineer.ts'
import { pngPicture } from './pictures.ts'
import { startWholeServer, type WholeServer } from './whole-server.ts'

/** Provide a server with the demonstration, and send examples as users do. */
export function useExampleServer() {
  const database = useDatabase({ emptied: 'file' })
  const passwords = {
    hash: async (password: string) => `hash of ${password}`,
    verify: async (hash: string, password: string) => hash === `hash of ${password}`,
    outdated: () => false,
  }
  const later = new Date(testNow.getTime() + 1e11)
  let server: WholeServer

  beforeAll(async () => {
    // Printing a report counts as a change of its project.
    const printReport = async ({ id }: { id: number }) =>
      void (await sql`update project set row_version = row_version + 1 where id = ${id}`.execute(database.db))
    await loadDemo({
      db: database.db,
      services: { passwords },
      config: { timeZone: 'Asia/Shanghai' },
      clock: () => testNow,
      printReport,
    })
    const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
    const answered = { verdict: { outcome: 'delivered' as const }, status: 200, answer: '{"code":0}', milliseconds: 1 }
    const outbound = { send: async () => answered, close: () => undefined }
    const exportLimit = { check: async () => undefined, count: async () => undefined }
    server = await startWholeServer(database, {
      services: { passwords, jobs, reports: fakeReports(), exportLimit, outbound },
    })
  }, 120_000)
  afterAll(() => server.stop())

  /** Open a new session of a user by name, so that an example that ends its session does not affect the next. */
  let sessions = 0
  async function sessionOf(userName: string): Promise<{ id: number; token: string }> {
    sessions += 1
    const token = `example-${sessions}`
    const user = await database.db
      .selectFrom('app_user')
      .select(['id', 'home_company_id'])
      .where('user_name', '=', userName)
      .executeTakeFirstOrThrow()
    const token_hash = createHash('sha256').update(token).digest()
    const session = {
      token_hash,
      user_id: user.id,
      company_id: user.home_company_id,
      kind: 'script' as const,
      expires_at: later,
    }
    return {
      ...(await database.db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()),
      token,
    }
  }

  /** Fill days and passwords into an example; these services read passwords unencrypted. */
  const filled = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(withDays(value, businessDay(testNow, 'Asia/Shanghai'))).replace(/RSA\(([^)]*)\)/g, '$1'),
    ) as Value

  async function send(row: Route, example: CallExample): Promise<Response> {
    const { params = {}, query = {}, body = {}, file, as = 'admin' } = filled(example)
    const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const address = new URL(`/api${path}`, server.url)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    const headers: Record<string, string> =
      as === 'nobody' ? {} : { authorization: `cat ${(await sessionOf(as)).token}` }
    if (row.method === 'GET') return fetch(address, { headers })
    if (!file)
      return fetch(address, {
        method: row.method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const form = new FormData()
    for (const [name, value] of Object.entries(body as object)) form.append(name, String(value))
    form.append('file', new Blob([file === 'devices.csv' ? devicesCsv : Uint8Array.from(await pngPicture())]), file)
    return fetch(address, { method: row.method, headers, body: form })
  }
  return { database, send, sessionOf }
}

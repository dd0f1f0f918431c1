import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { pino } from 'pino'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createHttp } from '#server/http.ts'
import { createContextFactory } from '#server/make-context.ts'
import { type ProcedurePath, permissions } from '#server/permissions.ts'
import { routes } from '#server/rest/routes.ts'
import { serve } from '#server/serve.ts'
import { type HostileRequest, hostileCall, hostileRequest } from '#tests/support/hostile-requests.ts'
import { faultOf, rawSender } from '#tests/support/send-raw.ts'

// Send generated hostile inputs to every documented call and every procedure, over a database with demonstration data,
// and print the figures: `tsx scripts/fuzz.ts [--inputs 200] [--seed 1] [--only text] [--database postgres://…]`.
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    database: { type: 'string' },
  },
})
const [inputs, seed] = [Number(values.inputs), Number(values.seed)]
const folder = mkdtempSync(join(tmpdir(), 'coldfleet-fuzz-'))
const logged: string[] = []
const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
const config = readConfig({
  DATA_DIR: folder,
  DEMO: '1',
  ...(values.database ? { DATABASE_URL: values.database } : {}),
})
const app = await openApp(config, { what: 'fuzz', logger })

// The clock advances ten seconds before each request, and sign-ins are not counted: no limit hides the code behind it.
let now = Date.now()
const services = {
  ...app.services,
  limits: {
    ...app.services.limits,
    guard: async <T>(_: unknown, work: (turn: { locked: boolean }) => Promise<{ answer: T }>) =>
      (await work({ locked: false })).answer,
    admit: async () => undefined,
  },
}
const { forRequest } = createContextFactory({ db: app.db, config, services, clock: () => new Date(now) })
const serving = await serve(createHttp({ config, database: app.database, logger, services, contextFor: forRequest }), {
  port: 0,
  host: '127.0.0.1',
  noticeMs: 0,
})
const { send, close } = rawSender(serving.url)

const { id: _, ...admin } = await app.db
  .selectFrom('app_user')
  .selectAll()
  .where('user_name', '=', 'admin')
  .executeTakeFirstOrThrow()
let sessions = 0
/** Open a session of a manager whom no earlier input has signed out, renamed or deleted. */
async function openSession(): Promise<string> {
  sessions += 1
  const { id } = await app.db
    .insertInto('app_user')
    .values({ ...admin, user_name: `fuzz${sessions}`, phone: null, last_password_reset_date: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = `fuzz-${sessions}`
  await app.db
    .insertInto('session')
    .values({
      token_hash: createHash('sha256').update(token).digest(),
      user_id: id,
      company_id: admin.company_id,
      kind: 'script',
      expires_at: new Date(now + 1e12),
    })
    .execute()
  return token
}
let token = await openSession()

const statuses = new Map<string, number>()
const faults: string[] = []
const slowest: { name: string; milliseconds: number }[] = []
let sent = 0

async function attack(name: string, requests: fc.Arbitrary<HostileRequest>): Promise<void> {
  if (!name.includes(values.only)) return
  const worst = { name, milliseconds: 0 }
  for (const input of fc.sample(requests, { seed: seed * 1_000 + slowest.length, numRuns: inputs })) {
    now += 10_000
    sent += 1
    const errors = logged.length
    try {
      const answer = await send({ ...input, token: input.signedIn ? token : '' })
      const code = /^\{"code":(\d+)/.exec(answer.body)?.[1] ?? /"appCode":"(\w+)"/.exec(answer.body)?.[1] ?? ''
      const kind = `${input.path.slice(1, 5)} ${answer.status}${code && code !== String(answer.status) ? `/${code}` : ''}`
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
      worst.milliseconds = Math.max(worst.milliseconds, answer.milliseconds)
      const fault =
        faultOf(answer, input.path) ?? (logged.length > errors ? `logged ${logged.at(-1)?.slice(0, 600)}` : null)
      if (fault)
        faults.push(`${name}: ${fault}\n    ${input.path.slice(0, 300)} ${input.type} ${input.body?.slice(0, 400)}`)
      if (input.signedIn && /^500(08|12)$|^TOKEN_|^SESSION_/.test(code)) token = await openSession()
    } catch (error) {
      faults.push(`${name}: ${String(error)}\n    ${input.path.slice(0, 300)} ${input.body?.slice(0, 400)}`)
    }
  }
  slowest.push(worst)
}

const started = performance.now()
for (const row of routes) await attack(`${row.method} ${row.path}`, hostileRequest(row))
for (const path of Object.keys(permissions) as ProcedurePath[]) await attack(`tRPC ${path}`, hostileCall(path))

for (const fault of faults) console.log(fault)
console.log(
  `\n${sent} inputs in ${Math.round((performance.now() - started) / 1_000)} s, seed ${seed}, ${app.engine} database; ${sessions} sessions`,
)
for (const [kind, count] of [...statuses].sort()) console.log(`  ${kind}: ${count}`)
slowest.sort((left, right) => right.milliseconds - left.milliseconds)
for (const { name, milliseconds } of slowest.slice(0, 10))
  console.log(`  slowest ${Math.round(milliseconds)} ms ${name}`)
console.log(
  `${faults.length} faults, ${[...statuses].filter(([kind]) => / 5\d\d/.test(kind)).reduce((sum, [, count]) => sum + count, 0)} answers of 5xx`,
)
close()
await serving.stop()
await app.close()
rmSync(folder, { recursive: true, force: true })
process.exit(faults.length > 0 ? 1 : 0)

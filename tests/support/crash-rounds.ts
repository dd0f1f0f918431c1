import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { businessDay } from '#shared/business-time.ts'
import { findContradictions } from './agreement.ts'
import { type RunningServer, startServer } from './http-server.ts'
import { signIn } from './rest-client.ts'
import { fillSmallFleet } from './small-fleet.ts'

export type CrashPlan = {
  rounds: number
  devices: number
  /** null = the embedded engine under `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  log?: (line: string) => void
}
export type CrashReport = {
  rounds: number
  /** Number of acknowledged feeds, over all rounds. */
  acknowledged: number
  /** Number of rounds in which the kill interrupted a feed. */
  interrupted: number
  problems: string[]
}

const adminUser = 'operator'
const adminPassword = 'Frost#Pine88'
const logger = pino({ level: 'silent' })
const databaseOf = (plan: CrashPlan) => ({
  databaseUrl: plan.databaseUrl,
  databaseReadUrl: null,
  dataDir: plan.dataDir,
})
const environmentOf = (plan: CrashPlan): Record<string, string> => ({
  DATA_DIR: plan.dataDir,
  DEMO: '0',
  ADMIN_USER: adminUser,
  ADMIN_PASSWORD: adminPassword,
  ...(plan.databaseUrl === null ? {} : { DATABASE_URL: plan.databaseUrl }),
})

/** A feed that sets every machine to full or to half power. */
const feedOf = (serials: readonly string[], full: boolean) =>
  serials.map((serial) => ({
    serial,
    activeWorker: 'w1',
    activeWorkerState: 'yes',
    hashRate: serial.startsWith('T30') ? (full ? 30 : 15) : full ? 20 : 10,
  }))

type Sent = { acknowledged: number[]; pending: boolean }

/** Send feeds one after the other, full and half in turn, until the server is gone. */
async function sendFeeds(server: RunningServer, serials: readonly string[], sent: Sent): Promise<void> {
  const client = await signIn(server.url, adminUser, adminPassword)
  for (let turn = 0; ; turn += 1) {
    sent.pending = true
    const answer = await client
      .post<{ batchId: number; read: number }>('/device/updateDevice', { devices: feedOf(serials, turn % 2 === 0) })
      .catch(() => null)
    if (answer === null) return
    sent.pending = false
    if (answer.code !== 200) throw new Error(`a feed was refused: ${answer.message}`)
    sent.acknowledged.push(answer.data.batchId)
  }
}

/** Check the database of the killed server, which no process uses now: contradictions, and the stored feeds. */
async function inspect(
  plan: CrashPlan,
  acknowledged: readonly number[],
): Promise<{ problems: string[]; applied: number[] }> {
  const database = await openDatabase(databaseOf(plan), logger)
  try {
    const problems = await findContradictions(database.pool)
    const batches = await database.pool.query<{ id: number }>('select id from import_batch order by id')
    const known = new Set(batches.rows.map((row) => row.id))
    const lost = acknowledged.filter((id) => !known.has(id))
    if (lost.length > 0) problems.push(`acknowledged batches are gone: ${lost.join(', ')}`)
    if (known.size > acknowledged.length + 1)
      problems.push(`${known.size} batches for ${acknowledged.length} acknowledged ones and one on its way`)
    // Every feed sets all machines alike, so two states at once would be half a feed.
    const states = await database.pool.query<{ state: string }>(
      `select distinct state from device where state in ('normal', 'low')`,
    )
    if (states.rows.length > 1) problems.push('half a feed was applied')
    return { problems, applied: [...known] }
  } finally {
    await database.close()
  }
}

/**
 * Kill the server with SIGKILL during its feeds, repeatedly, and check the database each time: no acknowledged feed may
 * be missing, none may be half applied, and the next start must be clean.
 */
export async function crashRounds(plan: CrashPlan): Promise<CrashReport> {
  const database = await openDatabase(databaseOf(plan), logger)
  await migrate(database.db)
  const serials = await fillSmallFleet(database, plan.devices, businessDay(new Date(), 'Asia/Shanghai'))
  await database.close()
  const report: CrashReport = { rounds: plan.rounds, acknowledged: 0, interrupted: 0, problems: [] }
  const acknowledged: number[] = []
  for (let round = 1; round <= plan.rounds; round += 1) {
    const sent: Sent = { acknowledged, pending: false }
    const before = acknowledged.length
    const server = await startServer({ environment: environmentOf(plan), readySeconds: 60 })
    const sending = sendFeeds(server, serials, sent)
    // Each round interrupts another moment: after the first feed has been acknowledged, and a part of the next.
    const deadline = Date.now() + 20_000
    while (acknowledged.length === before && Date.now() < deadline) await wait(10)
    await wait((round * 137) % 700)
    const pending = sent.pending
    await server.kill()
    await sending
    if (pending) report.interrupted += 1
    const { problems, applied } = await inspect(plan, acknowledged)
    // A feed may have been applied although its response was lost: it counts from now on.
    acknowledged.splice(0, acknowledged.length, ...applied)
    report.acknowledged = acknowledged.length
    report.problems.push(...problems.map((problem) => `round ${round}: ${problem}`))
    plan.log?.(
      `round ${round}: ready after ${server.readyMs} ms, ${acknowledged.length} feeds, killed ${pending ? 'in a feed' : 'between feeds'}, ${problems.join('; ') || 'all agrees'}`,
    )
  }
  const last = await startServer({ environment: environmentOf(plan), readySeconds: 60 })
  const code = await last.stop()
  if (code !== 0) report.problems.push(`the last start ended with ${code}: ${last.output()}`)
  return report
}

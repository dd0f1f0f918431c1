import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { createRandom } from '#server/demo/random.ts'
import { businessDay } from '#shared/business-time.ts'
import { buildUser } from '#tests/support/factories.ts'
import { fillSmallFleet } from '#tests/support/small-fleet.ts'
import { trialToken } from '#tests/support/trial-session.ts'
import type { Cluster } from './cluster.ts'
import { administer } from './standby.ts'
import { openSession, type TrialShared, takeStep } from './trial-steps.ts'

/** The users of a trial, and the machine that they write about. */
export type TrialStaff = { tokens: string[]; deviceId: number; baseId: number }
export type TrialReport = {
  requests: number
  seconds: number
  /** Responses other than success. */
  errors: string[]
  /** Reads older than the writes of the same session. */
  stale: string[]
  /** Statements that the replica may answer, by the server that answered, over all processes. */
  reads: Record<'replica' | 'primary', number>
  disturbances: string[]
}

/** Insert a small fleet and some managers with tokens into the database before the processes start. */
export async function prepareTrial(databaseUrl: string, people: number): Promise<TrialStaff> {
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' }, pino({ level: 'silent' }))
  try {
    const { db } = database
    await migrate(db)
    const now = new Date()
    await fillSmallFleet(database, 300, businessDay(now, 'Asia/Shanghai'))
    const { id: deviceId, company_id: baseId } = await db
      .selectFrom('device')
      .select(['id', 'company_id'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const tokens: string[] = []
    for (let index = 0; index < people; index += 1) {
      const user = await buildUser(db, { name: `trial ${index}` })
      tokens.push(await trialToken(db, user, now))
    }
    return { tokens, deviceId, baseId }
  } finally {
    await database.close()
  }
}

type Disturbance = readonly [name: string, act: (cluster: Cluster) => Promise<void>]

/** The disturbances of the replica, in order, spread over the trial. */
const disturbances: readonly Disturbance[] = [
  ['replay paused', ({ standby }) => standby.pauseReplay()],
  ['replay resumed', ({ standby }) => standby.resumeReplay()],
  ['each commit shown a second late', ({ standby }) => standby.delayReplay(1_000)],
  ['no delay', ({ standby }) => standby.delayReplay(0)],
  ['stopped in good order', ({ standby }) => standby.end()],
  ['started', ({ standby }) => standby.start()],
  [
    'its connections cut',
    ({ standby }) =>
      administer(
        standby.url(),
        'select pg_terminate_backend(pid) from pg_stat_activity where usename is not null and pid <> pg_backend_pid()',
      ),
  ],
  ['crashed', ({ standby }) => standby.crash()],
  ['started after the crash', ({ standby }) => standby.start()],
]

/** Read the number of statements by server from /metrics of each process. */
async function readsOf(cluster: Cluster): Promise<TrialReport['reads']> {
  const reads = { replica: 0, primary: 0 }
  for (const { url } of cluster.servers) {
    const text = await (await fetch(`${url}/metrics`)).text()
    for (const by of ['replica', 'primary'] as const)
      reads[by] += Number(text.match(new RegExp(`database_reads{by="${by}"} (\\d+)`))?.[1] ?? 0)
  }
  return reads
}

/**
 * Send at least `requests` mixed requests of several users in parallel through the proxy, while the replica lags, stops
 * and comes back, and compare each response with the user's earlier writes.
 */
export async function runTrial(
  cluster: Cluster,
  { tokens, ...place }: TrialStaff,
  requests: number,
  log: (line: string) => void = () => undefined,
): Promise<TrialReport> {
  const report: TrialReport = {
    requests: 0,
    seconds: 0,
    errors: [],
    stale: [],
    reads: { replica: 0, primary: 0 },
    disturbances: [],
  }
  const began = Date.now()
  const shared: TrialShared = {
    url: cluster.url,
    ...place,
    random: createRandom(requests),
    count(problem) {
      report.requests += 1
      if (problem)
        report.errors.push(
          `${((Date.now() - began) / 1_000).toFixed(1)} s, after "${report.disturbances.at(-1) ?? 'the start'}": ${problem}`,
        )
    },
    stale: (what) => void report.stale.push(`after "${report.disturbances.at(-1) ?? 'the start'}": ${what}`),
  }
  let disturbed = false
  const disturb = async () => {
    for (const [index, [name, act]] of disturbances.entries()) {
      while (report.requests < (requests * (index + 1)) / (disturbances.length + 2)) await wait(20)
      await act(cluster)
      report.disturbances.push(name)
      log(`${((Date.now() - began) / 1_000).toFixed(1)} s, ${report.requests} requests: replica ${name}`)
    }
    disturbed = true
  }
  const work = async (token: string, index: number) => {
    const session = openSession(shared, token, `person ${index}`)
    while (report.requests < requests || !disturbed) await takeStep(session)
  }
  await Promise.all([disturb(), ...tokens.map(work)])
  report.seconds = (Date.now() - began) / 1_000
  report.reads = await readsOf(cluster)
  return report
}

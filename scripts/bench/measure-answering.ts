import { setTimeout as wait } from 'node:timers/promises'
import { createTRPCClient, httpLink } from '@trpc/client'
import pg from 'pg'
import type { AppRouter } from '#server/router.ts'
import type { JobProgress } from '#shared/feed.ts'
import type { RestClient } from '#tests/support/rest-client.ts'
import type { Bench, Figure } from './bench.ts'
import { feedLines, feedText } from './feed-twin.ts'
import { median } from './load.ts'
import { openedDay } from './opened-day.ts'
import { headersOf } from './session.ts'

const days = 3
/** Interval of the questions: twenty a second. */
const askedEveryMs = 50
const followedEveryMs = 100
const shareOfSlowest = 0.99

const clientOf = (url: string, token: string) =>
  createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, headers: headersOf(token) })] })

/** The requests of a user at the console while another one sends a feed. */
export const questions = (client: RestClient): (() => Promise<{ code: number }>)[] => [
  () => client.post('/device/find/', { page: 1, size: 20 }),
  () => client.post('/data/getBasicDataByState/state', {}),
  () => client.post('/device/find/', { page: 1, size: 20, state: 'low', orderColumn: 'serial' }),
  () => client.post('/data/getPieDataByIndicator/state', {}),
]

/**
 * Send requests at a constant rate, whether or not the last one is answered, until told to stop. @returns milliseconds
 * of each response
 */
async function askSteadily(client: RestClient, isOver: () => boolean): Promise<number[]> {
  const asked = questions(client)
  const answers: Promise<number>[] = []
  for (let turn = 0; !isOver(); turn += 1) {
    const started = performance.now()
    const question = asked[turn % asked.length]
    if (question) {
      answers.push(
        question().then(({ code }) => {
          if (code !== 200) throw new Error(`a call answered ${code}`)
          return performance.now() - started
        }),
      )
    }
    await wait(askedEveryMs)
  }
  return Promise.all(answers)
}

/** Measure a feed of all devices as a job with a follower, while others send requests, and its undo. */
export async function measureAnswering(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  const databaseUrl = await bench.copyOf(await bench.database({ devices, days, rawDays: 1 }))
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const lines = await feedLines(database)
  await database.end()
  const { server, client } = await bench.serve({ DATABASE_URL: databaseUrl })
  const { feeds } = clientOf(server.url, client.token)
  const content = Buffer.from(feedText(lines)).toString('base64')
  const follow = async (job: JobProgress) => {
    const told = new Set<string>()
    for (
      let { phase, done, result, error } = job;
      ;
      { phase, done, result, error } = await feeds.progress.query({ id: job.id })
    ) {
      told.add(`${phase} ${done}`)
      if (phase === 'done' && result) return { told: told.size, result }
      if (phase === 'failed' || phase === 'cancelled')
        throw new Error(`the feed ended as ${phase}: ${error?.message ?? ''}`)
      await wait(followedEveryMs)
    }
  }
  const send = async (dryRun: boolean) => follow(await feeds.start.mutate({ fileName: 'feed.csv', content, dryRun }))
  // Warms up the code of both, and opens the day, which happens once a day and does not count as work of the feed.
  let over = false
  const warm = askSteadily(client, () => over)
  await send(true)
  await openedDay(client)
  over = true
  await warm

  over = false
  const asking = askSteadily(client, () => over)
  const begun = performance.now()
  const { told, result } = await send(false).finally(() => {
    over = true
  })
  const applied = performance.now() - begun
  const taken = (await asking).toSorted((left, right) => left - right)
  const undoing = performance.now()
  await feeds.undo.mutate({ id: result.batchId ?? 0 })
  const undone = performance.now() - undoing

  const p99 = taken[Math.min(taken.length - 1, Math.floor(taken.length * shareOfSlowest))] ?? Number.NaN
  const conditions = `PostgreSQL, lists and counts, ${taken.length} calls, p50 ${median(taken).toFixed(0)} ms, ${told} messages of progress`
  return [
    {
      measure: `p99 of other calls while a feed of ${lines.length} lines is applied`,
      conditions,
      figure: p99,
      unit: 'ms',
      limit: 500,
      better: 'lower',
    },
    {
      measure: `undoing a feed of ${lines.length} lines against applying it`,
      conditions: `PostgreSQL, ${undone.toFixed(0)} against ${applied.toFixed(0)} ms, followed meanwhile`,
      figure: undone / applied,
      unit: '×',
      limit: 1,
      better: 'lower',
    },
  ]
}

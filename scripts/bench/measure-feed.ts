import { cpSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { addDays } from '#shared/dates.ts'
import { type Bench, type Figure, today } from './bench.ts'
import { type FeedLine, feedLines, feedText, ingestBarely } from './feed-twin.ts'
import { generate } from './generate.ts'
import { median } from './load.ts'
import { openedDay } from './opened-day.ts'

/** The fastest of five: other work on the machine only ever adds time to a round. */
const rounds = 5
const feedSize = 100_000
const embeddedDays = 3
/** A server with hourly feeds has compiled code, so these dry runs warm it up. */
const rehearsals = 3
/** Time for disk writes after a copy or the opening of a day, which do not count as work of a feed. */
const settleMs = 3_000
const logger = pino({ level: 'silent' })
type Result = { read: number; updated: number; unchanged: number; conflict: number; refused: number }

/** Return the milliseconds from sending the feed over REST to its response, after dry runs that warm up the code. */
async function applyByProduct(
  bench: Bench,
  environment: Record<string, string>,
  lines: readonly FeedLine[],
): Promise<number> {
  const { client } = await bench.serve(environment)
  const content = Buffer.from(feedText(lines)).toString('base64')
  const send = async (dryRun: boolean) => {
    const started = performance.now()
    const answer = await client.post<Result>('/device/updateDevice', { fileName: 'feed.csv', content, dryRun })
    if (answer.code !== 200 || answer.data.read !== lines.length || answer.data.refused > lines.length / 100)
      throw new Error(`the feed answered ${answer.code} ${answer.message} ${JSON.stringify(answer.data).slice(0, 300)}`)
    return performance.now() - started
  }
  for (let turn = 0; turn < rehearsals; turn += 1) await send(true)
  await openedDay(client)
  await wait(settleMs)
  const taken = await send(false)
  await bench.rest()
  return taken
}

const figure = (engine: string, devices: number, ours: readonly number[], bare: readonly number[]): Figure => ({
  measure: `a feed of ${devices} lines against the bare ingest`,
  conditions: `${engine}, all devices, after ${rehearsals} rehearsals, ${Math.min(...ours).toFixed(0)} against ${Math.min(...bare).toFixed(0)} ms, the quickest of ${ours.length} (medians ${median(ours).toFixed(0)} and ${median(bare).toFixed(0)})`,
  figure: Math.min(...ours) / Math.min(...bare),
  unit: '×',
  limit: 2,
  better: 'lower',
})

/** Measure a feed of 100,000 lines on PostgreSQL, each time on a fresh copy. */
export async function measureFeed(bench: Bench): Promise<Figure[]> {
  const template = await bench.database({ devices: feedSize, days: embeddedDays, rawDays: 1 })
  const ours: number[] = []
  const bare: number[] = []
  let lines: FeedLine[] = []
  for (let round = 0; round < rounds; round += 1) {
    const client = new pg.Client({ connectionString: await bench.copyOf(template), options: '-c jit=off' })
    await client.connect()
    lines = await feedLines(client)
    await wait(settleMs)
    bare.push(await ingestBarely(client, lines, today()))
    await client.end()
    ours.push(await applyByProduct(bench, { DATABASE_URL: await bench.copyOf(template) }, lines))
  }
  return [figure('PostgreSQL', feedSize, ours, bare)]
}

/**
 * Measure the same on the embedded engine, one round: creating a store of this size takes a minute. The twin runs in
 * this process.
 */
export async function measureEmbeddedFeed(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('feed')
  const config = { databaseUrl: null, databaseReadUrl: null }
  const made = await openDatabase({ ...config, dataDir }, logger)
  await migrate(made.db)
  await generate(made.pool, { devices: feedSize, days: embeddedDays, rawDays: 1, lastDay: addDays(today(), -1) })
  await made.close()
  const copy = bench.folder('feed-copy')
  cpSync(dataDir, copy, { recursive: true })
  const opened = await openDatabase({ ...config, dataDir: copy }, logger)
  const client = await opened.pool.connect()
  const lines = await feedLines(client)
  const bare = await ingestBarely(client, lines, today())
  client.release()
  await opened.close()
  return [figure('embedded', feedSize, [await applyByProduct(bench, { DATA_DIR: dataDir }, lines)], [bare])]
}

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Bench, Figure } from './bench.ts'
import { type FeedLine, feedLines, feedText } from './feed-twin.ts'
import { oneConnection } from './load.ts'
import { questions } from './measure-answering.ts'
import { openedDay } from './opened-day.ts'
import { headersOf } from './session.ts'

const days = 3
/** Number of parallel feeds, each of one site. */
const feedsAtOnce = 20
const askedEveryMs = 50
const [mostTries, triedAgainMs] = [300, 1_000]
/** Wait of the product after the last of several feeds; a vacuum of these tables takes about as long. */
const tidiedAfterMs = 30_000
const bytesOfMegabyte = 1_048_576

type Applied = { read: number; updated: number; refused: number }

/** Return the peak resident memory of a process, in MB. */
function peakOf(pid: number): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmHWM:\s+(\d+) kB$/m)?.[1]
  if (kilobytes === undefined) throw new Error('the process does not tell its memory')
  return (Number(kilobytes) * 1_024) / bytesOfMegabyte
}

/** Measure one feed of all devices: the memory of the process, and the bytes in the write-ahead log for each line. */
export async function measureLargeFeed(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  const url = await bench.copyOf(await bench.database({ devices, days, rawDays: 1 }))
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const lines = await feedLines(database)
  const { server, client } = await bench.serve({ DATABASE_URL: url })
  await openedDay(client)
  const before = peakOf(server.pid)
  const position = async () =>
    (await database.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')).rows[0]?.at ?? '0/0'
  const start = await position()
  const began = performance.now()
  const body = { fileName: 'feed.csv', content: Buffer.from(feedText(lines)).toString('base64') }
  // No timeout: fetch gives up after five minutes.
  const connection = oneConnection(server.url, headersOf(client.token))
  await connection.post('/api/device/updateDevice', body)
  connection.close()
  const seconds = (performance.now() - began) / 1_000
  const applied = await database.query<{ read: number; updated: number }>(
    'select read, updated from import_batch order by id desc limit 1',
  )
  const { read, updated } = applied.rows[0] ?? { read: 0, updated: 0 }
  if (read !== lines.length) throw new Error(`of ${lines.length} lines ${read} were read:\n${server.output()}`)
  const { rows } = await database.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 as bytes',
    [start],
  )
  await database.end()
  const conditions = `PostgreSQL, ${lines.length} lines, the first of its day, ${updated} updated, ${seconds.toFixed(1)} s`
  const figure = (measure: string, value: number, unit: string, limit: number, binding: boolean): Figure => {
    return { measure, conditions, figure: value, unit, limit, better: 'lower', ...(binding && { binding: true }) }
  }
  return [
    {
      ...figure('memory of a process that applies a feed of all devices', peakOf(server.pid), 'MB', 700, true),
      conditions: `${conditions}, ${before.toFixed(0)} MB before`,
    },
    figure(
      'log of changes of a feed of all devices',
      (rows[0]?.bytes ?? Number.NaN) / lines.length,
      'B a line',
      500,
      true,
    ),
    figure('time of a feed of all devices', seconds, 's', 30, false),
  ]
}

const vacuumsOf = async (database: pg.Client) =>
  (
    await database.query<{ count: number }>(
      `select sum(vacuum_count)::int as count from pg_stat_user_tables where relname = 'device'`,
    )
  ).rows[0]?.count ?? 0

/**
 * Measure parallel feeds of twenty sites, while a user requests lists: none may fail, and the tables are vacuumed once.
 */
export async function measureFeedsAtOnce(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  const url = await bench.copyOf(await bench.database({ devices, days, rawDays: 1 }))
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const all = await feedLines(database)
  const { rows: sites } = await database.query<{ serials: string[] }>(
    `select array_agg(serial) as serials from device where site_id is not null group by site_id order by count(*) desc limit ${feedsAtOnce}`,
  )
  const lineOf = new Map(all.map((line) => [line.serial, line]))
  const feeds = sites.map(({ serials }) =>
    serials.flatMap((serial): FeedLine[] => {
      const line = lineOf.get(serial)
      return line ? [line] : []
    }),
  )
  const { client } = await bench.serve({ DATABASE_URL: url })
  await openedDay(client)
  const vacuumsBefore = await vacuumsOf(database)
  let over = false
  const [asked, failures]: [Promise<void>[], string[]] = [[], []]
  const asking = (async () => {
    const ways = questions(client)
    for (let turn = 0; !over; turn += 1) {
      const way = ways[turn % ways.length]
      if (way)
        asked.push(
          way().then(
            ({ code }) => void (code === 200 || failures.push(String(code))),
            (error: unknown) => void failures.push(String(error)),
          ),
        )
      await wait(askedEveryMs)
    }
  })()
  const began = performance.now()
  // As the terminal does: retry if the server is busy.
  const apply = async (lines: readonly FeedLine[]): Promise<number> => {
    const body = { fileName: 'feed.csv', content: Buffer.from(feedText(lines)).toString('base64') }
    for (let turn = 0; turn < mostTries; turn += 1) {
      const read = await client.post<Applied>('/device/updateDevice', body).then(
        ({ code, data }) => (code === 200 ? data.read : 0),
        () => 0,
      )
      if (read > 0) return read
      await wait(triedAgainMs)
    }
    return 0
  }
  const answers = await Promise.all(feeds.map(apply))
  const seconds = (performance.now() - began) / 1_000
  over = true
  await asking
  await Promise.all(asked)
  await wait(tidiedAfterMs)
  const vacuums = (await vacuumsOf(database)) - vacuumsBefore
  await database.end()
  const lines = feeds.reduce((sum, feed) => sum + feed.length, 0)
  const conditions = `PostgreSQL, ${devices} devices, ${feeds.length} feeds of ${lines} lines together, ${answers.filter((read) => read > 0).length} applied in ${seconds.toFixed(1)} s`
  return [
    {
      measure: 'lists that failed during feeds of several sites',
      conditions: `${conditions}, ${asked.length} asked${failures[0] ? `, ${failures[0].slice(0, 80)}` : ''}`,
      figure: failures.length,
      unit: 'calls',
      limit: 0,
      better: 'lower',
      binding: true,
    },
    {
      measure: 'feeds of several sites at once that were not applied',
      conditions,
      figure: answers.filter((read) => read === 0).length,
      unit: 'feeds',
      limit: 0,
      better: 'lower',
      binding: true,
    },
    {
      measure: 'vacuums after feeds of several sites',
      conditions,
      figure: vacuums,
      unit: 'vacuums',
      limit: 1,
      better: 'lower',
      binding: true,
    },
  ]
}

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { dailyTable } from '#server/features/dailies/open-day.ts'
import { type Bench, type Figure, today } from './bench.ts'
import { type FeedLine, feedLines, feedText } from './feed-twin.ts'
import { openedDay } from './opened-day.ts'

const days = 3
/** A tenant whose one site has 2,000 machines among 100,000. Source: issue of the scale, "one site's 2,000 lines" */
const largeTenant = 100_000
const linesOfSite = 2_000
const linesOfSmallTenant = 1_000
const lookMs = 500

type Applied = { read: number; refused: number }
type Cost = { buffers: number; bytes: number }

/** Return the buffers that statements of this database have read since the last call, and the bytes of their log. */
async function costSoFar(database: pg.Client): Promise<Cost> {
  const { rows } = await database.query<Cost>(
    `select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as buffers,
       coalesce(sum(wal_bytes), 0)::float8 as bytes
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
       and query not like '%pg_stat%' and query not like '%as whole'`,
  )
  await database.query('select pg_stat_statements_reset()')
  return rows[0] ?? { buffers: Number.NaN, bytes: Number.NaN }
}

/** Return the updates of rows of the roll-ups so far, and the number of their rows of today. */
async function rollUpsSoFar(database: pg.Client): Promise<{ updates: number; rows: number }> {
  await database.query('select pg_stat_clear_snapshot()')
  const { rows } = await database.query<{ updates: number; rows: number }>(
    `select (select coalesce(sum(n_tup_upd), 0)::float8 from pg_stat_user_tables where relname like 'daily%') as updates,
       (select count(*)::float8 from daily_leaf where business_date = $1) as rows`,
    [today()],
  )
  return rows[0] ?? { updates: Number.NaN, rows: Number.NaN }
}

/**
 * Wait until the day of every tenant is open, and its statistics are collected: `openedDay` tells of the first tenant.
 * What follows would otherwise be measured with a part of the opening, or with plans for an empty day.
 */
async function openedDays(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ whole: boolean }>(
      `select (select count(*) from device_daily where business_date = $1) = (select count(*) from device where state <> 'scrap')
         and exists (select 1 from pg_stat_user_tables where relname = $2 and analyze_count > 0) as whole`,
      [today(), dailyTable(today())],
    )
    if (rows[0]?.whole) return
    await wait(lookMs)
  }
}

/** Apply the feed of the named devices, and then one of the same day whose hash rates alone differ. */
async function applyFeeds(bench: Bench, url: string, serialsOf: string, most: number) {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const { rows } = await database.query<{ serial: string }>(serialsOf, [most])
  const wanted = new Set(rows.map(({ serial }) => serial))
  const lines = (await feedLines(database)).filter(({ serial }) => wanted.has(serial))
  const { client } = await bench.serve({ DATABASE_URL: url })
  await openedDay(client)
  await openedDays(database)
  await costSoFar(database)
  const apply = async (sent: readonly FeedLine[]): Promise<Cost> => {
    const content = Buffer.from(feedText(sent)).toString('base64')
    const answer = await client.post<Applied>('/device/updateDevice', { fileName: 'feed.csv', content })
    if (answer.code !== 200 || answer.data.read !== sent.length)
      throw new Error(`the feed answered ${answer.code} ${answer.message}`)
    return costSoFar(database)
  }
  const first = await apply(lines)
  const later = await apply(lines.map((line) => ({ ...line, hashRate: line.hashRate && line.hashRate + 0.01 })))
  await database.end()
  await bench.rest()
  return { first, later, lines: lines.length }
}

/** Measure what opening a day reads and updates, on a fleet of `devices`. */
async function openingOfDay(bench: Bench, url: string, devices: number): Promise<Figure[]> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  await costSoFar(database)
  const before = await rollUpsSoFar(database)
  const { client } = await bench.serve({ DATABASE_URL: url })
  await openedDay(client)
  await openedDays(database)
  const { buffers, bytes } = await costSoFar(database)
  // The server reports its statistics when its connections end.
  await bench.rest()
  const after = await rollUpsSoFar(database)
  await database.end()
  const conditions = `PostgreSQL, ${devices} devices, start and sign-in included, ${(bytes / 1_048_576).toFixed(0)} MB of log`
  const figure = (measure: string, value: number, unit: string, limit: number): Figure => {
    return { measure, conditions, figure: value, unit, limit, better: 'lower', binding: true }
  }
  return [
    figure('buffers of opening a day', buffers / devices, 'a device', 10),
    figure('updates of opening a day', (after.updates - before.updates) / after.rows, 'a roll-up row', 2),
  ]
}

/** Measure in buffers, which other work on the machine does not affect, what a day and small feeds read. */
export async function measureBuffers(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  const fleet = await bench.database({ devices, days, rawDays: 1 })
  const figures = await openingOfDay(bench, await bench.copyOf(fleet), devices)
  const small = await applyFeeds(
    bench,
    await bench.copyOf(fleet),
    // Of fewer than half of a site's machines: the absent ones keep their states.
    `with tenant as (select company_id as id, count(*) as devices from device group by 1 order by 2 limit 1)
     select serial from device where company_id = (select id from tenant)
     order by id limit (select least($1, devices * 4 / 10) from tenant)`,
    linesOfSmallTenant,
  )
  const site = await applyFeeds(
    bench,
    await bench.copyOf(await bench.database({ devices: largeTenant, days, rawDays: 1 })),
    'select serial from device where site_id = (select site_id from device group by 1 having count(*) >= $1 order by count(*) limit 1) order by id limit $1',
    linesOfSite,
  )
  const figure = (measure: string, feed: typeof small, among: number, limit: number): Figure[] => {
    const conditions = `PostgreSQL, ${feed.lines} lines among ${among} devices`
    const later = { conditions: `${conditions}, a later feed of the day`, better: 'lower', binding: true } as const
    const first = `${conditions}, the first feed of its day, with its changes of state`
    return [
      { ...later, measure, conditions: first, figure: feed.first.buffers, unit: 'buffers', limit },
      { ...later, measure, figure: feed.later.buffers, unit: 'buffers', limit },
      {
        ...later,
        measure: `log of changes of ${measure}`,
        figure: feed.later.bytes / feed.lines,
        unit: 'B a line',
        limit: 500,
      },
    ]
  }
  return [
    ...figures,
    ...figure("a small tenant's feed", small, devices, 20_000),
    ...figure("a feed of one site's devices", site, largeTenant, 30_000),
  ]
}

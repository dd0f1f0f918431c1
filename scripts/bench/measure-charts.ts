import pg from 'pg'
import { addDays } from '#shared/dates.ts'
import type { RestClient } from '#tests/support/rest-client.ts'
import type { Bench, Figure } from './bench.ts'
import { median, oneConnection } from './load.ts'
import { headersOf, signInBaseManager } from './session.ts'

const rounds = 200
const warmUp = 4_000
/** Usual ranges; those longer than the generated days are left out. */
const chartDays = [7, 90, 365]

type Call = { name: string; path: string; body: Record<string, unknown> }

/** Return the calls for cards, pies and rankings, and the charts over the last available days. */
async function calls(client: RestClient, databaseUrl: string, days: number): Promise<Call[]> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const range = await database.query<{ last: string; client_id: number }>(
    `select max(business_date)::text as last,
      (select client_id from device group by client_id order by count(*) desc limit 1) as client_id from daily_scope where kind = 'all'`,
  )
  await database.end()
  const row = range.rows[0]
  if (!row) throw new Error('no days to draw')
  const { last } = row
  const largest = { clientId: row.client_id }
  const over = (range: number) => ({ businessDateQuery: [addDays(last, 1 - range), last] })
  const asked: Call[] = [
    { name: 'nine cards', path: '/data/getBasicDataByState/state', body: {} },
    { name: 'nine cards, largest client', path: '/data/getBasicDataByState/state', body: largest },
    { name: 'pie of types', path: '/data/getPieDataByIndicator/type', body: {} },
    { name: 'provinces', path: '/data/byProvince', body: {} },
    { name: 'clients by offline rate', path: '/data/orderClientBy/offline_rate', body: {} },
    ...chartDays
      .filter((range) => range <= days)
      .flatMap((range) => [
        { name: `stacked states, ${range} days`, path: '/data/getStackBarByState', body: over(range) },
        {
          name: `stacked states, ${range} days, largest client`,
          path: '/data/getStackBarByState',
          body: { ...over(range), ...largest },
        },
        { name: `online rate, ${range} days`, path: '/data/lineOnlineRateByDeviceDaily', body: over(range) },
      ]),
  ]
  for (const { name, path, body } of asked) {
    const { code, message } = await client.post(path, body)
    if (code !== 200) throw new Error(`${name} answered ${code} ${message}`)
  }
  return asked
}

/** Return the mean milliseconds of execution for a request, over all its statements. Source: pg_stat_statements */
async function executionOf(databaseUrl: string, work: () => Promise<void>): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    await database.query('select pg_stat_statements_reset()')
    await work()
    const spent = await database.query<{ total: number }>(
      `select coalesce(sum(total_exec_time), 0)::float8 as total from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat_statements%'`,
    )
    return (spent.rows[0]?.total ?? 0) / rounds
  } finally {
    await database.end()
  }
}

/** Measure p50 of cards and charts relative to the database server's time, and their growth with the fleet. */
export async function measureCharts(bench: Bench): Promise<Figure[]> {
  const { devices, days } = bench.options
  const sizes = devices >= 100_000 ? [10_000, devices, 1_000_000] : [Math.max(100, Math.floor(devices / 10)), devices]
  const figures: Figure[] = []
  const p50 = new Map<string, number[]>()
  for (const size of [...new Set(sizes)]) {
    const databaseUrl = await bench.database({ devices: size, days, rawDays: 1, today: true })
    const { server, client } = await bench.serve({ DATABASE_URL: databaseUrl })
    const base = await signInBaseManager(server.url, databaseUrl)
    for (const [view, viewer] of [['headquarters', client] as const, ['one base', base.client] as const]) {
      const asked = await calls(viewer, databaseUrl, days)
      const connection = oneConnection(server.url, headersOf(viewer.token))
      for (let turn = 0; turn < warmUp / asked.length / 2; turn += 1)
        for (const { path, body } of asked) await connection.post(`/api${path}`, body)
      for (const { name, path, body } of asked) {
        let taken = 0
        const execution = await executionOf(databaseUrl, async () => {
          const each: number[] = []
          while (each.length < rounds) each.push(await connection.post(`/api${path}`, body))
          taken = median(each)
        })
        p50.set(`${name}, ${view}`, [...(p50.get(`${name}, ${view}`) ?? []), taken])
        figures.push({
          measure: `${name}: p50 over the server's execution`,
          conditions: `${size} devices, ${view}, one connection, p50 ${taken.toFixed(2)} ms, execution ${execution.toFixed(2)} ms`,
          figure: taken - execution,
          unit: 'ms',
          limit: 3,
          better: 'lower',
        })
      }
      connection.close()
    }
    await bench.rest()
  }
  for (const [name, values] of p50) {
    const [smallest, largest] = [values[0] ?? Number.NaN, values.at(-1) ?? Number.NaN]
    // Flat: half as much again; if that is less than 1 ms, which a user cannot notice, the limit is 1 ms more.
    figures.push({
      measure: `${name}: growth of p50`,
      conditions: `${sizes[0]} to ${sizes.at(-1)} devices, ${values.map((value) => value.toFixed(2)).join(' → ')} ms`,
      figure: largest / smallest,
      unit: '×',
      limit: Math.max(1.5, (smallest + 1) / smallest),
      better: 'lower',
    })
  }
  return figures
}

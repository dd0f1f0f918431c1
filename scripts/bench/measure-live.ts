import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import type { RunningServer } from '#tests/support/http-server.ts'
import type { Bench, Figure } from './bench.ts'
import { signInBaseManager } from './session.ts'

const pack = promisify(gzip)
const everyMs = 300_000
const lotSize = 1_000
const listPauseMs = 200
/** Maximum time to a report's response, after which users would see it late. */
const lagLimitMs = 60_000

type Collector = { token: string; serials: string[] }

async function inDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/**
 * Return a collector for each site, with a token as stored by the product, and the machines of the site that can
 * report.
 */
async function collectorsOf(url: string, most: number): Promise<Collector[]> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query<{ site_id: number; serials: string[] }>(
      `select site_id, array_agg(serial order by id) as serials from (select * from device where site_id is not null and state <= 'offline' order by id limit $1) d group by site_id`,
      [most],
    )
    const collectors: Collector[] = []
    for (const { site_id, serials } of rows) {
      const token = randomBytes(32).toString('base64url')
      await client.query(
        `insert into session(token_hash, user_id, company_id, kind, expires_at, scope, site_id)
         select $1, u.id, u.company_id, 'script', now() + interval '1 day', 'report', $2 from app_user u where nick_name = '管理层' order by u.id limit 1`,
        [createHash('sha256').update(token).digest(), site_id],
      )
      collectors.push({ token, serials })
    }
    return collectors
  })
}

type Sending = { lags: number[]; sent: number; lots: number; tries: number }
/** Send a batch of reports until it is accepted, like a collector that keeps it on disk. */
async function send(
  urlOf: () => string,
  token: string,
  serials: readonly string[],
  hashRate: number,
  sending: Sending,
  until: number,
): Promise<void> {
  const at = Date.now()
  const lines = serials.map((serial) =>
    JSON.stringify({
      serial,
      reportedAt: new Date(at).toISOString(),
      hashRate: hashRate + Math.random(),
      powerW: 3_200,
    }),
  )
  const body = new Uint8Array(await pack(lines.join('\n')))
  while (Date.now() < until + lagLimitMs) {
    sending.tries += 1
    const headers = { 'x-token': token, 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' }
    const answer = await fetch(`${urlOf()}/api/device/report`, { method: 'POST', headers, body })
      .then(
        async (response) =>
          (await response.json()) as {
            code: number
            data: { accepted: number; repeated: number; late: number; refused: number } | null
          },
      )
      .catch(() => null)
    if (answer?.code === 200 && answer.data) {
      if (answer.data.refused > 0) throw new Error(`${answer.data.refused} reports were refused`)
      sending.lags.push(Date.now() - at)
      // Generated machines have already reported a later time: their lines only go into the history.
      sending.sent += answer.data.accepted + answer.data.repeated + answer.data.late
      sending.lots += 1
      return
    }
    await wait(1_000)
  }
  throw new Error('a lot of reports was not taken')
}

const worst = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)
const shareOf = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? 0

/**
 * Count the reports in the journal and in the hours written from it: their number, and the number of distinct machines
 * and moments. A closed hour keeps the last report of each five minutes; here a machine reports once in them.
 */
async function journalOf(url: string): Promise<{ reports: number; distinct: number }> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query<{ reports: number; distinct: number; written: number }>(
      `select (select count(*)::int from live_report l cross join lateral unnest(device_ids) t) as reports,
        (select count(distinct (t.id, l.hour, t.second))::int from live_report l cross join lateral unnest(device_ids, seconds) t(id, second)) as distinct,
        (select count(*)::int from device_hour h cross join lateral unnest(h.hash) t(v) where t.v is not null) as written`,
    )
    const { reports, distinct, written } = rows[0] ?? { reports: 0, distinct: 0, written: 0 }
    return { reports: reports + written, distinct: distinct + written }
  })
}

/**
 * Return the bytes of a machine and day in `device_hour`, with its index: measured with 2,000 machines and a day, in a
 * copy of the table.
 */
async function historyBytes(url: string): Promise<number> {
  return inDatabase(url, async (client) => {
    await client.query('create table bench_hour (like device_hour including indexes)')
    await client.query(`insert into bench_hour select 1, d, timestamptz '2026-01-01' + h * interval '1 hour',
      (select array_agg((29 + random() + 0 * (d + h + s))::real) from generate_series(1, 12) s), (select array_agg((3200 + s + 0 * (d + h))::smallint) from generate_series(1, 12) s)
      from generate_series(0, 23) h cross join generate_series(1, 2000) d`)
    const { rows } = await client.query<{ bytes: string }>(`select pg_total_relation_size('bench_hour') as bytes`)
    await client.query('drop table bench_hour')
    return Number(rows[0]?.bytes ?? 0) / 2_000
  })
}

/**
 * Measure machines that report every five minutes, through collectors of their sites in batches spread over the time,
 * while a user reads the list; the server is killed once in the middle. `--devices` machines for `--seconds`.
 */
export async function measureLive(bench: Bench): Promise<Figure[]> {
  const { devices, seconds } = bench.options
  const databaseUrl = await bench.copyOf(await bench.database({ devices, days: 2, rawDays: 2, today: true }))
  let { server } = await bench.serve({ DATABASE_URL: databaseUrl })
  const running = (): RunningServer => server
  const collectors = await collectorsOf(databaseUrl, devices)
  const machines = collectors.reduce((sum, { serials }) => sum + serials.length, 0)
  const lots = collectors.flatMap(({ token, serials }) =>
    Array.from({ length: Math.ceil(serials.length / lotSize) }, (_, index) => ({
      token,
      serials: serials.slice(index * lotSize, (index + 1) * lotSize),
    })),
  )
  const began = Date.now()
  const until = began + seconds * 1_000
  const sending: Sending = { lags: [], sent: 0, lots: 0, tries: 0 }
  const lists: number[] = []
  let killed = 0
  const collect = async (lot: (typeof lots)[number], index: number) => {
    for (let at = began + (index / lots.length) * everyMs; at < until; at += everyMs) {
      await wait(Math.max(0, at - Date.now()))
      await send(() => running().url, lot.token, lot.serials, 30, sending, until)
    }
  }
  const click = async () => {
    let base = await signInBaseManager(server.url, databaseUrl)
    let url = server.url
    while (Date.now() < until) {
      if (url !== server.url) {
        base = await signInBaseManager(server.url, databaseUrl)
        url = server.url
      }
      const asked = performance.now()
      const answered = await base.client
        .post('/device/find/', { page: 1, size: 20, orderColumn: 'stateSince', orderWay: 'desc' })
        .then(
          () => true,
          () => false,
        )
      if (answered) lists.push(performance.now() - asked)
      await wait(listPauseMs)
    }
  }
  const kill = async () => {
    await wait((until - began) / 2)
    const at = performance.now()
    await server.kill()
    ;({ server } = await bench.serve({ DATABASE_URL: databaseUrl }))
    killed = performance.now() - at
  }
  await Promise.all([...lots.map(collect), click(), kill()])
  const stop = performance.now()
  const [first] = lots
  if (!first) throw new Error('no machine can report')
  await send(
    () => server.url,
    first.token,
    first.serials.slice(0, 1),
    0,
    { ...sending, lags: [] },
    Date.now() + lagLimitMs,
  )
  const stopMs = performance.now() - stop
  const journal = await journalOf(databaseUrl)
  const conditions = `${machines} machines every 5 min for ${seconds} s in ${lots.length} lots, PostgreSQL, one kill -9 (${Math.round(killed)} ms away)`
  const figure = (measure: string, value: number, unit: string, limit: number | null): Figure => ({
    measure,
    conditions,
    figure: value,
    unit,
    limit,
    better: 'lower',
  })
  return [
    figure('live: report until it is answered, the slowest', worst(sending.lags), 'ms', lagLimitMs),
    figure('live: report until it is answered (p50)', shareOf(sending.lags, 0.5), 'ms', null),
    figure('live: list meanwhile (p99)', shareOf(lists, 0.99), 'ms', 300),
    figure('live: reports lost', sending.sent + 1 - journal.distinct, 'reports', 0),
    figure('live: reports kept twice', journal.reports - journal.distinct, 'reports', 0),
    figure('live: a machine stops until its state says so', stopMs, 'ms', lagLimitMs),
    figure('live: history of a machine and day', await historyBytes(databaseUrl), 'bytes', null),
  ]
}

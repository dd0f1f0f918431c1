import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { addDays } from '#shared/dates.ts'
import type { RestClient } from '#tests/support/rest-client.ts'
import { type Bench, type Figure, today } from './bench.ts'
import type { Connection } from './connection.ts'
import { generate } from './generate.ts'
import { questions } from './measure-answering.ts'

/** Number of machines and days of one transfer. Source: issue "A machine's whole story" */
const machines = 10_000
const days = 30
const askedEveryMs = 50
const secondsLimit = 10
const listLimitMs = 500
/** Creating a store of the embedded engine with this number of machines and days takes a minute. */
const embeddedDevices = 20_000

type Transfer = { batchId: number | null; moved: number; machineDays: number }
type Undone = { undone: number; kept: number }
type Chosen = { ids: number[]; other: number }

/** Return the time within which 99 of 100 were answered, in ms. */
const p99 = (times: readonly number[]): number =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ??
  Number.NaN

/** Return machines of the largest base, and their new client. */
async function chosenIn(connection: Connection): Promise<Chosen> {
  const { rows } = (await connection.query(
    `select (array_agg(d.id order by d.id))[1:${machines}] as ids, (select id from client c where c.company_id = d.company_id order by id desc limit 1) as other
      from device d where state <> 'scrap' and client_id is not null group by d.company_id order by count(*) desc limit 1`,
  )) as { rows: Chosen[] }
  const [chosen] = rows
  if (!chosen) throw new Error('the generated fleet has no machines')
  return chosen
}

type Asked = { times: number[]; failures: string[] }

/** Request lists and charts at a constant rate while `work` runs, whether or not the last response has arrived. */
async function whileAsking(client: RestClient, work: () => Promise<void>): Promise<Asked> {
  const ways = questions(client)
  const [times, failures]: [number[], string[]] = [[], []]
  let over = false
  const asking = (async () => {
    const asked: Promise<void>[] = []
    for (let turn = 0; !over; turn += 1) {
      const way = ways[turn % ways.length]
      const began = performance.now()
      if (way)
        asked.push(
          way().then(
            ({ code }) => void (code === 200 ? times.push(performance.now() - began) : failures.push(String(code))),
            (error: unknown) => void failures.push(String(error)),
          ),
        )
      await wait(askedEveryMs)
    }
    await Promise.all(asked)
  })()
  try {
    await work()
  } finally {
    over = true
    await asking
  }
  return { times, failures }
}

/**
 * Measure a transfer of many machines with a date a month back, and its undo, while a user requests lists and charts.
 */
async function measureOn(
  bench: Bench,
  engine: string,
  environment: Record<string, string>,
  devices: number,
  chosen: Chosen,
): Promise<Figure[]> {
  const { client } = await bench.serve(environment)
  const timed = async <Data>(path: string, body: object): Promise<{ data: Data; seconds: number }> => {
    const began = performance.now()
    const answer = await client.post<Data>(path, body)
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code} ${answer.message}`)
    return { data: answer.data, seconds: (performance.now() - began) / 1_000 }
  }
  const request = {
    selection: { ids: chosen.ids },
    to: { clientId: chosen.other },
    date: addDays(today(), 1 - days),
    reason: 'bench',
  }
  const rehearsed = await timed<Transfer>('/device/transfer', { ...request, dryRun: true })
  let done = { data: { batchId: null, moved: 0, machineDays: 0 } as Transfer, seconds: 0 }
  let undone = { data: { undone: 0, kept: 0 } as Undone, seconds: 0 }
  const during = await whileAsking(client, async () => {
    done = await timed<Transfer>('/device/transfer', request)
  })
  const duringUndo = await whileAsking(client, async () => {
    undone = await timed<Undone>('/device/undoUpdate', { id: done.data.batchId })
  })
  await bench.rest()
  const { moved, machineDays } = done.data
  const conditions = `${engine}, ${devices} devices, ${moved} machines moved with ${machineDays} machine-days`
  const figure = (measure: string, seconds: number): Figure => ({
    measure,
    conditions,
    figure: seconds,
    unit: 's',
    limit: secondsLimit,
    better: 'lower',
  })
  // The embedded engine has one connection, which a transaction keeps: other callers wait for up to 20 s, which a
  // transfer exceeds only on a busy machine.
  const binds = engine === 'PostgreSQL' ? { binding: true as const } : {}
  const lists = (of: string, { times, failures }: Asked): Figure[] => {
    const asked = `${engine}, ${devices} devices, ${times.length} lists and charts asked${failures[0] ? `, ${failures[0].slice(0, 80)}` : ''}`
    return [
      {
        measure: `lists during ${of}, p99`,
        conditions: asked,
        figure: p99(times),
        unit: 'ms',
        limit: listLimitMs,
        better: 'lower',
      },
      {
        measure: `lists that failed during ${of}`,
        conditions: asked,
        figure: failures.length,
        unit: 'calls',
        limit: 0,
        better: 'lower',
        ...binds,
      },
    ]
  }
  return [
    figure('a transfer of 10,000 machines over 30 days', done.seconds),
    figure('its rehearsal', rehearsed.seconds),
    { ...figure('its undo', undone.seconds), conditions: `${conditions}, ${undone.data.undone} back` },
    ...lists('a transfer', during),
    ...lists('its undo', duringUndo),
  ]
}

async function onPostgres(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  const url = await bench.copyOf(await bench.database({ devices, days: days + 2, rawDays: days + 2, today: true }))
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const chosen = await chosenIn(database).finally(() => database.end())
  return measureOn(bench, 'PostgreSQL', { DATABASE_URL: url }, devices, chosen)
}

async function embedded(bench: Bench): Promise<Figure[]> {
  const devices = Math.min(bench.options.devices, embeddedDevices)
  const dataDir = bench.folder('transfer')
  const made = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, pino({ level: 'silent' }))
  let chosen: Chosen
  try {
    await migrate(made.db)
    await generate(made.pool, { devices, days: days + 2, rawDays: days + 2, lastDay: today() })
    chosen = await chosenIn(made.pool)
  } finally {
    await made.close()
  }
  return measureOn(bench, 'embedded', { DATA_DIR: dataDir }, devices, chosen)
}

/** Measure on both engines. */
export const measureTransfer = async (bench: Bench): Promise<Figure[]> => [
  ...(await onPostgres(bench)),
  ...(await embedded(bench)),
]

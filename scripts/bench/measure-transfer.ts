import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { addDays } from '#shared/dates.ts'
import { type Bench, type Figure, today } from './bench.ts'
import { questions } from './measure-answering.ts'

/** What one transfer moves, and how far back. Source: issue "A machine's whole story" */
const machines = 10_000
const days = 30
const askedEveryMs = 50
const secondsLimit = 10
const listLimitMs = 500

type Transfer = { batchId: number | null; moved: number; machineDays: number }
type Undone = { undone: number; kept: number }

/** The time within which 99 of 100 were answered, in ms. */
const p99 = (times: readonly number[]): number =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN

/** A transfer of many machines with a date a month back, and its undo, while somebody asks for lists and charts. */
export async function measureTransfer(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  const url = await bench.copyOf(await bench.database({ devices, days: days + 2, rawDays: days + 2, today: true }))
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const { rows: found } = await database.query<{ ids: number[]; other: number }>(
    `select (array_agg(d.id order by d.id))[1:${machines}] as ids, (select id from client c where c.company_id = d.company_id order by id desc limit 1) as other
      from device d where state <> 'scrap' and client_id is not null group by d.company_id order by count(*) desc limit 1`,
  )
  await database.end()
  const [chosen] = found
  if (!chosen) throw new Error('the generated fleet has no machines')
  const { client } = await bench.serve({ DATABASE_URL: url })
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
  const timed = async <Data>(path: string, body: object): Promise<{ data: Data; seconds: number }> => {
    const began = performance.now()
    const answer = await client.post<Data>(path, body)
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code} ${answer.message}`)
    return { data: answer.data, seconds: (performance.now() - began) / 1_000 }
  }
  const request = { selection: { ids: chosen.ids }, to: { clientId: chosen.other }, date: addDays(today(), 1 - days), reason: 'bench' }
  const rehearsed = await timed<Transfer>('/device/transfer', { ...request, dryRun: true })
  const done = await timed<Transfer>('/device/transfer', request)
  const undone = await timed<Undone>('/device/undoUpdate', { id: done.data.batchId })
  over = true
  await asking
  const { moved, machineDays } = done.data
  const conditions = `PostgreSQL, ${devices} devices, ${moved} machines moved with ${machineDays} machine-days`
  const figure = (measure: string, seconds: number, limit: number | null): Figure => ({
    measure,
    conditions,
    figure: seconds,
    unit: 's',
    limit,
    better: 'lower',
  })
  const asked = `${conditions}, ${times.length} lists and charts asked meanwhile${failures[0] ? `, ${failures[0].slice(0, 80)}` : ''}`
  return [
    figure('a transfer of 10,000 machines over 30 days', done.seconds, secondsLimit),
    figure('its rehearsal', rehearsed.seconds, secondsLimit),
    { ...figure('its undo', undone.seconds, secondsLimit), conditions: `${conditions}, ${undone.data.undone} back` },
    { measure: 'lists during a transfer, p99', conditions: asked, figure: p99(times), unit: 'ms', limit: listLimitMs, better: 'lower' },
    { measure: 'lists that failed during a transfer', conditions: asked, figure: failures.length, unit: 'calls', limit: 0, better: 'lower', binding: true },
  ]
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { demoPassword } from '#server/demo/users.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day, daysBetween } from '#shared/dates.ts'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { startServer } from '#tests/support/http-server.ts'
import { textOfPdf } from '#tests/support/pdf-text.ts'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'

// Move 50 machines of the demonstration with a date nine days back, undo that and do it again, and after each step read
// over HTTP the charts, lists, files and printed statements of both clients for every day: npx tsx
// scripts/transfer-proof.ts
const moved = 50
const daysBack = 9
const daysBefore = 10

/** Machines by state, in order of the states. */
type Counts = number[]
type Told = { chart: Counts; online: (number | null)[]; daily: Counts; days: Counts; statement: Counts | null }
type Picture = {
  days: Map<Day, Told>
  serials: Map<Day, Map<string, DeviceState>>
  list: string[]
  file: string[]
  cards: Counts
}
type Daily = { date: Day; serial: string; state: DeviceState }

/** Retry until the server accepts: the limits on files are meant for people. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!String(error).includes('HTTP 429')) throw error
      await wait(5_000)
    }
  }
}
const fileOf = (client: RestClient, path: string, body: object) => patiently(() => client.file(path, body))
const json = async <Row>(client: RestClient, path: string, body: object): Promise<Row[]> =>
  JSON.parse((await fileOf(client, path, { ...body, format: 'json' })).toString('utf8')) as Row[]
const data = async <Data>(client: RestClient, path: string, body: object): Promise<Data> => {
  const answer = await client.post<Data>(path, body)
  if (answer.code !== 200) throw new Error(`${path} answered ${answer.code} ${answer.message}`)
  return answer.data
}

/** Return the lines of days in a printed statement: the day, all machines, those in each state, and further values. */
function linesOf(text: string): Map<Day, Counts> {
  const lines = [...text.matchAll(/(\d{4}-\d{2}-\d{2})\s+([\d,]+(?:\s+[\d,]+){11})/g)]
  return new Map(
    lines.map(([, day = '', figures = '']) => [
      day,
      figures
        .split(/\s+/)
        .slice(1, 9)
        .map((figure) => Number(figure.replaceAll(',', ''))),
    ]),
  )
}

async function pictureOf(client: RestClient, clientId: number, range: [Day, Day]): Promise<Picture> {
  const asked = { clientId, businessDateQuery: range, reservePeriod: 'day' }
  const stack = await data<{ xAxisData: Day[]; series: { name: string; data: number[] }[] }>(
    client,
    '/data/getStackBarByState',
    asked,
  )
  const line = await data<{ xAxisData: Day[]; numerator: (number | null)[]; denominator: (number | null)[] }>(
    client,
    '/data/lineOnlineRateByDeviceDaily',
    asked,
  )
  const daily = await json<Daily>(client, '/deviceDaily/export', { clientId, businessDateQuery: range })
  const sums = await json<Record<DeviceState, number> & { date: Day }>(client, '/deviceDaily/exportDays', {
    clientId,
    businessDateQuery: range,
  })
  const months = [...new Set(daysBetween(...range).map((day) => day.slice(0, 'YYYY-MM'.length)))]
  const printed = new Map<Day, Counts>()
  for (const month of months) {
    const text = await textOfPdf(await fileOf(client, `/client/statement/${clientId}`, { month }))
    for (const [day, counts] of linesOf(text)) printed.set(day, counts)
  }
  const serials = new Map<Day, Map<string, DeviceState>>()
  for (const { date, serial, state } of daily) serials.set(date, (serials.get(date) ?? new Map()).set(serial, state))
  const days = new Map<Day, Told>()
  for (const day of daysBetween(...range)) {
    const at = stack.xAxisData.indexOf(day)
    const sum = sums.find(({ date }) => date === day)
    days.set(day, {
      chart: deviceStates.map((state) => stack.series.find(({ name }) => name === state)?.data[at] ?? 0),
      online: [
        line.numerator[line.xAxisData.indexOf(day)] ?? null,
        line.denominator[line.xAxisData.indexOf(day)] ?? null,
      ],
      daily: deviceStates.map((state) => [...(serials.get(day)?.values() ?? [])].filter((one) => one === state).length),
      days: deviceStates.map((state) => sum?.[state] ?? 0),
      statement: printed.get(day) ?? null,
    })
  }
  const { data: rows } = await data<{ data: { serial: string }[] }>(client, '/device/find/', {
    clientId,
    size: 1020,
    orderColumn: 'serial',
  })
  const csv = (await fileOf(client, '/device/export', { clientId, format: 'csv', columns: ['serial'] })).toString(
    'utf8',
  )
  const cards = await data<Record<DeviceState, number>>(client, '/data/getBasicDataByState/state', { clientId })
  return {
    days,
    serials,
    list: rows.map(({ serial }) => serial).sort(),
    file: csv.trim().split('\r\n').slice(1).sort(),
    cards: deviceStates.map((state) => cards[state]),
  }
}

let checked = 0
function same(what: string, one: unknown, other: unknown): void {
  checked += 1
  if (!isDeepStrictEqual(one, other)) throw new Error(`${what}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`)
}

/**
 * Check that all sources agree on each day, and that they match the expected machines and their states.
 */
function check(step: string, now: Picture, expected: Map<Day, Map<string, DeviceState>>): void {
  for (const [day, told] of now.days) {
    const states = [...(expected.get(day)?.values() ?? [])]
    const counts = deviceStates.map((state) => states.filter((one) => one === state).length)
    for (const source of ['chart', 'daily', 'days', 'statement'] as const) {
      if (source === 'statement' && told.statement === null && states.length === 0) continue
      same(`${step}, ${day}, ${source}`, told[source], counts)
    }
    same(`${step}, ${day}, machines`, [...(now.serials.get(day) ?? [])].sort(), [...(expected.get(day) ?? [])].sort())
  }
  same(`${step}, file and list`, now.file, now.list)
  same(
    `${step}, cards and list`,
    now.cards.reduce((sum, value) => sum + value, 0),
    now.list.length,
  )
}

const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-transfer-proof-'))
ensureBuilt()
const server = await startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true })
try {
  const client = await signIn(server.url, 'admin', demoPassword)
  const today = businessDay(new Date(), 'Asia/Shanghai')
  const date = addDays(today, -daysBack)
  const range: [Day, Day] = [addDays(date, -daysBefore), today]
  const { data: owners } = await data<{ data: { id: number; companyId: number; name: string }[] }>(
    client,
    '/client/find',
    { companyId: 2, size: 20 },
  )
  const [giver, receiver] = owners
  if (!giver || !receiver) throw new Error('the demonstration has no two clients')
  const both = async () =>
    [await pictureOf(client, giver.id, range), await pictureOf(client, receiver.id, range)] as const
  const before = await both()
  const { data: rows } = await data<{ data: { serial: string }[] }>(client, '/device/find/', {
    clientId: giver.id,
    state: 'normal',
    size: moved,
  })
  const serials = rows.map(({ serial }) => serial)
  const chosen = new Set(serials)
  const unmoved = before.map(({ serials: own }) => own)
  const [left, gained] = [new Map(unmoved[0]), new Map(unmoved[1])]
  for (const day of daysBetween(date, today)) {
    const lines = [...(before[0].serials.get(day) ?? [])]
    left.set(day, new Map(lines.filter(([serial]) => !chosen.has(serial))))
    gained.set(day, new Map([...(before[1].serials.get(day) ?? []), ...lines.filter(([serial]) => chosen.has(serial))]))
  }
  const compare = (
    step: string,
    [one, other]: readonly [Picture, Picture],
    expected: readonly (Map<Day, Map<string, DeviceState>> | undefined)[],
  ) => {
    for (const [name, now, own] of [
      [giver.name, one, expected[0]],
      [receiver.name, other, expected[1]],
    ] as const)
      check(`${step}, ${name}`, now, own ?? new Map())
    console.log(`${step}: ${checked} comparisons hold so far`)
  }
  compare('before', before, unmoved)
  const request = { selection: { serials }, to: { clientId: receiver.id }, date, reason: 'proof' }
  const done = await data<{ batchId: number; moved: number; machineDays: number }>(client, '/device/transfer', request)
  console.log(
    `${done.moved} machines from ${giver.name} to ${receiver.name} from ${date} on, ${done.machineDays} machine-days`,
  )
  const after = await both()
  compare('moved', after, [left, gained])
  const undone = await data<{ undone: number; kept: number }>(client, '/device/undoUpdate', { id: done.batchId })
  same('undone', [undone.undone, undone.kept], [moved, 0])
  const back = await both()
  compare('undone', back, unmoved)
  same('undone, everything as before', back, before)
  await data(client, '/device/transfer', request)
  const again = await both()
  compare('moved again', again, [left, gained])
  same('moved again, everything as the first time', again, after)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

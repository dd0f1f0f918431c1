import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { receiverAuthority, startReceiver } from '#tests/support/receivers.ts'
import type { RestClient } from '#tests/support/rest-client.ts'
import { type Bench, type Figure, today } from './bench.ts'
import { generate } from './generate.ts'
import { median } from './load.ts'

const machines = 2_800
const fleet = { devices: 100, days: 2, rawDays: 2, today: true } as const
const rounds = 7
/** Time from the commit of the reported change. Source: issue 21, Shows */
const mostMs = 5_000
const logger = pino({ level: 'silent' })
const place = { type: 'T30', site: '站点 0001', client: '客户 07919', account: '子账号 06151' }
const confirm = ['new-machines', 'offline', 'owners', 'day']

/** Prepare a database with a small fleet, and the rules of its bases, which the server creates in its first minute. */
async function environmentOf(bench: Bench, engine: 'PostgreSQL' | 'embedded'): Promise<Record<string, string>> {
  if (engine === 'PostgreSQL') return { DATABASE_URL: await bench.copyOf(await bench.database(fleet)) }
  const dataDir = bench.folder('messages')
  const made = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger)
  await migrate(made.db)
  await generate(made.pool, { ...fleet, lastDay: today() })
  await made.close()
  return { DATA_DIR: dataDir }
}

type Rules = { data: { id: number }[] }
async function rulesOf(client: RestClient): Promise<number[]> {
  return (await client.post<Rules>('/alertRule/find/', { page: 1, size: 100 })).data.data.map(({ id }) => id)
}

/**
 * Apply a feed with every machine of the site. @returns the time of its response, which follows its commit, and its
 * batch
 */
async function feed(client: RestClient, hashRate: number): Promise<{ at: number; took: number; batchId: number }> {
  const devices = Array.from({ length: machines }, (_, index) => ({
    ...place,
    serial: `MSG${index}`,
    activeWorkerState: 'yes',
    hashRate,
  }))
  const begun = performance.now()
  const answer = await client.post<{ read: number; refused: number; batchId: number }>('/device/updateDevice', {
    devices,
    confirm,
  })
  if (answer.code !== 200 || answer.data.refused > 0)
    throw new Error(`the feed answered ${answer.code} ${answer.message} ${JSON.stringify(answer.data).slice(0, 400)}`)
  return { at: Date.now(), took: performance.now() - begun, batchId: answer.data.batchId }
}

type Counted = { port: number; close: () => Promise<void>; heard: { at: number; body: string }[]; seen: number }

/**
 * Start a receiver that counts messages about the site. It also gets others from the scheduler: a generated fleet has
 * overdue repairs.
 */
async function counted(answer: object): Promise<Counted> {
  const heard: Counted['heard'] = []
  const { port, close } = await startReceiver(({ body }) => {
    if (body.includes(place.site) && body.includes('offline')) heard.push({ at: Date.now(), body })
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
  })
  return { port, close, heard, seen: 0 }
}

/** Return the milliseconds until each receiver has its next message, which must be a single one for this moment. */
async function next(receivers: readonly Counted[], since: number, moment: RegExp): Promise<number> {
  for (const receiver of receivers) {
    while (receiver.heard.length === receiver.seen) {
      if (Date.now() - since > 60_000) throw new Error('no message has come')
      await wait(5)
    }
  }
  // Any further message arrives within the next cycles.
  await wait(6_000)
  let slowest = 0
  for (const receiver of receivers) {
    if (receiver.heard.length !== receiver.seen + 1)
      throw new Error(`${receiver.heard.length - receiver.seen} messages instead of one`)
    const [{ at, body } = { at: Number.NaN, body: '' }] = receiver.heard.slice(receiver.seen)
    if (!moment.test(body)) throw new Error(`another message: ${body.slice(0, 300)}`)
    receiver.seen += 1
    slowest = Math.max(slowest, at - since)
  }
  return slowest
}

async function told(client: RestClient): Promise<Record<'opened' | 'resolved' | 'takenBack', number>> {
  const [robot, program] = [await counted({ code: 0, msg: 'success' }), await counted({})]
  const save = async (kind: string, address: string) => {
    const body = { name: kind, kind, address, language: 'en', leastSeverity: 'notice' }
    const saved = await client.post<{ id: number }>('/channels/save', body)
    if (saved.code !== 200) throw new Error(saved.message)
    return saved.data.id
  }
  const host = (receiver: Counted) => `https://127.0.0.1:${receiver.port}`
  const channels = [
    await save('feishu', `${host(robot)}/open-apis/bot/v2/hook/bench`),
    await save('webhook', `${host(program)}/hook`),
  ]
  try {
    await feed(client, 30)
    const opened = await next([robot, program], (await feed(client, 0)).at, /offline \d+\/\d+|alert\.opened/)
    // A robot may get gathered messages that are not urgent; a program gets one for each moment.
    const resolved = await next([program], (await feed(client, 30)).at, /alert\.resolved/)
    const again = await feed(client, 0)
    await next([program], again.at, /alert\.opened/)
    const undone = await client.post('/device/undoUpdate', { id: again.batchId })
    if (undone.code !== 200) throw new Error(undone.message)
    return { opened, resolved, takenBack: await next([program], Date.now(), /alert\.takenBack/) }
  } finally {
    for (const id of channels) await client.post(`/channels/delete/${id}`)
    await robot.close()
    await program.close()
  }
}

/** Return the milliseconds of a feed that stops the site and of one that restarts it, the medians of some rounds. */
async function costs(client: RestClient): Promise<{ stop: number; run: number }> {
  const took: { stop: number; run: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const stop = (await feed(client, 0)).took
    took.push({ stop, run: (await feed(client, 30 + round / 100)).took })
  }
  return { stop: median(took.map(({ stop }) => stop)), run: median(took.map(({ run }) => run)) }
}

/**
 * Measure a site of 2,800 machines that stops in one feed, comes back, and whose stop is undone: the time from the
 * feed's response to its one message at a webhook, and to that of its stop at a substitute for Feishu, on both engines;
 * and the cost of rules in such feeds.
 */
export async function measureMessages(bench: Bench): Promise<Figure[]> {
  const authority = join(bench.folder('authority'), 'authority.pem')
  writeFileSync(authority, receiverAuthority)
  const figures: Figure[] = []
  for (const engine of ['PostgreSQL', 'embedded'] as const) {
    const { client } = await bench.serve({
      ...(await environmentOf(bench, engine)),
      ALLOWED_NETWORKS: '127.0.0.1/32',
      NODE_EXTRA_CA_CERTS: authority,
    })
    for (let turn = 0; (await rulesOf(client)).length === 0; turn += 1) {
      if (turn > 240) throw new Error('the bases were given no rules')
      await wait(500)
    }
    const times = await told(client)
    bench.log(`  ${engine}: ${JSON.stringify(times)}`)
    const withRules = await costs(client)
    for (const id of await rulesOf(client)) await client.post(`/alertRule/delete/${id}`)
    const without = await costs(client)
    await bench.rest()
    const figure = (
      measure: string,
      conditions: string,
      value: number,
      unit: string,
      limit: number | null,
    ): Figure => ({
      ...{
        measure: `messages: ${measure}`,
        conditions: `${engine}, ${conditions}`,
        figure: value,
        unit,
        limit,
        better: 'lower',
      },
    })
    const one = `${machines} machines of a site in one feed, from its answer to the receiver, one message a channel`
    figures.push(
      figure('a site stops', one, times.opened, 'ms', mostMs),
      figure('it is back', one, times.resolved, 'ms', mostMs),
      figure('its stop is undone', one, times.takenBack, 'ms', mostMs),
    )
    for (const way of ['stop', 'run'] as const) {
      const conditions = `${machines} machines ${way} in one feed, ${withRules[way].toFixed(0)} against ${without[way].toFixed(0)} ms, medians of ${rounds}`
      figures.push(figure('rules against none', conditions, withRules[way] / without[way], '×', null))
    }
  }
  return figures
}

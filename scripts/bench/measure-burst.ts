import { encryptPassword } from '#shared/password-encryption.ts'
import type { Answer as RestAnswer } from '#tests/support/rest-client.ts'
import { type Bench, type Figure, today } from './bench.ts'
import { burstCalls, burstProbes } from './burst-calls.ts'
import { officeSize, oneOfOffice, openOffice, signInOffice } from './burst-office.ts'
import { type Answer, type Kind, kinds, type Plan } from './burst-plan.ts'
import { generateLoad } from './burst-run.ts'

const rates = [300, 500]
/** Connections of the burst, of the search for the maximum rate, and of an ordinary day. Source: trust.md O1 */
const connections = { burst: 500, most: 16 }
const mostSeconds = 8
const warmUpSeconds = 6
const afterSeconds = 10
/** An ordinary list is served as usual within this time. Source: trust.md L1, p99 */
const usualMs = 300
const graceMs = 1_000

/**
 * One session requests lists as fast as it can, while the others of both bases work as on an ordinary day. Calls a
 * second
 */
const greed = { greedy: 300, others: 40, seconds: 10 }

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)
const percentile = (values: readonly number[], fraction: number): number =>
  values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? 0
const msOf = (answers: readonly Answer[]) => answers.map(({ ms }) => ms)

const ofKinds = (answers: readonly Answer[], ...wanted: Kind[]) => answers.filter(({ kind }) => wanted.includes(kind))
const said = (answers: readonly Answer[]): string =>
  kinds
    .map((kind) => ({ kind, asked: ofKinds(answers, kind) }))
    .filter(({ asked }) => asked.length > 0)
    .map(({ kind, asked }) => `${kind} ${asked.filter(({ served }) => served).length}/${asked.length}`)
    .join(', ')

function byStatus(answers: readonly Answer[]): string {
  const counted = new Map<string, number>()
  for (const { kind, status } of answers) counted.set(`${kind} ${status}`, (counted.get(`${kind} ${status}`) ?? 0) + 1)
  return counted.size === 0 ? 'no call' : [...counted].map(([what, count]) => `${what} × ${count}`).join(', ')
}

/** Return the seconds from the end of the burst until every ordinary list was served as usual again. */
function secondsToNormal(answers: readonly Answer[], burstMs: number): number {
  const late = answers.filter(
    ({ probe, kind, at, served, ms }) => probe && kind === 'reading' && at >= burstMs && (!served || ms > usualMs),
  )
  return Math.max(0, ...late.map(({ at, ms }) => (at + ms - burstMs) / 1_000))
}

/** Evaluate the responses to a burst by trust.md O1 and O2. */
function figuresOf(engine: string, plan: Plan, answers: readonly Answer[], most: number): Figure[] {
  const burstMs = plan.seconds * 1_000
  const burst = answers.filter(({ probe }) => !probe)
  const served = burst.filter((answer) => answer.served)
  const isShed = ({ status }: Answer) => status === 503 || status === 429
  const shed = burst.filter(isShed)
  const vital = ofKinds(burst, 'signIn', 'session', 'saving')
  const health = ofKinds(answers, 'health')
  /** Responses that arrive this long after the end of the burst were not served by it. */
  const goodput = served.filter(({ at, ms }) => at + ms <= burstMs + graceMs).length / plan.seconds
  const broken = burst.filter((answer) => !answer.served && !isShed(answer))
  const name = `burst of ${plan.rate}/s, ${engine}`
  const row = (
    measure: string,
    conditions: string,
    figure: number,
    unit: string,
    limit: number | null,
    better: Figure['better'],
  ): Figure => ({
    measure: `${name}: ${measure}`,
    conditions,
    figure,
    unit,
    limit,
    better,
  })
  return [
    row(
      'p99 of what is served',
      `${plan.seconds} s, ${plan.connections} connections, ${officeSize}, served ${said(burst)}`,
      percentile(msOf(served), 0.99),
      'ms',
      1_500,
      'lower',
    ),
    row(
      'goodput against the most that is served',
      `${goodput.toFixed(0)} against ${most.toFixed(0)}/s`,
      share(goodput, Math.min(most, plan.rate)),
      '×',
      0.7,
      'higher',
    ),
    row(
      'refused with Retry-After',
      `${shed.length} of ${burst.length} refused, p50 ${percentile(msOf(shed), 0.5).toFixed(0)} ms, p99 ${percentile(msOf(shed), 0.99).toFixed(0)} ms`,
      share(shed.filter(({ retry }) => retry).length, shed.length),
      '×',
      1,
      'higher',
    ),
    row(
      'neither served nor refused',
      `by status, 0 = none within 30 s: ${byStatus(broken)}`,
      broken.length,
      'calls',
      0,
      'lower',
    ),
    row(
      'sign-in, session and saving served',
      said(vital),
      share(vital.filter((answer) => answer.served).length, vital.length),
      '×',
      0.99,
      'higher',
    ),
    row(
      'p99 of health',
      `${health.length} probes, ${health.filter((answer) => !answer.served).length} not served`,
      percentile(msOf(health), 0.99),
      'ms',
      500,
      'lower',
    ),
    row(
      'normal after the end',
      `every ordinary list served within ${usualMs} ms`,
      secondsToNormal(answers, burstMs),
      's',
      2,
      'lower',
    ),
  ]
}

/** Measure the service for others, of the same base and of another, while one session sends more than its share. */
async function greedOn(bench: Bench, engine: string, plan: Pick<Plan, 'url' | 'calls' | 'tokens'>): Promise<Figure[]> {
  const [greedy = '', ...tokens] = plan.tokens
  const told = { ...plan, seconds: greed.seconds, afterSeconds: 0, connections: connections.burst, probes: [] }
  const lists = plan.calls.filter(({ kind }) => kind === 'reading')
  const evenly = lists.map((call) => ({ ...call, share: 100 / lists.length }))
  const [ofGreedy, ofOthers] = await Promise.all([
    generateLoad(bench.folder('greedy'), { ...told, tokens: [greedy], calls: evenly, rate: greed.greedy }),
    generateLoad(bench.folder('others'), { ...told, tokens, rate: greed.others }),
  ])
  const served = (answers: readonly Answer[]) => answers.filter((answer) => answer.served)
  // Exports have limits of their own.
  const others = ofOthers.filter(({ kind }) => kind !== 'heavy')
  const conditions = `${greed.greedy} lists/s of one session, of which ${served(ofGreedy).length} of ${ofGreedy.length} served; others ${greed.others}/s`
  const name = `one greedy session, ${engine}`
  return [
    {
      measure: `${name}: others served`,
      conditions,
      figure: share(served(others).length, others.length),
      unit: '×',
      limit: 0.99,
      better: 'higher',
    },
    {
      measure: `${name}: p99 of others`,
      conditions: said(ofOthers),
      figure: percentile(msOf(served(others)), 0.99),
      unit: 'ms',
      limit: 1_500,
      better: 'lower',
    },
  ]
}

async function burstsOn(bench: Bench, engine: string, environment: Record<string, string>): Promise<Figure[]> {
  await openOffice(environment)
  const { server } = await bench.serve(environment)
  const people = await signInOffice(server.url)
  const key = (await (await fetch(`${server.url}/api/users/publicKey`)).json()) as RestAnswer<string>
  const calls = burstCalls({
    ...oneOfOffice,
    password: encryptPassword(key.data, oneOfOffice.password),
    today: today(),
  })
  const plan = { url: server.url, calls, tokens: people.map(({ token }) => token), probes: burstProbes }
  const folder = bench.folder('burst')
  await generateLoad(folder, {
    ...plan,
    rate: 0,
    seconds: warmUpSeconds,
    afterSeconds: 0,
    connections: connections.most,
  })
  const most = await generateLoad(folder, {
    ...plan,
    rate: 0,
    seconds: mostSeconds,
    afterSeconds: 0,
    connections: connections.most,
  })
  const mostServed = most.filter(({ probe, served }) => !probe && served).length / mostSeconds
  bench.log(
    `  ${engine}: at most ${mostServed.toFixed(0)}/s over ${connections.most} connections, served ${said(most)}`,
  )
  const figures: Figure[] = []
  for (const rate of rates) {
    const told: Plan = { ...plan, rate, seconds: bench.options.seconds, afterSeconds, connections: connections.burst }
    figures.push(...figuresOf(engine, told, await generateLoad(folder, told), mostServed))
  }
  figures.push(...(await greedOn(bench, engine, plan)))
  await bench.rest()
  return figures
}

/** Measure more requests of all kinds than can be served, on both engines. */
export async function measureBurst(bench: Bench): Promise<Figure[]> {
  const embedded = await burstsOn(bench, 'embedded', { DATA_DIR: bench.folder('office') })
  const postgres = await bench.emptyDatabase()
  return [
    ...embedded,
    ...(await burstsOn(bench, 'PostgreSQL', { DATABASE_URL: postgres, DATA_DIR: bench.folder('keys') })),
  ]
}

import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'
import { attackWhile, besideBystander } from './attack-plan.ts'
import { adminPassword, adminUser, type Bench, type Figure } from './bench.ts'
import { officeSize, openOffice, outsideOffice } from './burst-office.ts'
import { questions } from './measure-answering.ts'
import { headersOf } from './session.ts'

const mebibyte = 1024 * 1024
/** Interval of the questions: twenty a second. */
const askedEveryMs = 50
const shareOfSlowest = 0.99
/** Number of cycles without an attack, with one, and with one on the bystander. */
const turns = 4
/** Time until the attacker has begun. */
const settlingMs = 1_000
/** Duration of an attack at full speed, to measure that speed. */
const paceSeconds = 5
/**
 * Fraction of the full speed, because the attacker has no processors of its own here. Source: trust.md 5, "on the same
 * cores: half the rate"
 */
const shareOfRate = 0.5

type Attack = { name: string; path: string; headers: Record<string, string>; body: Buffer; callers: number }

const percentile = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[
    Math.min(values.length - 1, Math.floor(values.length * shareOfSlowest))
  ] ?? Number.NaN

/** Return the requests that one caller can repeat. Source: the attacks that stopped release 1.4 for seconds. */
function attacksBy(outside: RestClient, manager: RestClient): Attack[] {
  const feed = `{"devices":[${Array.from({ length: 20 }, () => `{"serial":"${'x'.repeat(mebibyte)}"}`).join(',')}]}`
  const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, 0])))
  const json = { 'content-type': 'application/json' }
  const rehearsal = '/api/device/import?dryRun=true'
  return [
    {
      name: '20 MB in gzip of who may not',
      path: '/api/device/updateDevice',
      headers: { ...headersOf(outside.token), ...json, 'content-encoding': 'gzip' },
      body: gzipSync(feed),
      callers: 4,
    },
    {
      name: '90,000 keys of nobody',
      path: '/api/users/actions/login',
      headers: json,
      body: Buffer.from(keys),
      callers: 4,
    },
    {
      name: '80,000 broken objects in a rehearsal',
      path: rehearsal,
      headers: { ...headersOf(manager.token), ...json },
      body: Buffer.from('{"serial":x},'.repeat(80_000)),
      callers: 1,
    },
    {
      name: 'a head of 600,000 cells in a rehearsal',
      path: rehearsal,
      headers: { ...headersOf(manager.token), 'content-type': 'text/csv' },
      body: Buffer.from(`serial,${'a,'.repeat(600_000)}\n`),
      callers: 1,
    },
  ]
}

/** Milliseconds of each response, and how many were refused. */
type Asked = { ms: number[]; refused: number }

/** Send requests at a constant rate, whether or not the last one is answered. */
async function askFor(client: RestClient, seconds: number): Promise<Asked> {
  const asked = questions(client)
  const answers: Promise<number | null>[] = []
  const end = performance.now() + seconds * 1_000
  for (let turn = 0; performance.now() < end; turn += 1) {
    const started = performance.now()
    const question = asked[turn % asked.length]
    if (question)
      answers.push(
        question().then(
          ({ code }) => (code === 200 ? performance.now() - started : null),
          () => null,
        ),
      )
    await wait(askedEveryMs)
  }
  const taken = await Promise.all(answers)
  const served = taken.filter((one) => one !== null)
  return { ms: served, refused: taken.length - served.length }
}
const together = (parts: readonly Asked[]): { p99: number; refused: number } => ({
  p99: percentile(parts.flatMap(({ ms }) => ms)),
  refused: parts.reduce((sum, { refused }) => sum + refused, 0),
})

/**
 * Measure the delay of others while one caller attacks, without an attack, and while another program gets the same
 * requests: in turn, because the state of this machine changes from minute to minute.
 */
export async function measureAttacks(bench: Bench): Promise<Figure[]> {
  const environment = { DATA_DIR: bench.folder('attacked') }
  await openOffice(environment)
  const { server, client } = await bench.serve(environment)
  const outside = await signIn(server.url, outsideOffice.userName, outsideOffice.password)
  const manager = await signIn(server.url, adminUser, adminPassword)
  const { seconds } = bench.options
  await askFor(client, seconds / turns)
  const figures: Figure[] = []
  for (const one of attacksBy(outside, manager)) {
    const plan = {
      url: server.url + one.path,
      headers: one.headers,
      body: one.body.toString('base64'),
      callers: one.callers,
      perSecond: null,
    }
    const asking = async (forSeconds: number) => {
      await wait(settlingMs)
      return askFor(client, forSeconds)
    }
    const full = await attackWhile(bench.folder('attack'), plan, () => asking(paceSeconds))
    const mostPerSecond = full.sent / (paceSeconds + settlingMs / 1_000)
    const perSecond = mostPerSecond * shareOfRate
    let taken = 0
    const parts: Record<'before' | 'during' | 'beside', Asked[]> = { before: [], during: [], beside: [] }
    for (let turn = 0; turn < turns; turn += 1) {
      parts.before.push(await askFor(client, seconds / turns))
      const attack = await attackWhile(bench.folder('attack'), { ...plan, perSecond }, () => asking(seconds / turns))
      parts.during.push(attack.result)
      taken += attack.taken
      const { result } = await besideBystander((url) =>
        attackWhile(bench.folder('attack'), { ...plan, url, perSecond }, () => asking(seconds / turns)),
      )
      parts.beside.push(result)
    }
    const [before, during, beside] = [together(parts.before), together(parts.during), together(parts.beside)]
    const ms = (value: number) => `${value.toFixed(0)} ms`
    const rates = `${perSecond.toFixed(0)}/s of at most ${mostPerSecond.toFixed(0)}/s (then others p99 ${ms(together([full.result]).p99)})`
    const told = `${officeSize}; ${one.callers} at once, ${rates} for ${seconds} s; others p99 ${ms(before.p99)} → ${ms(during.p99)}`
    const another = `the same sent as often to another program of this machine: ${ms(beside.p99)}`
    figures.push({
      measure: `${one.name}: others' p99`,
      conditions: told,
      figure: during.p99 / before.p99,
      unit: '×',
      limit: 2,
      better: 'lower',
    })
    figures.push({
      measure: `${one.name}: the product's part`,
      conditions: another,
      figure: during.p99 / beside.p99,
      unit: '×',
      limit: 2,
      better: 'lower',
    })
    figures.push({
      measure: `${one.name}: others' calls refused`,
      conditions: '',
      figure: during.refused + full.result.refused,
      unit: 'calls',
      limit: 0,
      better: 'lower',
    })
    figures.push({
      measure: `${one.name}: not refused`,
      conditions: '',
      figure: taken + full.taken,
      unit: 'calls',
      limit: 0,
      better: 'lower',
    })
  }
  return figures
}

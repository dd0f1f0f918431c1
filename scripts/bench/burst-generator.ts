import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type Answer, type Call, Plan } from './burst-plan.ts'

/** A separate process, so that its cost is not the server's: node generator.ts PLAN ANSWERS, both files of JSON. */
const [planFile = '', answersFile = ''] = process.argv.slice(2)
const plan = Plan.parse(JSON.parse(readFileSync(planFile, 'utf8')))
const tickMs = 5
const patienceMs = 30_000
const burstMs = plan.seconds * 1_000
const wholeMs = burstMs + plan.afterSeconds * 1_000
const crowd = new Agent({ keepAlive: true, maxSockets: plan.connections })
const probing = new Agent({ keepAlive: true, maxSockets: 50 })
const answers: Answer[] = []
const underWay = new Set<Promise<void>>()
let numbers = 0
let sent = 0

const begun = performance.now()
const now = () => performance.now() - begun

const isEnvelope = (type: string | undefined) => type?.startsWith('application/json') === true
const isServed = (status: number, type: string | undefined, text: string): boolean =>
  status === 200 && (!isEnvelope(type) || !text.startsWith('{"code"') || text.startsWith('{"code":200'))

function send(call: Call, due: number, probe: boolean): Promise<void> {
  numbers += 1
  const number = numbers
  const body = call.body?.replaceAll('{n}', String(number)) ?? null
  const token = plan.tokens[number % plan.tokens.length]
  const headers = {
    ...(call.signedIn && token ? { authorization: `cat ${token}` } : {}),
    ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve) => {
    const done = (status: number, served: boolean, retry: boolean) => {
      answers.push({ kind: call.kind, probe, at: due, ms: now() - due, status, served, retry })
      resolve()
    }
    const asked = request(
      new URL(call.path, plan.url),
      { agent: probe ? probing : crowd, method: call.method, headers, timeout: patienceMs },
      (answer) => {
        const status = answer.statusCode ?? 0
        const retry = answer.headers['retry-after'] !== undefined
        let start = ''
        answer.on('data', (chunk: Buffer) => {
          if (start.length < 12) start += chunk.toString('latin1', 0, 12)
        })
        answer.once('end', () => done(status, isServed(status, answer.headers['content-type'], start), retry))
        answer.once('error', () => done(0, false, false))
      },
    )
    asked.once('timeout', () => asked.destroy(new Error('too late')))
    asked.once('error', () => done(0, false, false))
    asked.end(body ?? undefined)
  })
}

const follow = (work: Promise<void>): void => {
  underWay.add(work)
  void work.finally(() => underWay.delete(work))
}

/**
 * Return the order of calls: every hundred calls contain each kind by its share, spread as evenly as whole numbers
 * allow.
 */
function sequence(calls: readonly Call[]): Call[] {
  const turns = calls.flatMap((call, index) =>
    Array.from({ length: Math.round(call.share) }, (_, turn) => ({
      call,
      at: (turn + (index + 1) / (calls.length + 1)) / call.share,
    })),
  )
  return turns.toSorted((left, right) => left.at - right.at).map(({ call }) => call)
}

const line = sequence(plan.calls)
/** Without a rate, send as many parallel calls as there are connections: the server's maximum. */
async function askWithoutPause(): Promise<void> {
  while (now() < burstMs) {
    const call = line[sent % line.length]
    sent += 1
    if (call) await send(call, now(), false)
  }
}
if (plan.rate === 0) for (let index = 0; index < plan.connections; index += 1) follow(askWithoutPause())

const probes = plan.probes.map((probe) => ({ ...probe, sent: 0 }))
const timer = setInterval(() => {
  const elapsed = now()
  for (; sent < (Math.min(elapsed, burstMs) * plan.rate) / 1_000; sent += 1) {
    const call = line[sent % line.length]
    if (call) follow(send(call, (sent * 1_000) / plan.rate, false))
  }
  for (const probe of probes)
    for (; probe.sent * probe.everyMs < Math.min(elapsed, wholeMs); probe.sent += 1)
      follow(send(probe, probe.sent * probe.everyMs, true))
  if (elapsed < wholeMs) return
  clearInterval(timer)
  void Promise.all(underWay).then(() => {
    writeFileSync(answersFile, JSON.stringify(answers))
    crowd.destroy()
    probing.destroy()
  })
}, tickMs)

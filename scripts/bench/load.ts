import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

export type Request = { method: 'GET' | 'POST'; path: string; body?: unknown }

/**
 * Requests after which a fresh process of the product reaches its steady speed. A bare server does so after 4,000
 * (data.md C, Warm-up); the product, of which a call runs more code, took 445 us of processor time for each of the first
 * 4,000 calls of the cards, 238 us after 12,000 and 155 to 203 us from 16,000 on.
 */
export const warmUpRequests = 20_000

const fire = (
  url: string,
  headers: Record<string, string>,
  requests: readonly Request[],
  connections: number,
  amount: number,
): Promise<autocannon.Result> =>
  new Promise((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      amount,
      // Interval of the check whether the amount is reached; a second would blur the rate.
      sampleInt: 20,
      requests: requests.map(({ method, path, body }) => ({
        method,
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })),
    }
    autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
  })

export type Target = { url: string; headers: Record<string, string>; requests: readonly Request[] }

async function rate({ url, headers, requests }: Target, connections: number, amount: number): Promise<number> {
  const started = performance.now()
  const result = await fire(url, headers, requests, connections, amount)
  const seconds = (performance.now() - started) / 1_000
  const failures = result.non2xx + result.errors + result.timeouts
  if (failures > 0) throw new Error(`${failures} of ${amount} requests to ${requests[0]?.path ?? url} failed`)
  return amount / seconds
}

/**
 * Compare the requests per second of two servers over keep-alive connections: each gets its warm-up requests, then
 * they take turns, so that other work on the machine affects both alike. The rates are medians.
 * @throws Error if one response is not 2xx, because then the figure means nothing
 */
export async function compare(
  ours: Target,
  bare: Target,
  { connections = 16, amount = 2_000, rounds = 5, bareWarmUp = warmUpRequests } = {},
): Promise<{ ours: number; bare: number; ratio: number }> {
  await rate(ours, connections, warmUpRequests)
  await rate(bare, connections, bareWarmUp)
  const rates: { ours: number; bare: number }[] = []
  for (let round = 0; round < rounds; round += 1)
    rates.push({ bare: await rate(bare, connections, amount), ours: await rate(ours, connections, amount) })
  return {
    ours: median(rates.map((turn) => turn.ours)),
    bare: median(rates.map((turn) => turn.bare)),
    ratio: median(rates.map((turn) => turn.ours / turn.bare)),
  }
}

/**
 * Create a caller over one keep-alive connection with minimal overhead: `fetch` alone would add a millisecond to each
 * call. It measures milliseconds from sending to the last byte. @throws Error if a response is not 200
 */
export function oneConnection(
  url: string,
  headers: Record<string, string>,
): { post(path: string, body: unknown): Promise<number>; get(path: string): Promise<number>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: 'GET' | 'POST', path: string, text: string) =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now()
      const lengths = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const given = method === 'POST' ? { ...headers, ...lengths } : headers
      const asked = request(new URL(path, url), { agent, method, headers: given }, (answer) => {
        answer.once('end', () =>
          answer.statusCode === 200
            ? resolve(performance.now() - started)
            : reject(new Error(`${path} answered ${answer.statusCode}`)),
        )
        answer.once('error', reject)
        answer.resume()
      })
      asked.once('error', reject)
      asked.end(text)
    })
  return {
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    get: (path) => send('GET', path, ''),
    close: () => agent.destroy(),
  }
}

const sorted = (values: readonly number[]) => values.toSorted((left, right) => left - right)
export const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

/** Return the milliseconds of each of `times` sequential calls of `work`. */
export async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return taken
}

/** Call each side once in every round, one after the other. @returns what each side of each round took */
export async function takeTurns(sides: readonly (() => Promise<number>)[], rounds: number): Promise<number[][]> {
  const taken: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const turn: number[] = []
    for (const side of sides) turn.push(await side())
    taken.push(turn)
  }
  return taken
}

import autocannon from 'autocannon'

export type Request = { method: 'GET' | 'POST'; path: string; body?: unknown }
export type Load = { requestsPerSecond: number; p50: number; failures: number }

/** Requests after which a fresh Node process runs at its lasting speed. Source: data.md C, Warm-up */
export const warmUpRequests = 4_000

const fire = (url: string, headers: Record<string, string>, requests: readonly Request[], connections: number, amount: number): Promise<autocannon.Result> =>
  new Promise((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      amount,
      requests: requests.map(({ method, path, body }) => ({
        method,
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })),
    }
    autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
  })

/**
 * Requests in turn over `connections` kept-alive connections, after a warm-up of 4,000.
 * @throws Error when one answer is not 2xx, because then the figure means nothing
 */
export async function load(
  url: string,
  headers: Record<string, string>,
  requests: readonly Request[],
  { connections = 16, amount = 6_000 } = {},
): Promise<Load> {
  await fire(url, headers, requests, connections, warmUpRequests)
  const result = await fire(url, headers, requests, connections, amount)
  const failures = result.non2xx + result.errors + result.timeouts
  if (failures > 0) throw new Error(`${failures} of ${amount} requests to ${requests[0]?.path ?? url} failed`)
  return { requestsPerSecond: amount / result.duration, p50: result.latency.p50, failures }
}

const sorted = (values: readonly number[]) => values.toSorted((left, right) => left - right)
export const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

/** Milliseconds that each of `times` calls of `work` takes, one after the other. */
export async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return taken
}

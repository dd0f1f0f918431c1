import type { Bench, Figure } from './bench.ts'
import { compare, type Request, warmUpRequests } from './load.ts'
import { headersOf, signInBaseManager } from './session.ts'
import { startTwin } from './twin.ts'

const connections = 16
const list: Request = {
  method: 'POST',
  path: '/api/device/find/',
  body: { page: 1, size: 20, orderColumn: 'id', orderWay: 'asc' },
}
const counts: Request = { method: 'POST', path: '/api/data/getBasicDataByState/state', body: {} }
const kinds = [
  { what: 'list page', requests: [list], twin: ['/list'], limit: 0.9, binding: true },
  { what: 'nine counts', requests: [counts], twin: ['/counts'], limit: 0.5, binding: false },
  { what: 'list and counts in turn', requests: [list, counts], twin: ['/list', '/counts'], limit: 0.6, binding: false },
]
/** Limit for each kind where the twin counts rows. */
const limitOfCounting = 2.5

/** Measure requests per second of the product as a fraction of the bare twin's, for one base's view. */
export async function measureThroughput(bench: Bench): Promise<Figure[]> {
  const { devices, days, rawDays } = bench.options
  const databaseUrl = await bench.database({ devices, days, rawDays, today: true })
  const { server } = await bench.serve({ DATABASE_URL: databaseUrl })
  const base = await signInBaseManager(server.url, databaseUrl)
  const figures: Figure[] = []
  for (const totals of ['counters', 'count'] as const) {
    const twin = await startTwin(databaseUrl, base.companyId, totals)
    for (const { what, requests, twin: paths, limit, binding } of kinds) {
      const { ours, bare, ratio } = await compare(
        { url: server.url, headers: headersOf(base.client.token), requests },
        { url: twin.url, headers: {}, requests: paths.map((path) => ({ method: 'POST', path, body: {} })) },
        // A twin that counts rows answers a hundred times a second: fewer rounds, or it takes a quarter of an hour.
        totals === 'count' ? { connections, amount: 400, rounds: 3, bareWarmUp: 400 } : { connections },
      )
      figures.push({
        measure: `${what}: requests per second against bare node:http + pg`,
        conditions: `${devices} devices, ${connections} connections, ${warmUpRequests} to warm up, five-way join, ${totals === 'count' ? 'twin counts rows' : 'twin reads our counters'}, ${ours.toFixed(0)} against ${bare.toFixed(0)}`,
        figure: ratio,
        unit: '×',
        limit: totals === 'count' ? limitOfCounting : limit,
        better: 'higher',
        ...((totals === 'count' || binding) && { binding: true }),
      })
    }
    twin.stop()
  }
  return figures
}

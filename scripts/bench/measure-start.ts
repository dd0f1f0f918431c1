import { startServer } from '#tests/support/http-server.ts'
import type { Bench, Figure } from './bench.ts'
import { median } from './load.ts'

/** Measure the second start on the embedded database with the demonstration fleet, from the process to `/readyz`. */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  const environment = { DATA_DIR: bench.folder('start'), DEMO: '1' }
  const starts: number[] = []
  for (let start = 0; start < 4; start += 1) {
    const server = await startServer({ environment, built: true })
    starts.push(server.readyMs)
    await server.stop()
  }
  const [first = Number.NaN, ...later] = starts
  const conditions = 'built, embedded, demonstration fleet of 2,000 devices × 120 days'
  return [
    {
      measure: 'first start to /readyz, with the demonstration data',
      conditions,
      figure: first / 1_000,
      unit: 's',
      limit: null,
      better: 'lower',
    },
    {
      measure: 'second start to /readyz (median of 3)',
      conditions,
      figure: median(later) / 1_000,
      unit: 's',
      limit: 3,
      better: 'lower',
    },
  ]
}

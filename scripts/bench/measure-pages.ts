import { deviceSortColumns } from '#shared/devices.ts'
import type { Bench, Figure } from './bench.ts'
import { median, times } from './load.ts'
import { signInBaseManager } from './session.ts'

const size = 20
const rounds = 15
const warmUp = 400

/**
 * Measure page 1 and page 1000 of the list in every order, for one user: median each, the worst of them is the figure.
 */
export async function measurePages(bench: Bench): Promise<Figure[]> {
  const { days, rawDays } = bench.options
  const devices = Math.max(100_000, bench.options.devices)
  const databaseUrl = await bench.database({ devices, days, rawDays, today: true })
  const { server, client } = await bench.serve({ DATABASE_URL: databaseUrl })
  const base = await signInBaseManager(server.url, databaseUrl)
  const figures: Figure[] = []
  for (const [view, viewer] of [['headquarters', client] as const, ['one base', base.client] as const]) {
    const ask = async (body: Record<string, unknown>) => {
      const answer = await viewer.post<{ data: unknown[] }>('/device/find/', { size, ...body })
      if (answer.code !== 200 || answer.data.data.length !== size)
        throw new Error(`the list answered ${answer.code} ${answer.message}`)
    }
    await times(warmUp, () => ask({ page: 1 }))
    for (const page of [1, 1_000]) {
      let worst = { order: '', milliseconds: 0 }
      for (const orderColumn of deviceSortColumns)
        for (const orderWay of ['asc', 'desc']) {
          const milliseconds = median(await times(rounds, () => ask({ page, orderColumn, orderWay })))
          if (milliseconds > worst.milliseconds) worst = { order: `${orderColumn} ${orderWay}`, milliseconds }
        }
      figures.push({
        measure: `list page ${page}, slowest of ${deviceSortColumns.length * 2} orders (p50)`,
        conditions: `${devices} devices, ${view}, over HTTP, by ${worst.order}`,
        figure: worst.milliseconds,
        unit: 'ms',
        limit: 10,
        better: 'lower',
      })
    }
  }
  return figures
}

import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { findDevices } from '#server/features/devices/queries.ts'
import { loadPlaceBook } from '#server/services/places/place-book.ts'
import { createPlaces } from '#server/services/places/places.ts'
import { DeviceListRequest, deviceSortColumns } from '#shared/devices.ts'
import type { Bench, Figure } from './bench.ts'
import { median, times } from './load.ts'
import { createRecorder } from './plan-recorder.ts'
import { headersOf } from './session.ts'

const companies = 1_000
/** Days of a wall screen. */
const days = 30
const warmUp = 300
const rounds = 100

/**
 * Measure the first page of headquarters in every order: the pages read by its statements, and the length of their
 * text.
 */
async function firstPages(
  databaseUrl: string,
  dataDir: string,
): Promise<{ order: string; buffers: number; bytes: number }[]> {
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir }, pino({ level: 'silent' }))
  try {
    const recorder = createRecorder(database.pool)
    const book = await loadPlaceBook(database.db)
    const set = await createPlaces({ db: database.db }).narrow({
      everything: true,
      branches: book.tenants.map((companyId) => ({ companyId })),
    })
    const pages: { order: string; buffers: number; bytes: number }[] = []
    for (const orderColumn of deviceSortColumns)
      for (const orderWay of ['asc', 'desc']) {
        await findDevices(recorder.db, book, set, DeviceListRequest.parse({ page: 1, size: 20, orderColumn, orderWay }))
        const costs = await recorder.take()
        const longest = Math.max(...costs.map(({ text }) => Buffer.byteLength(text)))
        pages.push({
          order: `${orderColumn} ${orderWay}`,
          buffers: costs.reduce((sum, cost) => sum + cost.buffers, 0),
          bytes: longest,
        })
      }
    return pages
  } finally {
    await database.close()
  }
}

/** Measure a thousand companies: the list of headquarters, and both walls as requested by a screen. */
export async function measureCompanies(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  const databaseUrl = await bench.database({ devices, days, rawDays: 1, today: true, companies })
  const conditions = `${devices} devices of ${companies} companies`
  const pages = await firstPages(databaseUrl, bench.folder('companies'))
  const figures = (
    [
      { count: 'buffers', limit: 5_000 },
      { count: 'bytes', limit: 8_192 },
    ] as const
  ).map(({ count, limit }): Figure => {
    const worst = pages.reduce((most, page) => (page[count] > most[count] ? page : most))
    const measure =
      count === 'buffers'
        ? 'what the first page of headquarters reads'
        : 'longest statement of the first page of headquarters'
    return {
      measure,
      conditions: `${conditions}, worst of ${pages.length} orders, ${worst.order}`,
      figure: worst[count],
      unit: count,
      limit,
      better: 'lower',
      binding: true,
    }
  })
  const { server, client } = await bench.serve({ DATABASE_URL: databaseUrl })
  const wall = async () => {
    const answer = await fetch(`${server.url}/trpc/cockpits.headquarters`, { headers: headersOf(client.token) })
    if (answer.status !== 200)
      throw new Error(`the wall answered ${answer.status} ${(await answer.text()).slice(0, 200)}`)
    await answer.arrayBuffer()
  }
  await times(warmUp, wall)
  const taken = await times(rounds, wall)
  figures.push({
    measure: 'wall of headquarters (p50)',
    conditions: `${conditions}, over HTTP, one connection, after ${warmUp} calls`,
    figure: median(taken),
    unit: 'ms',
    limit: 50,
    better: 'lower',
  })
  return figures
}

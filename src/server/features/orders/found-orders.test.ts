import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { mostListed } from '#server/db/capped-counts.ts'
import { loadPlaceBook } from '#server/services/places/place-book.ts'
import { GoodsOrderListRequest } from '#shared/orders.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { findOrders, type Reader } from './rows.ts'

const database = useDatabase({ emptied: 'file' })
const orders = mostListed + 2_000
const deliveries = 5
let reader: Reader

/** Among many orders into the stock of a base, five out of it, which no index finds. */
beforeAll(async () => {
  const { id } = await buildCompany(database.db, { name: '东基地' })
  await sql`insert into company_material_order (type, buy_company_id, sale_company_id, notes)
    select case when leaves then '出库' else '入库' end, case when not leaves then ${id}::int end, case when leaves then ${id}::int end, n
    from (select n, n % (${orders}::int / ${deliveries}::int) = 0 as leaves from generate_series(1, ${orders}::int) n) made`.execute(
    database.db,
  )
  await database.vacuum(['company_material_order'])
  reader = { own: [id], book: await loadPlaceBook(database.db), timeZone: 'Asia/Shanghai' }
})

const find = (request: unknown, db = database.db) => findOrders(db, reader, GoodsOrderListRequest.parse(request))

test('Read the orders of a filter that fits few of them once for their number and the page', async () => {
  const plans = await explain(database, async (db) => {
    const { totalCount, data } = await find({ type: '出库', size: 20 }, db)
    expect({ totalCount, shown: data.length }).toEqual({ totalCount: deliveries, shown: deliveries })
  })
  const [once] = await explain(database, (db) =>
    sql`select count(*) from company_material_order where type = '出库'`.execute(db),
  )
  const read = plans.reduce((sum, { buffers }) => sum + buffers, 0)
  expect(read).toBeLessThan(1.5 * (once?.buffers ?? 0))
})

test.each([
  { request: {}, first: orders },
  { request: { orderWay: 'asc' }, first: 1 },
  { request: { type: '入库', page: 2, size: 10 }, first: orders - 11, all: mostListed, capped: true },
  { request: { type: '出库', page: 2, size: 2 }, first: (orders / deliveries) * 3, all: deliveries },
  { request: { type: '出库', page: 9, size: 2 }, first: undefined, all: deliveries },
])('Show the page and the number of orders for $request', async ({ request, first, all = mostListed, capped }) => {
  const { data, totalCount, totalCapped } = await find(request)
  expect({ first: data[0]?.notes, totalCount }).toEqual({ first: first?.toString(), totalCount: all })
  expect(totalCapped ?? false).toBe(capped ?? all === mostListed)
})

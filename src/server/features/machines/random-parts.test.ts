import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MaterialRow } from '#shared/goods.ts'
import { useDatabase } from '#tests/support/database.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'
import { useMachineParts } from '#tests/support/machine-parts.ts'

const database = useDatabase()
const { setUp, expectBalanced } = useMachineParts(database)

type Act = {
  kind: 'in' | 'out' | 'send' | 'update' | 'delete' | 'fit' | 'clear'
  goods: number
  number: number
  pick: number
}
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('in', 'in', 'out', 'send', 'update', 'delete', 'fit', 'fit', 'clear'),
  goods: fc.nat(1),
  number: fc.integer({ min: 0, max: 4_000 }).map((thousandths) => thousandths / 1_000),
  pick: fc.nat(20),
})

test('Keep stock equal to the sum of its movements and never negative, after any history', async () => {
  const { company, admin, base, fan, board } = await setUp()
  const west = await buildCompany(database.db, { name: '西基地' })
  const machines = [
    await buildDevice(database.db, { company_id: company.id }),
    await buildDevice(database.db, { company_id: company.id }),
  ]
  // A unit of weight, so that fractions are moved too.
  await database.db.updateTable('material').set({ unit: 'kg' }).execute()
  const kinds: readonly MaterialRow[] = [fan, board]
  const run = async ({ kind, goods, number, pick }: Act): Promise<unknown> => {
    const materialId = kinds[goods]?.id ?? 0
    const machine = machines[pick % machines.length]?.id ?? 0
    const orders = (await admin.orders.find({ size: 1020 })).data
    const order = orders[pick % Math.max(1, orders.length)]
    const items = [{ materialId, number }]
    if (kind === 'in' || kind === 'out') return base.orders.save({ type: kind === 'in' ? '入库' : '出库', items })
    if (kind === 'send') return admin.orders.save({ saleCompanyId: company.id, buyCompanyId: west.id, items })
    if (kind === 'fit') return base.machines.updateParts({ id: machine, materialId, number })
    if (kind === 'clear') return base.machines.clear({ id: machine })
    if (!order) return null
    return kind === 'update' ? admin.orders.update({ id: order.id, items }) : admin.orders.delete({ id: order.id })
  }
  const codes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 10 }), async (acts) => {
      for (const one of acts) {
        const refused = await run(one).then(
          () => null,
          (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? error.code ?? String(error),
        )
        if (refused !== null) codes.add(refused)
      }
      await expectBalanced()
    }),
    { numRuns: runsOfEngine(12) },
  )
  // The only refusals are a shortage, or a quantity of zero.
  for (const code of codes) expect(['STOCK_SHORT', 'BAD_REQUEST']).toContain(code)
  // After voiding all orders and removing all parts, no stock is left.
  for (const machine of machines) await base.machines.clear({ id: machine.id })
  for (let left = 1; left > 0; ) {
    const orders = (await admin.orders.find({ size: 1020, orderWay: 'desc' })).data
    left = orders.length
    for (const { id } of orders) await admin.orders.delete({ id }).catch(() => null)
  }
  await expectBalanced()
  expect((await admin.stock.find({ inStock: true })).totalCount).toBe(0)
}, 60_000)

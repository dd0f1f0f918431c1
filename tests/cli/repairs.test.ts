import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildDevice } from '#tests/support/factories.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const {
  database,
  folder,
  here,
  file: fileOf,
} = useTerminal(async (db) => {
  for (const serial of ['A1', 'A2']) await buildDevice(db, { serial })
})

test('send and take back the serials of a file, name each refused one, and export the records', async () => {
  const file = fileOf('serials.txt', '\uFEFFA1\r\nA2\r\nNONE\r\n')
  const rehearsed = await here('repairs', 'send', '--file', file, '--reason', 'fan', '--dry-run')
  expect(rehearsed).toEqual({
    status: 0,
    stdout: 'rehearsal: 2 can be done, 1 cannot; nothing was changed\n',
    stderr: 'no. 3 NONE: No such device, or not in your scope\n',
  })
  expect((await here('repairs', 'send', '--file', file, '--reason', 'fan', '--strict')).status).toBe(1)
  expect((await here('repairs', 'send', '--file', file, '--reason', 'fan')).stdout).toBe('2 done, 1 not\n')
  const again = await here('repairs', 'send', '--serials', 'A1', '--reason', 'fan')
  expect(again).toMatchObject({ status: 1, stdout: '0 done, 1 not\n' })
  expect(again.stderr).toContain('Already sent by the terminal')
  const untold = await here('repairs', 'return', '--serials', 'A1,A2')
  expect([untold.status, untold.stderr]).toEqual([2, expect.stringContaining('--outcome')])
  expect((await here('repairs', 'return', '--serials', 'A1,A2', '--outcome', 'noFault')).stdout).toBe('2 done, 0 not\n')
  expect((await here('repairs', 'send', '--reason', 'fan')).status).toBe(2)
  for (const format of ['csv', 'json']) {
    const out = join(folder, `records.${format}`)
    expect((await here('repairs', 'export', '--out', out)).status).toBe(0)
    const text = readFileSync(out, 'utf8')
    expect(format === 'json' ? JSON.parse(text).length : text.trim().split('\r\n').length - 1).toBe(4)
  }
})

test('list orders of goods, and export a line for each kind of goods', async () => {
  const call = async (procedure: string, input: object) =>
    JSON.parse((await here('call', procedure, '--json', JSON.stringify(input))).stdout) as { id: number }
  const type = await call('materialTypes.save', { name: '电气件' })
  const goods = [
    await call('materials.save', { name: 'fan', materialTypeId: type.id, unit: 'pcs' }),
    await call('materials.save', { name: 'board', materialTypeId: type.id }),
  ]
  const base = await database.db
    .selectFrom('company')
    .select(['id', 'name'])
    .where('kind', '=', 'base')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const items = goods.map(({ id }) => ({ materialId: id, number: 2 }))
  await call('orders.save', { type: '入库', buyCompanyId: base.id, items })
  const voided = await call('orders.save', { type: '出库', saleCompanyId: base.id, items: items.slice(0, 1) })
  await call('orders.delete', { id: voided.id })
  const listed = await here('orders', 'list', '--type', '入库')
  expect(listed.stdout).toMatch(new RegExp(`^1 +入库 +outside +${base.name} +fan ×2 pcs; board ×2 +`))
  expect(listed.stdout).toContain('1 of 1 order')
  const lines = (await here('orders', 'list', '--with-voided', '--json')).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([voided.id, 1])
  for (const [format, rows] of [
    ['csv', 3],
    ['json', 2],
  ] as const) {
    const out = join(folder, `orders.${format}`)
    expect((await here('orders', 'export', '--with-voided', '--out', out)).status).toBe(0)
    const text = readFileSync(out, 'utf8')
    expect(format === 'json' ? JSON.parse(text).length : text.trim().split('\r\n').length - 1).toBe(rows)
  }
  expect(await here('orders', 'list', '--name', 'nothing is called so')).toMatchObject({
    status: 0,
    stdout: '0 of 0 orders\n',
  })
})

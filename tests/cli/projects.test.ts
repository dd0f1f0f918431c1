import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { buildCompany } from '#tests/support/factories.ts'
import { projectPerson } from '#tests/support/project-people.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { folder, here } = useTerminal(async (db) => {
  const company = await buildCompany(db)
  for (const name of ['甲', '乙'])
    await (await projectPerson(db, { company_id: company.id })).projects.save({ name, city: '广州' })
})

const exporting = (file: string, ...options: string[]) =>
  here('projects', 'export', '--out', join(folder, file), ...options)

test('export the projects of all users for the operator, filtered like the list', async () => {
  expect(await exporting('all.csv')).toEqual({ status: 0, stdout: '', stderr: `${join(folder, 'all.csv')} written\n` })
  const rows: Record<string, string>[] = parse(readFileSync(join(folder, 'all.csv')), { columns: true, bom: true })
  expect(rows.map((row) => row['Project name']).sort()).toEqual(['乙', '甲'].sort())
  expect((await exporting('one.json', '--search', '甲')).status).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, 'one.json'), 'utf8'))).toMatchObject([
    { name: '甲', city: '广州', projectNo: 'XM202611200001' },
  ])
  for (const ending of ['xls', 'xlsx']) expect((await exporting(`all.${ending}`, '--list', 'center')).status).toBe(0)
  expect(readFileSync(join(folder, 'all.xlsx')).subarray(0, 2).toString()).toBe('PK')
})

test('refuse a command without a target, or with a wrong filter', async () => {
  const without = await here('projects', 'export', '--out', '')
  expect(without).toMatchObject({ status: 2, stderr: expect.stringContaining('--out') })
  expect((await exporting('x.csv', '--list', 'mine')).status).toBe(2)
  const wrong = await exporting('x.csv', '--order-column', 'nothing')
  expect(wrong.status).toBe(2)
  expect(wrong.stderr).toContain('--order nothing: one of: updateTime')
})

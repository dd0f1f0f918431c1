import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createKeys } from '#server/services/keys.ts'
import { createPasswords } from '#server/services/passwords.ts'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { projectPerson } from '#tests/support/project-people.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: WholeServer
let folder = ''
let through: Record<string, string> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldfleet-projects-'))
  const company = await buildCompany(database.db)
  for (const name of ['甲', '乙']) await (await projectPerson(database.db, { company_id: company.id })).projects.save({ name, city: '广州' })
  const keys = createKeys(readConfig({ DATA_DIR: folder }))
  server = await startWholeServer(database, { services: { keys, passwords: createPasswords(keys) } })
  through = { COLDFLEET_URL: server.url, COLDFLEET_TOKEN: keys.terminalToken }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const exporting = (file: string, ...options: string[]) => coldfleetHere(['projects', 'export', '--out', join(folder, file), ...options], through)

test('the operator writes the projects of everybody to a file, narrowed like the list', async () => {
  expect(await exporting('all.csv')).toEqual({ status: 0, stdout: '', stderr: `${join(folder, 'all.csv')} written\n` })
  const rows: Record<string, string>[] = parse(readFileSync(join(folder, 'all.csv')), { columns: true, bom: true })
  expect(rows.map((row) => row['Project name']).sort()).toEqual(['乙', '甲'].sort())
  expect((await exporting('one.json', '--search', '甲')).status).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, 'one.json'), 'utf8'))).toMatchObject([{ name: '甲', city: '广州', projectNo: 'XM202611200001' }])
  for (const ending of ['xls', 'xlsx']) expect((await exporting(`all.${ending}`, '--list', 'center')).status).toBe(0)
  expect(readFileSync(join(folder, 'all.xlsx')).subarray(0, 2).toString()).toBe('PK')
})

test('a command without a target, or with a wrong filter, says so', async () => {
  const without = await coldfleetHere(['projects', 'export', '--out', ''], through)
  expect(without).toMatchObject({ status: 2, stderr: expect.stringContaining('--out') })
  expect((await exporting('x.csv', '--list', 'mine')).status).toBe(2)
  const wrong = await exporting('x.csv', '--order-column', 'nothing')
  expect(wrong.status).toBe(2)
  expect(wrong.stderr).toContain('--order nothing: one of: updateTime')
})

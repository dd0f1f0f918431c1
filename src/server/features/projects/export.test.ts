import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createExportLimit } from '#server/services/rate-limits.ts'
import type { FilePart } from '#shared/files.ts'
import type { ProjectsExportRequest } from '#shared/projects.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { projectPerson } from '#tests/support/project-people.ts'
import { exampleA } from '#tests/support/projects.ts'
import { codeOf } from '#tests/support/refusal.ts'
import { recordedAudit } from '#tests/support/services.ts'

const database = useDatabase()

async function exporter(given: Parameters<typeof projectPerson>[1] = {}) {
  const { audit, written } = recordedAudit()
  const now = new Date('2026-11-20')
  const person = await projectPerson(database.db, given, {
    services: { audit, exportLimit: createExportLimit(database.db) },
    now,
  })
  const parts = async (input: Partial<ProjectsExportRequest>) => {
    const collected: FilePart[] = []
    for await (const part of await person.projects.export(input)) collected.push(part)
    return collected
  }
  return { ...person, written, parts }
}
const rowsOf = (parts: FilePart[]): Record<string, string>[] =>
  parse(parts.map((part) => ('text' in part ? part.text : '')).join(''), { columns: true, bom: true })

test('Export every field with its unit, in the reader’s language, for all matching projects, and audit it', async () => {
  const { projects, parts, written } = await exporter()
  for (let index = 0; index < 3; index += 1) await projects.save({ ...exampleA, name: `库${index}` })
  await projects.save({ name: '别的' })
  const zh = await parts({ search: '库', orderColumn: 'projectNo', orderWay: 'asc' })
  expect(zh[0]).toEqual({ fileName: '选型项目.csv', contentType: 'text/csv; charset=utf-8', rows: 3 })
  const rows = rowsOf(zh)
  expect(rows.map((row) => row.项目名称)).toEqual(['库0', '库1', '库2'])
  expect(rows[0]).toMatchObject({
    项目编号: expect.stringMatching(/^XM20261120\d{4}$/),
    状态: '草稿',
    冷库类型: '冷风机库',
    冷库用途: '冻羊肉',
    '库内设计温度 (°C)': '-20',
    风幕: '是',
    '散湿量 (kg/h)': '0',
    机型: '',
  })
  expect(rowsOf(await parts({ language: 'en', search: '库0' }))).toMatchObject([
    { 'Stored goods': 'Frozen mutton and lamb', State: 'Draft', 'Store length (m)': '30' },
  ])
  expect(written).toMatchObject([
    {
      action: 'projects.export',
      result: 'done',
      details: { rows: 3, format: 'csv', filters: { list: 'own', search: '库' } },
    },
    { action: 'projects.export', details: { rows: 1 } },
  ])
})

test('Prevent formulas in names, in every format', async () => {
  const { projects, parts } = await exporter()
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', 'a"b,c', '甲\n乙', '库;=1+1', '库\t@A1;甲']
  for (const name of names) await projects.save({ name })
  const rows = rowsOf(await parts({ orderColumn: 'projectNo', orderWay: 'asc' }))
  expect(rows.map((row) => row.项目名称)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'＝1",
    'a"b,c',
    '甲\n乙',
    "库;'=1+1",
    "库\t'@A1;甲",
  ])
  for (const format of ['xls', 'xlsx'] as const) {
    const [head, ...pieces] = await parts({ format })
    expect(head).toMatchObject({ fileName: `选型项目.${format}`, rows: names.length })
    expect(
      Buffer.concat(pieces.map((piece) => ('base64' in piece ? Buffer.from(piece.base64, 'base64') : Buffer.alloc(0))))
        .length,
    ).toBeGreaterThan(2_000)
  }
})

test('Limit a file to the projects of its list', async () => {
  const company = await buildCompany(database.db)
  const head = await exporter({ company_id: company.id, nick_name: '基地负责人' })
  const engineer = await exporter({ company_id: company.id })
  await engineer.projects.save({ name: '甲' })
  await (await exporter()).projects.save({ name: '乙' })
  expect(rowsOf(await head.parts({}))).toHaveLength(0)
  expect(rowsOf(await head.parts({ list: 'company' })).map((row) => row.项目名称)).toEqual(['甲'])
  const manager = await exporter({ nick_name: '管理层' })
  expect(rowsOf(await manager.parts({ list: 'center' }))).toHaveLength(2)
  expect(await codeOf(head.parts({ list: 'center' }))).toBe('FORBIDDEN')
  expect(await codeOf(engineer.parts({ list: 'company' }))).toBe('FORBIDDEN')
  expect(await codeOf(engineer.parts({ userId: head.user.id }))).toBe('FORBIDDEN')
})

test('Limit a user to six files a minute', async () => {
  const { parts } = await exporter()
  for (let index = 0; index < 6; index += 1) await parts({})
  expect(await codeOf(parts({}))).toBe('TOO_MANY')
})

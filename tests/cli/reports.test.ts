import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createReports } from '#server/services/pdf/pdf-thread.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { textOfPdf } from '#tests/support/pdf-text.ts'
import { exampleA } from '#tests/support/projects.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const reports = createReports({ logger: pino({ level: 'silent' }) })
let id = 0
let draftId = 0
const { folder, here, hereWith } = useTerminal(
  async (db) => {
    const { projects } = await buildCallerAs(db)
    id = (await projects.save(exampleA)).id
    draftId = (await projects.save({ name: '草稿' })).id
  },
  { reports },
)
afterAll(() => reports.close())

const exporting = (path: string, ...options: string[]) => here('projects', 'export', '--pdf', path, ...options)

test('write the report of a project in both languages, and the same file on a second request', async () => {
  const path = join(folder, 'out.pdf')
  const written = await exporting(path, '--id', String(id), '--lang', 'both')
  expect(written).toEqual({ status: 0, stdout: '', stderr: `示例 A无霜选型报告-V1.0.pdf written to ${path}\n` })
  const bytes = readFileSync(path)
  const text = await textOfPdf(bytes)
  for (const wanted of ['S-2000', '3.951', '1721', '广州']) expect(text).toContain(wanted)
  await exporting(path, '--id', String(id), '--lang', 'both')
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect((await exporting(path, '--id', String(id), '--lang', 'en')).stderr).toBe(
    `示例 A frost-free selection report-V1.1.pdf written to ${path}\n`,
  )
}, 60_000)

test('write a report in the language of files wherever the job runs, unless --lang is set', async () => {
  const path = join(folder, 'cron.pdf')
  const inShell = await hereWith(
    { LANG: 'en_US.UTF-8', COLDFLEET_LANG: '' },
    'projects',
    'export',
    '--pdf',
    path,
    '--id',
    String(id),
  )
  expect(inShell).toMatchObject({ status: 0, stderr: expect.stringContaining('无霜选型报告') })
  const asked = await hereWith(
    { LANG: '', COLDFLEET_LANG: 'en' },
    'projects',
    'export',
    '--pdf',
    path,
    '--id',
    String(id),
  )
  expect(asked).toMatchObject({ status: 0, stderr: expect.stringContaining('frost-free selection report') })
})

test('say why a project cannot be exported, and write no file', async () => {
  const path = join(folder, 'none.pdf')
  const draft = await exporting(path, '--id', String(draftId), '--lang', 'en')
  expect(draft.status).toBe(1)
  expect(draft.stderr.split('\n').slice(0, 2)).toEqual([
    'Please complete the following:',
    'Project city must not be empty!',
  ])
  expect((await exporting(path, '--id', '999999')).status).toBe(1)
  expect((await exporting(join(folder, 'no', 'such', 'folder.pdf'), '--id', String(id))).status).toBe(1)
  expect(existsSync(path)).toBe(false)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('treat options that exclude each other as wrong use', async () => {
  for (const args of [
    ['projects', 'export', '--pdf', 'x.pdf'],
    ['projects', 'export', '--id', '1', '--out', 'x.csv'],
    ['projects', 'export', '--id', '1', '--pdf', 'x.pdf', '--format', 'csv'],
    ['projects', 'export', '--out', 'x.csv', '--lang', 'both'],
    ['projects', 'export', '--out', ''],
  ])
    expect((await here(...args)).status).toBe(2)
})

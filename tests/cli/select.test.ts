import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basisText, warningText } from '#shared/i18n/selection.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { type Selection, selectEquipment } from '#shared/selection/select.ts'
import { capacityCases, catalogueOfCase } from '#tests/support/capacity-bases.ts'
import { coldfleet, coldfleetHere } from '#tests/support/coldfleet.ts'
import { exampleA, validProjects } from '#tests/support/projects.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldfleet-select-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const linesOf = (text: string) => text.trimEnd().split('\n')

test('print the choice for one project in one line, without a database', async () => {
  const ran = await coldfleetHere(['select', '--file', fileOf('one.json', JSON.stringify(exampleA))], {
    DATA_DIR: join(folder, 'none'),
  })
  expect(ran).toEqual({
    status: 0,
    stdout:
      '示例 A: 1 × S-2000, need 3.951 kg/h (annual peak), air flow 1721 m³/h, margin 16.18 %, frost 50.82 to 2.047 kg/day (less by 95.97 %), supply 10.88 °C, by reference series\n',
    stderr: '',
  })
})

test('print one JSON line for each project with every step, from an array or from JSON lines', async () => {
  const projects = fc.sample(validProjects, { numRuns: 200, seed: 26 })
  const array = await coldfleetHere(['select', '--json', '--file', fileOf('many.json', JSON.stringify(projects))])
  const lines = await coldfleetHere([
    'select',
    '--json',
    '--file',
    fileOf('many.ndjson', `\ufeff${projects.map((project) => JSON.stringify(project)).join('\r\n')}\n`),
  ])
  expect([array.status, array.stdout]).toEqual([0, lines.stdout])
  const rows = linesOf(array.stdout).map(
    (line) => JSON.parse(line) as Selection & { trace: { step: string; result: number }[] },
  )
  expect(rows).toHaveLength(200)
  for (const [index, project] of projects.entries()) {
    const outcome = selectEquipment(project, referenceCatalogue)
    expect(outcome).toMatchObject({
      complete: true,
      selection: { needKgH: rows[index]?.needKgH, model: rows[index]?.model, count: rows[index]?.count },
    })
    expect(rows[index]?.trace.find(({ step }) => step === 'need')?.result).toBe(rows[index]?.needKgH)
  }
})

test('name each project that cannot be calculated, calculate the others, and exit with an error', async () => {
  const path = fileOf(
    'some.json',
    JSON.stringify([{ ...exampleA, outdoorHumidity: 680, storageLength: 'long' }, exampleA, { name: '空' }]),
  )
  const ran = await coldfleetHere(['select', '--json', '--file', path])
  const [first, second, third] = linesOf(ran.stdout).map(
    (line) => JSON.parse(line) as { status: string; errors?: string[]; missing?: string[] },
  )
  expect(ran.status).toBe(1)
  expect(ran.stderr).toBe('2 of 3 projects cannot be calculated\n')
  expect(first).toMatchObject({
    status: 'refused',
    errors: ['Store length is not a number', 'Outdoor humidity must be from 5 to 100 %'],
  })
  expect(second?.status).toBe('ok')
  expect(third?.missing).toContain('designTempStorage')
})

test('treat a file without projects as wrong use, with the line', async () => {
  const broken = await coldfleetHere(['select', '--file', fileOf('broken.ndjson', '{"name":"a"}\n{nonsense\n')])
  expect([broken.status, broken.stderr]).toEqual([
    2,
    expect.stringMatching(/^line 2 of \S+broken.ndjson is not valid JSON\n$/),
  ])
  const number = await coldfleetHere(['select', '--file', fileOf('number.ndjson', '{"name":"a"}\n\n5\n')])
  expect(number.stderr).toMatch(/^line 3 of \S+number.ndjson is no JSON object\n$/)
  expect((await coldfleetHere(['select', '--file', join(folder, 'absent.json')])).status).toBe(2)
  expect((await coldfleetHere(['select', '--file', fileOf('numbers.json', '[1]')])).status).toBe(2)
})

test('name a file that is not a catalogue, with advice and no option that this command does not have', async () => {
  const select = (name: string, text: string) =>
    coldfleetHere(['select', '--file', fileOf('one.json', JSON.stringify(exampleA)), '--catalogue', fileOf(name, text)])
  const empty = await select('empty.csv', 'model,maker\n')
  expect([empty.status, empty.stderr]).toEqual([2, `${join(folder, 'empty.csv')} holds no model\n`])
  const foreign = await select('foreign.csv', 'Name;Preis\nfoo;3\n')
  expect([foreign.status, foreign.stderr]).toEqual([
    2,
    expect.stringContaining('foreign.csv: no column has the models. Columns of the file: Name, Preis'),
  ])
  expect(foreign.stderr).toContain('catalogue import')
  const heads = 'model,airflowM3h,ratedCapacityKgH,fanKw,regenKw,tMin,tMax'
  const wrong = await select(
    'wrong.csv',
    `${heads}\nX,abc,12,0.8,16,-20,40\nY,2000,,0.8,16,-20,40\nX,2000,12,0.8,16,-20,40\n`,
  )
  expect([wrong.status, linesOf(wrong.stderr).map((line) => line.slice(0, 7))]).toEqual([
    1,
    ['line 2 ', 'line 3 ', 'line 4 ', join(folder, 'wrong.csv').slice(0, 7)],
  ])
})

test('read projects from standard input, too', async () => {
  const ran = await coldfleet(['select', '--file', '-', '--lang', 'zh'], { input: JSON.stringify(exampleA) })
  expect([ran.status, ran.stdout]).toEqual([
    0,
    '示例 A：1 × S-2000，需除湿 3.951 kg/h（极端工况），风量 1721 m³/h，裕量 16.18 %，结霜 50.82 → 2.047 kg/日（减少 95.97 %），送风 10.88 °C，依据：参考系列\n',
  ])
})

test.each(capacityCases)('show at the terminal and beside a project that a capacity rests on $title', async (one) => {
  const { models, basis, warning } = one
  const catalogue = fileOf('catalogue.json', JSON.stringify({ models }))
  const ran = await coldfleetHere([
    'select',
    '--file',
    fileOf('one.json', JSON.stringify(exampleA)),
    '--catalogue',
    catalogue,
  ])
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('1 × X,') })
  expect(ran.stdout).toMatch(new RegExp(`, by ${basis.replace(/[().]/g, '\\$&')}\n$`))
  expect(ran.stderr.includes('outside the maker’s points')).toBe(warning !== null)
  if (warning !== null) expect(ran.stderr).toContain(warning)
  // The panel shows the results of `basisText` and `warningText` for the same selection.
  const outcome = selectEquipment(exampleA, catalogueOfCase(one))
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  expect(basisText('en', outcome.selection)).toBe(basis)
  expect(
    outcome.selection.warnings.filter(({ code }) => code === 'outsidePoints').map((one) => warningText('en', one)),
  ).toEqual(warning === null ? [] : [warning])
})

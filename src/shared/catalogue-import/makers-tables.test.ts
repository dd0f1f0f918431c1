import { expect, test } from 'vitest'
import type { CatalogueRow } from '#shared/catalogue.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { americanCsv, americanWorkbook, germanCsv } from '#tests/support/makers-tables.ts'
import { likeliestSheet, readImportFile } from './import-file.ts'
import { layoutOf, missingColumns } from './layout.ts'
import { mapTable } from './map-table.ts'
import { oddLevels } from './odd-levels.ts'

/** The models of a file if the user accepts every guess. */
async function modelsOfFile(bytes: Uint8Array<ArrayBuffer>) {
  const sheets = await readImportFile(bytes)
  const sheet = sheets[likeliestSheet(sheets)]
  if (!sheet) throw new Error('a file has a sheet')
  const layout = layoutOf(sheet.lines, null)
  const { rows, notes } = mapTable(sheet, layout)
  const { models, problems } = readCatalogueRows(rows)
  return { models, problems, notes, missing: missingColumns(layout) }
}
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const close = (value: number) => expect.closeTo(value, 2)

test.each([
  ['text', () => bytesOf(americanCsv)],
  ['a workbook with formulas, merged cells and a cover', () => new Uint8Array(americanWorkbook())],
])('read 20 models in CFM, lb/h, °F, grains, hp and BTU/h from %s without corrections', async (_, file) => {
  const { models, problems, missing } = await modelsOfFile(file())
  expect([models.length, problems, missing]).toEqual([20, [], []])
  expect(models.at(-1)).toMatchObject({
    model: 'PD-6000',
    airflowM3h: 10_194.1,
    fanKw: close(5 * 0.7457),
    regenKw: close(294_000 * 0.000_293_071),
    heatSource: 'electric',
    tMin: -20,
    tMax: 40,
    weightKg: close(1_920 * 0.453_592),
    price: 43_000,
    currency: 'USD',
    points: [
      { tC: 20, wGKg: close(61 / 7), kgH: close(128 * 0.453_592), airflowM3h: 10_194.1 },
      { tC: 5, wGKg: close(22 / 7), kgH: close(54 * 0.453_592) },
    ],
  })
})

test('report formulas and merged cells of a workbook line by line', async () => {
  const { notes } = await modelsOfFile(new Uint8Array(americanWorkbook()))
  expect(notes.filter(({ code }) => code === 'formula').map(({ line, heading }) => [line, heading])[1]).toEqual([
    8,
    'Reactivation Heater',
  ])
  expect(notes.filter(({ code }) => code === 'merged')).toHaveLength(20)
})

test('read 20 models under groups of headings, with decimal commas and capacities at two airs', async () => {
  const { models, problems, missing } = await modelsOfFile(bytesOf(germanCsv))
  expect([models.length, problems, missing]).toEqual([20, [], []])
  expect(models.at(-1)).toMatchObject({
    model: 'DR 10000',
    airflowM3h: 10_000,
    ratedCapacityKgH: 57,
    fanKw: 4.05,
    tMin: -20,
    tMax: 40,
    lengthMm: 2_200,
    widthMm: 800,
    heightMm: 1_100,
    points: [
      { tC: 20, rhPct: 60, kgH: 57 },
      { tC: 10, rhPct: 70, kgH: 36 },
    ],
  })
})

test('report values that look like another unit, and accept them', () => {
  const model = { airflowM3h: 2_000, fanKw: 1, regenKw: 16, tMin: -20, tMax: 80 }
  const notes = oddLevels([
    { ...model, line: 2, model: 'FINE', ratedCapacityKgH: 12 },
    { ...model, line: 3, model: 'WEAK', ratedCapacityKgH: 0.1 },
    { ...model, line: 4, model: 'CFM', airflowM3h: 1_177, ratedCapacityKgH: 11.9 },
    { ...model, line: 5, model: 'HOT', tC: 68, rhPct: 60, kgH: 12 },
    { ...model, line: 6, model: 'WRONG', ratedCapacityKgH: 300 },
  ] as CatalogueRow[])
  expect(notes.map(({ line, value, unit }) => [line, value, unit])).toEqual([
    [3, 'WEAK 0.1 kg/h', '1 %'],
    [4, 'CFM 11.9 kg/h', '171 %'],
    [5, 'HOT 12 kg/h', expect.stringMatching(/^\d+ %$/)],
  ])
})

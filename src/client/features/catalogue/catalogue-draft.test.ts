import { expect, test } from 'vitest'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { draftOf, linesOf, linesOfModel, rebased, withBlock, withCell, withImport } from './catalogue-draft.ts'
import { textOfFile } from './delimited-text.ts'

const { models } = referenceCatalogue
const [first, second, third] = models
if (!first || !second || !third) throw new Error('the reference series has models')
const small = { version: '1', source: 'reference series', models: [first, second] }
const names = (rows: readonly { cells: { model: string } }[]) => rows.map(({ cells }) => cells.model)

test('Keep a catalogue unchanged through the table', () => {
  expect(readCatalogueRows(linesOf(draftOf(referenceCatalogue).rows))).toMatchObject({ models, problems: [] })
})

test('Paste a block of cells from one cell on, and add lines beyond the end', () => {
  const { rows } = draftOf(small)
  const filled = withBlock(rows, rows[1]?.key ?? '', 'fanKw', [
    ['1', ' 2 '],
    ['3', '4'],
  ])
  expect(filled).toHaveLength(3)
  expect(filled[0]).toBe(rows[0])
  expect(filled[1]?.cells).toMatchObject({ model: second.model, fanKw: '1', regenKw: '2' })
  expect(filled[2]?.cells).toMatchObject({ model: '', fanKw: '3', regenKw: '4', dimsStatus: 'estimate' })
})

test('Replace the whole table by a file, or only the models with the same names', () => {
  const { rows } = draftOf(small)
  const read = [{ model: first.model.toLowerCase(), fanKw: '9' }, { model: 'NEW' }]
  expect(names(withImport(rows, read, 'replace'))).toEqual([first.model.toLowerCase(), 'NEW'])
  const merged = withImport(rows, read, 'merge')
  expect(names(merged)).toEqual([first.model.toLowerCase(), second.model, 'NEW'])
  expect(merged[0]?.cells).toMatchObject({ fanKw: '9', regenKw: String(first.regenKw) })
})

test('Keep a colleague’s changes and the user’s own', () => {
  const base = draftOf({ ...small, models: [first, second, third] })
  const key = base.rows[0]?.key ?? ''
  const mine = {
    ...base,
    rows: [...withCell(base.rows, key, 'fanKw', '9').slice(0, 2), ...linesOfModel({ ...first, model: 'MINE' })],
  }
  const newest = {
    version: '2',
    source: 'maker',
    models: [{ ...first, regenKw: 99 }, { ...second, regenKw: 88 }, third, { ...third, model: 'THEIRS' }],
  }
  const result = rebased(mine, [first, second, third], newest, small.source)
  expect(result).toMatchObject({ baseVersion: '2', source: 'maker' })
  expect(names(result.rows)).toEqual([first.model, second.model, 'THEIRS', 'MINE'])
  expect(result.rows[0]?.cells).toMatchObject({ fanKw: '9', regenKw: String(first.regenKw) })
  expect(result.rows[1]?.cells.regenKw).toBe('88')
})

test('Read a file in GB18030 like one in UTF-8', async () => {
  const gb = new Uint8Array([0xd0, 0xcd, 0xba, 0xc5])
  expect(await textOfFile(new Blob([gb]))).toBe('型号')
  expect(await textOfFile(new Blob(['型号']))).toBe('型号')
})

import { expect, test } from 'vitest'
import { feedColumns } from '#shared/feed.ts'
import { word } from '#shared/i18n/index.ts'
import { firstMachineTypes } from '#shared/machine-types.ts'
import { PastedSerials, serialsOf } from '#shared/serial-lists.ts'
import { expectLinear } from '#tests/support/doubling.ts'
import { parseLine, typeReading } from './parse-line.ts'
import { reportTimes } from './report-time.ts'

const now = Date.parse('2026-11-24T04:00:00Z')
const reading = { timeOf: reportTimes('Asia/Shanghai').timeOf, ...typeReading(firstMachineTypes), now }
const endings = ['', 'e', 'x', "'=", '\n!']
const pieces = ['9', '\t', ' ', '\n', '"', "'", "\t'=", ';', '=', '.', ',', '-', ':', 'e', '月', '0.', 'a ']

test.each(feedColumns.map((column, place) => [column, place] as const))(
  'Read a cell of %s in a time that grows only with its length',
  async (_, place) => {
    for (const piece of pieces) {
      const make = (length: number) => `1${piece.repeat(Math.floor(length / piece.length))}`
      await expectLinear(JSON.stringify(piece), make, (text) => {
        for (const ending of endings) {
          const cells: unknown[] = ['A1']
          cells[place] = `${text}${ending}`
          expect(parseLine({ line: 1, cells, problem: null }, reading)).toBeTruthy()
        }
      })
    }
  },
)

const read = (serial: string, hashRate = '29.5') => {
  const cells: unknown[] = []
  cells[feedColumns.indexOf('serial')] = serial
  cells[feedColumns.indexOf('hashRate')] = hashRate
  return parseLine({ line: 1, cells, problem: null }, reading)
}

test('Convert a full-width serial from a Chinese keyboard to the printed form', () => {
  expect(serialsOf('Ｔ３０Ａ１，ｔ３０ａ２　T30A3')).toEqual(['T30A1', 't30a2', 'T30A3'])
  expect(PastedSerials.parse('Ｔ３０Ａ１')).toEqual(['T30A1'])
})

test('Accept a hash rate with its unit, and name the unit in a refusal', () => {
  for (const text of ['29.5 TH/s', '29.5TH', '29,5 th/s', '29.5T'])
    expect(read('A1', text)).toMatchObject({ hashRate: 29.5 })
  for (const text of ['29.5 GH/s', 'TH/s', '29.5 T T', 'viel'])
    expect(read('A1', text)).toMatchObject({ reason: 'hashRateInvalid' })
  for (const language of ['zh', 'en'] as const)
    expect(word(language, 'feed.reason.hashRateInvalid', { value: 'viel' })).toContain('29.5 TH/s')
})

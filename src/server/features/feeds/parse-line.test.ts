import { expect, test } from 'vitest'
import { feedColumns } from '#shared/feed.ts'
import { firstMachineTypes } from '#shared/machine-types.ts'
import { expectLinear } from '#tests/support/doubling.ts'
import { parseLine, typeReading } from './parse-line.ts'
import { reportTimes } from './report-time.ts'

const now = Date.parse('2026-11-24T04:00:00Z')
const reading = { timeOf: reportTimes('Asia/Shanghai').timeOf, ...typeReading(firstMachineTypes), now }
const endings = ['', 'e', 'x', "'=", '\n!']
const pieces = ['9', '\t', ' ', '\n', '"', "'", "\t'=", ';', '=', '.', ',', '-', ':', 'e', '月', '0.', 'a ']

test.each(feedColumns.map((column, place) => [column, place] as const))('a cell of %s is read in a time that grows with its length', async (_, place) => {
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
})

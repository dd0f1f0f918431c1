import { expect, test } from 'vitest'
import { expectLinear } from '#tests/support/doubling.ts'
import { fitsPatterns, learnPatterns } from './serial-pattern.ts'

const numbered = (count: number, serialOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => serialOf(index))

test("learn the common part of a fleet's serials, and their running number", () => {
  const fleet = [
    ...numbered(60, (index) => `T30A${String(index).padStart(5, '0')}`),
    ...numbered(30, (index) => `s19-${index % 2 ? 'x' : 'y'}${index + 10}`),
    'odd',
  ]
  const patterns = learnPatterns(fleet)
  expect(patterns).toEqual(['T30A#####', 'S19-@##'])
  const fits = (serial: string) => fitsPatterns(serial, patterns)
  expect(['T30A99999', 't30a00001', 'S19-Z00'].map(fits)).toEqual([true, true, true])
  // The letter O for a zero, one digit too few, another family, a title of a column.
  expect(['T3OA00001', 'T30A0001', 'T20A00001', '合计', 'S19-000'].map(fits)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('learn no pattern from a small or mixed fleet, and then accept every serial', () => {
  expect(learnPatterns(numbered(19, (index) => `A${100 + index}`))).toEqual([])
  expect(learnPatterns(numbered(100, (index) => 'ABC-1_'.repeat(1 + (index % 50)).slice(0, 1 + (index % 60))))).toEqual(
    [],
  )
  expect(fitsPatterns('anything', [])).toBe(true)
})

test('learn and compare in time proportional to the number of serials', async () => {
  for (const [name, serialOf] of [
    ['of one kind', (index: number) => `T30A${String(index).padStart(8, '0')}`],
    ['of many kinds', (index: number) => `${'A'.repeat(index % 40)}${index}`],
  ] as const) {
    await expectLinear(
      name,
      (length) => numbered(Math.floor(length / 12), serialOf).join(','),
      (text) => {
        const serials = text.split(',')
        const patterns = learnPatterns(serials)
        for (const serial of serials) fitsPatterns(serial, patterns)
      },
    )
  }
})

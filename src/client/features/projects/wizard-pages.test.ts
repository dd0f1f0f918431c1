import { expect, test } from 'vitest'
import { donePages, gapsOf, pageOf } from './wizard-pages.ts'

const done = (page: Parameters<typeof donePages>[0], missing: Parameters<typeof gapsOf>[0]) => [
  ...donePages(page, gapsOf(missing, [])),
]

test('Tick a page when nothing is left to do on it, not when a person has passed it', () => {
  expect([pageOf('city'), pageOf('storageLength')]).toEqual([1, 2])
  expect([
    done(4, ['city', 'storageLength', 'storageWidth']),
    done(4, []),
    done(2, ['storageLength']),
    done(1, []),
  ]).toEqual([[3], [1, 2, 3], [1], []])
})

test('Tick every other page when the report is shown', () => {
  expect(done(5, ['city'])).toEqual([1, 2, 3, 4])
})

test('Count the empty and invalid values of each page, and leave complete pages unmarked', () => {
  const pageGaps = gapsOf(['name', 'city', 'storageLength'], ['storageHeight', 'outdoorTemp'])
  expect([...pageGaps]).toEqual([
    [1, { missing: 2, wrong: 1 }],
    [2, { missing: 1, wrong: 1 }],
  ])
})

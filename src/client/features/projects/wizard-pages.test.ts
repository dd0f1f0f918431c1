import { expect, test } from 'vitest'
import { donePages, pageOf } from './wizard-pages.ts'

test('a page is ticked when nothing is left to do on it, not because somebody went past it', () => {
  const marks = [donePages(4, ['city', 'storageLength', 'storageWidth']), donePages(4, []), donePages(2, ['storageLength']), donePages(1, [])]
  expect([pageOf('city'), pageOf('storageLength')]).toEqual([1, 2])
  expect(marks.map((done) => [...done])).toEqual([[3], [1, 2, 3], [1], []])
})

test('beside a report every page is done', () => {
  expect([...donePages(5, ['city'])]).toEqual([1, 2, 3, 4])
})

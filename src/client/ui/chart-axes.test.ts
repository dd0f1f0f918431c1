import { expect, test } from 'vitest'
import { namedPlaces } from './chart-axes.ts'

test('Show every label if they fit, else every nth, and always the newest', () => {
  expect(namedPlaces(4, 5, 400)).toEqual([0, 1, 2, 3])
  expect(namedPlaces(12, 7, 550)).toEqual([1, 3, 5, 7, 9, 11])
  expect(namedPlaces(90, 5, 300)).toEqual([14, 29, 44, 59, 74, 89])
  expect(namedPlaces(3, 7, 10)).toEqual([2])
  expect(namedPlaces(0, 0, 300)).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endsOf, rateAxis, shareOf, stackLow } from './rate-axis.ts'

test('Draw a rate between 97 and 100 % on an axis that fits it, and say that the axis is cut', () => {
  expect(rateAxis([97.3, 99.8, null, 98.1])).toEqual({ low: 97, high: 100, ticks: [97, 98, 99, 100], cut: true })
  expect(rateAxis([62.5, 91])).toEqual({ low: 60, high: 100, ticks: [60, 70, 80, 90, 100], cut: true })
})

test('Give a rate that is always 100 %, or always 0 %, a usable axis', () => {
  expect(rateAxis([100, 100])).toEqual({ low: 99.5, high: 100, ticks: [99.5, 100], cut: true })
  expect(rateAxis([0])).toEqual({ low: 0, high: 0.5, ticks: [0, 0.5], cut: false })
})

test('Offer the whole axis on request, and use it where there is no data', () => {
  const whole = { low: 0, high: 100, ticks: [0, 25, 50, 75, 100], cut: false }
  expect([rateAxis([97.3], true), rateAxis([]), rateAxis([null])]).toEqual([whole, whole, whole])
})

test('Keep every value inside its axis, with few and evenly spaced ticks', () => {
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(fc.array(percent, { minLength: 1, maxLength: 30 }), (values) => {
      const { low, high, ticks, cut } = rateAxis(values)
      expect(low).toBeLessThanOrEqual(Math.min(...values))
      expect(high).toBeGreaterThanOrEqual(Math.max(...values))
      expect([ticks[0], ticks.at(-1), cut]).toEqual([low, high, low > 0])
      expect(high).toBeGreaterThan(low)
      expect(high).toBeLessThanOrEqual(100)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('Make bars of close rates differ in length, and name the ends of their axis', () => {
  const axis = rateAxis([98.64, 98.87, 99.19])
  expect(endsOf(axis)).toBe('98.5–99.5%')
  const shares = [98.64, 98.87, 99.19, null].map((rate) => Math.round(shareOf(axis, rate)))
  expect(shares).toEqual([14, 37, 69, 0])
  expect(endsOf(rateAxis([]))).toBeNull()
  expect(shareOf(rateAxis([]), 50)).toBe(50)
})

test('Start the axis of a stack where small parts above a large one are seen, and at 0 where that gains little', () => {
  expect(stackLow([475, 480], [500, 498])).toBe(450)
  expect([stackLow([100], [300]), stackLow([500], [500]), stackLow([], []), stackLow([0], [0])]).toEqual([0, 0, 0, 0])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from './dates.ts'

describe('days of a range', () => {
  test('are all days from the first to the last, across months and years', () => {
    expect(daysBetween('2027-12-30', '2028-01-02')).toEqual(['2027-12-30', '2027-12-31', '2028-01-01', '2028-01-02'])
    expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(daysBetween('0050-12-31', '0051-01-01')).toEqual(['0050-12-31', '0051-01-01'])
    expect(daysBetween('9999-12-31', '9999-12-31')).toEqual(['9999-12-31'])
  })

  test('each is the day after the one before it', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9990-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 900 }),
        (from, count) => {
          const start = from.toISOString().slice(0, 10)
          const days = daysBetween(start, addDays(start, count))
          expect(days).toHaveLength(count + 1)
          expect(days).toEqual(days.map((_, index) => addDays(start, index)))
        },
      ),
    )
  })

  test('are empty if the end is before the start', () => {
    expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([])
  })
})

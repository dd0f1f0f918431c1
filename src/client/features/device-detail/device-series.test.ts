import { expect, test } from 'vitest'
import { dailyStates, monthlyStates } from './device-series.ts'

const history = {
  xAxisData: ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'],
  states: ['normal', 'warn', 'normal', null] as ('normal' | 'warn' | null)[],
  hashRate: [30, 12, 30, null],
  hashTarget: [30, 30, 30, null],
  onlineRate: [100, 100, 100, null],
}

test('each day is one bar of its state, and a day of which nothing is known is none', () => {
  expect(dailyStates(history)).toEqual({
    labels: history.xAxisData,
    counts: { normal: [1, null, 1, null], warn: [null, 1, null, null] },
  })
})

test('the bars of a month count the days that ended in each state, unknown days in none', () => {
  expect(monthlyStates(history)).toEqual({ labels: ['2026-10', '2026-11'], counts: { normal: [1, 1], warn: [1, 0] } })
})

import { expect, test } from 'vitest'
import { dailyStates, monthlyStates } from './device-series.ts'

const history = {
  xAxisData: ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'],
  states: ['normal', 'warn', 'normal', null] as ('normal' | 'warn' | null)[],
  hashRate: [30, 12, 30, null],
  hashTarget: [30, 30, 30, null],
  onlineRate: [100, 100, 100, null],
}

test('Draw each day as one bar of its state, and no bar for an unknown day', () => {
  expect(dailyStates(history)).toEqual({
    labels: history.xAxisData,
    counts: { normal: [1, null, 1, null], warn: [null, 1, null, null] },
  })
})

test('Count the days of a month that ended in each state, but no unknown days, and no months before the first', () => {
  const counted = { labels: ['2026-10', '2026-11'], counts: { normal: [1, 1], warn: [1, 0] } }
  expect(monthlyStates(history)).toEqual(counted)
  const xAxisData = ['2026-08-31', '2026-09-01', ...history.xAxisData]
  expect(monthlyStates({ ...history, xAxisData, states: [null, null, ...history.states] })).toEqual(counted)
})

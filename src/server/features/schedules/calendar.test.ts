import { expect, test } from 'vitest'
import { nextRun, previewOf } from './calendar.ts'

const shanghai = 'Asia/Shanghai'
const times = (calendar: Parameters<typeof previewOf>[0], from: string, timeZone = shanghai) =>
  previewOf(calendar, new Date(from), timeZone).runs.map(({ timeStr, shortened }) =>
    shortened ? `${timeStr} !` : timeStr,
  )

test("Run by days, weeks and months in business time; use a short month's last day, and preview it", () => {
  expect(times({ every: 'day', time: '08:00' }, '2026-11-20T00:00:00Z').slice(0, 2)).toEqual([
    '2026-11-21 08:00:00',
    '2026-11-22 08:00:00',
  ])
  expect(times({ every: 'week', weekdays: [1, 5, 7], time: '07:30' }, '2026-11-20T00:00:00Z')).toEqual(
    ['22', '23', '27', '29', '30'].map((day) => `2026-11-${day} 07:30:00`),
  )
  expect(times({ every: 'month', monthDay: 1, time: '06:00' }, '2026-11-20T00:00:00Z').slice(0, 2)).toEqual([
    '2026-12-01 06:00:00',
    '2027-01-01 06:00:00',
  ])
  expect(times({ every: 'month', monthDay: 31, time: '23:59' }, '2026-11-20T00:00:00Z')).toEqual([
    ...[
      '2026-11-30 23:59:00 !',
      '2026-12-31 23:59:00',
      '2027-01-31 23:59:00',
      '2027-02-28 23:59:00 !',
      '2027-03-31 23:59:00',
    ],
  ])
  expect(times({ every: 'month', monthDay: 30, time: '00:00' }, '2026-12-31T00:00:00Z')).toEqual([
    ...[
      '2027-01-30 00:00:00',
      '2027-02-28 00:00:00 !',
      '2027-03-30 00:00:00',
      '2027-04-30 00:00:00',
      '2027-05-30 00:00:00',
    ],
  ])
  expect(times({ every: 'month', monthDay: 29, time: '00:00' }, '2028-02-01T00:00:00Z')[0]).toBe('2028-02-29 00:00:00')
})

test('Run once at the end of the gap for a skipped time, and once for a repeated one', () => {
  const berlin = 'Europe/Berlin'
  const spring = times({ every: 'day', time: '02:30' }, '2026-03-27T12:00:00Z', berlin)
  expect(spring.map((at) => at.slice(0, 10))).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
  ])
  expect(spring[0]).toBe('2026-03-28 02:30:00')
  expect(spring[1]).toMatch(/^2026-03-29 03:[03]0:00$/)
  const autumn = times({ every: 'day', time: '02:30' }, '2026-10-24T12:00:00Z', berlin)
  expect(autumn.map((at) => at.slice(0, 10))).toEqual([
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
  ])
  expect(nextRun({ every: 'day', time: '00:00' }, new Date('2026-10-24T22:00:00Z'), berlin).toISOString()).toBe(
    '2026-10-25T23:00:00.000Z',
  )
})

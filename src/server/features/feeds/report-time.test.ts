import { expect, test } from 'vitest'
import { word } from '#shared/i18n/index.ts'
import { readFeed } from '#tests/support/read-feed.ts'
import { reportTimes } from './report-time.ts'

const wanted = Date.parse('2026-11-20T05:25:00+08:00')
const { timeOf } = reportTimes('Asia/Shanghai')

test.each([
  '2026-11-20 05:25:00',
  '2026-11-20 5:25',
  '2026/11/20 5:25',
  '2026.11.20 5:25:00.000',
  '2026-11-20T05:25',
  '2026年11月20日 5:25',
  '2026年11月20日5:25:00',
  '2026年11月20日 上午5:25',
  '2026年11月20日5时25分',
  '2026年11月20日 05时25分00秒',
  '２０２６年１１月２０日　５：２５',
  '2026/11/20 5:25 AM',
  '2026-11-20 5:25:00 a.m.',
  '2026/11/20 上午 5:25',
  '2026/11/20上午5:25',
  '20261120052500',
  '202611200525',
  '20261120 052500',
  '11/20/2026 5:25',
  '20/11/2026 5:25:00',
  '11/20/2026, 5:25:00 AM',
  '20.11.2026 05:25',
  '20.11.2026, 5:25',
  '46346.225694444445',
  '46346.22569',
  46_346.225_694_444_445,
])('Read %s as a time in the business time zone', (text) => {
  // A spreadsheet day with few decimals is not precise to the second.
  expect(Math.abs((timeOf(text) ?? 0) - wanted)).toBeLessThan(1_000)
})

test.each([
  ['2026-11-19T21:25:00Z', wanted],
  ['2026-11-19 21:25:00 UTC', wanted],
  ['2026-11-20T05:25:00+08:00', wanted],
  [String(wanted / 1_000), wanted],
  [wanted, wanted],
  ['3.4.2026', Date.parse('2026-04-03T00:00:00+08:00')],
  ['5/5/2026 5:25 PM', Date.parse('2026-05-05T17:25:00+08:00')],
  ['2026-11-20', Date.parse('2026-11-20T00:00:00+08:00')],
  ['20261120', Date.parse('2026-11-20T00:00:00+08:00')],
  ['46346', Date.parse('2026-11-20T00:00:00+08:00')],
  ['2026-11-20 12:05 AM', Date.parse('2026-11-20T00:05:00+08:00')],
  ['2026-11-20 12:05 PM', Date.parse('2026-11-20T12:05:00+08:00')],
  ['2026-11-20 下午5:25', Date.parse('2026-11-20T17:25:00+08:00')],
  ['2026-11-20 下午 17:25', Date.parse('2026-11-20T17:25:00+08:00')],
])('Read %s as the exact time', (value, moment) => {
  expect(timeOf(value)).toBe(moment)
})

test.each([
  '3/4/2026 5:25',
  '20.13.2026 5:25',
  '13/13/2026',
  '11/20/26',
  '11/20.2026',
  '2026-02-30 5:25',
  '2026-11-20 25:00',
  '2026-11-20 17:25 AM',
  '20261320052500',
  '2026-11-2005:25',
  '5:25',
  '1234',
  '99999',
  '',
])('Reject "%s" as a time', (text) => {
  expect(timeOf(text)).toBeNull()
})

test('Count times without a zone, but not those with one', async () => {
  const feed = await readFeed(
    'serial,reportedAt\nA1,2026-11-20 05:25\nA2,2026-11-20 05:25\nA3,2026-11-19T21:25:00Z\nA4,\nA5,2026 11 20\nA6,3/4/2026 5:25\nA7,11/20/2026\n',
  )
  expect(feed.localTimes).toBe(3)
  expect(feed.refused).toMatchObject([
    { line: 6, reason: 'timeInvalid', values: { value: '2026 11 20' } },
    { line: 7, reason: 'timeAmbiguous', values: { value: '3/4/2026 5:25', one: '2026-03-04', other: '2026-04-03' } },
  ])
  for (const language of ['zh', 'en'] as const) {
    const said = word(language, 'feed.reason.timeInvalid', { value: '2026 11 20' })
    expect(said).toMatch(/上报时间|time of report/)
    expect(said).toContain('2026 11 20')
    for (const form of [
      '2026-11-23 05:25:00',
      '2026年11月23日 5:25',
      '20261123052500',
      '5:25 PM',
      '11/23/2026',
      '23.11.2026',
      'Excel',
      '2026-11-22T21:25:00Z',
    ])
      expect(said).toContain(form)
  }
})

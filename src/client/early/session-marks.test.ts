import { afterEach, expect, test, vi } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { dayMark, fillMarks, needsBase, needsSession, ofSession } from './session-marks.ts'

afterEach(() => void vi.useRealTimers())
const session = { id: 7, companyId: 3, timeZone: 'Asia/Shanghai' }
const filled = (input: unknown, known = session) => JSON.parse(fillMarks(JSON.stringify(input), known))

test('Write the user, the company and the chosen base into the calls', () => {
  const calls = [{ input: { userId: ofSession.user, companyId: ofSession.company } }]
  expect(filled(calls)).toEqual([{ input: { userId: 7, companyId: 3 } }])
  expect(filled({ companyId: ofSession.base }, { ...session, base: 12 } as typeof session)).toEqual({ companyId: 12 })
  expect(needsSession(JSON.stringify(calls))).toBe(true)
  expect(needsBase(JSON.stringify(calls))).toBe(false)
  expect(needsBase(JSON.stringify({ companyId: ofSession.base }))).toBe(true)
  expect(needsSession('{"name":"$5 and user","id":"$id"}')).toBe(false)
})

test.each([
  ['2026-01-31T15:59:59Z', '2026-01-31', ['2026-01-26', '2026-02-01'], ['2026-01-01', '2026-01-31']],
  ['2026-01-31T16:00:00Z', '2026-02-01', ['2026-01-26', '2026-02-01'], ['2026-02-01', '2026-02-28']],
  ['2028-02-29T03:00:00Z', '2028-02-29', ['2028-02-28', '2028-03-05'], ['2028-02-01', '2028-02-29']],
  ['2026-12-31T20:00:00Z', '2027-01-01', ['2026-12-28', '2027-01-03'], ['2027-01-01', '2027-01-31']],
])('Write the days of the business at %s into the calls', (now, today, week, month) => {
  vi.useFakeTimers({ now: new Date(now) })
  expect(filled([dayMark(0), dayMark(-30), dayMark(6)])).toEqual([today, addDays(today, -30), addDays(today, 6)])
  expect(filled([dayMark(0, 'week'), dayMark(6, 'week')])).toEqual(week)
  const known = { ...session, newest: '2026-03-01' }
  expect(filled([dayMark(-6, 'newest'), dayMark(0, 'newest')], known)).toEqual(['2026-02-23', '2026-03-01'])
  expect(filled([dayMark(0, 'month'), dayMark(-1, 'nextMonth')])).toEqual(month)
})

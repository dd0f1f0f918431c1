import { expect, test } from 'vitest'
import { isSilent, windowsWithin } from './silence-times.ts'

const berlin = 'Europe/Berlin'
const weekly = (weekdays: number[], startTime: string, minutes: number) => ({
  startsAt: null,
  weekdays,
  startTime,
  minutes,
})
const shown = (windows: { from: Date; to: Date }[]) =>
  windows.map(({ from, to }) => `${from.toISOString()} ${to.toISOString()}`)

test('silence a period from its first moment to its end', () => {
  const times = { startsAt: new Date('2026-11-20T04:00:00Z'), endsAt: new Date('2026-11-20T06:00:00Z'), weekdays: null }
  const at = (text: string) => isSilent(times, new Date(text), 'Asia/Shanghai')
  expect([
    at('2026-11-20T03:59:59Z'),
    at('2026-11-20T04:00:00Z'),
    at('2026-11-20T05:59:59Z'),
    at('2026-11-20T06:00:00Z'),
  ]).toEqual([false, true, true, false])
})

test('begin a weekly window by the clock of the business time zone, also across midnight', () => {
  // Friday evening in Shanghai.
  const times = weekly([5], '22:00', 480)
  const at = (text: string) => isSilent(times, new Date(text), 'Asia/Shanghai')
  expect(at('2026-11-20T13:59:59Z')).toBe(false)
  expect(at('2026-11-20T14:00:00Z')).toBe(true)
  expect(at('2026-11-20T21:59:59Z')).toBe(true)
  expect(at('2026-11-20T22:00:00Z')).toBe(false)
  // The evenings before and after are other days.
  expect([at('2026-11-19T15:00:00Z'), at('2026-11-21T15:00:00Z')]).toEqual([false, false])
})

test('keep the length of a window across the beginning and the end of summer time', () => {
  // In Berlin the night from 24 to 25 October 2026 has an hour more, that from 28 to 29 March 2026 one less.
  const times = weekly([6], '22:00', 480)
  expect(
    shown(windowsWithin(times, new Date('2026-10-24T12:00:00Z'), new Date('2026-10-25T12:00:00Z'), berlin)),
  ).toEqual(['2026-10-24T20:00:00.000Z 2026-10-25T04:00:00.000Z'])
  expect(
    shown(windowsWithin(times, new Date('2026-03-28T12:00:00Z'), new Date('2026-03-29T12:00:00Z'), berlin)),
  ).toEqual(['2026-03-28T21:00:00.000Z 2026-03-29T05:00:00.000Z'])
})

test('open one window if its start time occurs twice, or not at all', () => {
  const autumn = windowsWithin(
    weekly([7], '02:30', 60),
    new Date('2026-10-24T12:00:00Z'),
    new Date('2026-10-25T12:00:00Z'),
    berlin,
  )
  expect(autumn).toHaveLength(1)
  expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']).toContain(autumn[0]?.from.toISOString())
  const spring = windowsWithin(
    weekly([7], '02:30', 60),
    new Date('2026-03-28T12:00:00Z'),
    new Date('2026-03-29T12:00:00Z'),
    berlin,
  )
  expect(shown(spring)).toEqual(['2026-03-29T01:30:00.000Z 2026-03-29T02:30:00.000Z'])
})

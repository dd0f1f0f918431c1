import { expect, test } from 'vitest'
import { addMonths, dayAfterKey, isOpen, parseDay, parseMoment, timeAfterKey, weeksOf } from './calendar-days.ts'

test('Show a whole month in six weeks that begin on Monday', () => {
  const weeks = weeksOf('2026-02')
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect([weeks[0]?.[0], weeks[5]?.[6]]).toEqual(['2026-01-26', '2026-03-08'])
  expect(weeksOf('2026-06')[0]?.[0]).toBe('2026-06-01')
})

test('Move the last day of a longer month to the last day of a shorter one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
})

test.each([
  ['2026-11-05', '2026-11-05'],
  [' 2026/1/5 ', '2026-01-05'],
  ['20261105', '2026-11-05'],
  ['2026.11.5', '2026-11-05'],
  ['2026年11月5日', '2026-11-05'],
  ['2026-02-30', null],
  ['5 November', null],
  ['', null],
])('Parse the typed day %j as %j', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each([
  ['2026-11-05 08:30', '2026-11-05 08:30'],
  ['2026-11-05T8:30', '2026-11-05 08:30'],
  [' 202611050830 ', '2026-11-05 08:30'],
  ['2026/1/5  0830', '2026-01-05 08:30'],
  ['2026年11月5日8点', '2026-11-05 08:00'],
  ['2026年11月5日 20：05', '2026-11-05 20:05'],
  ['2026-11-05 24:00', null],
  ['2026-11-05 08:60', null],
  ['2026-02-30 08:00', null],
  ['2026-11-05 08', null],
  ['2026-11-05', null],
])('Parse the typed day and time %j as %j', (text, moment) => {
  expect(parseMoment(text)).toBe(moment)
})

test.each([
  ['2026-11-1', true],
  ['2026年11月3', true],
  ['8点', true],
  ['2026-11-15', false],
  ['2026年11月5日', false],
  ['20261105', false],
  ['08:30', false],
])('Expect a further key after %j: %j', (text, expected) => {
  expect(isOpen(text)).toBe(expected)
})

test('Move to the quarters of an hour with the arrow keys, around midnight too', () => {
  const moved = (key: string, time: string) => timeAfterKey(key, time)
  expect(moved('ArrowUp', '08:07')).toBe('08:15')
  expect(moved('ArrowDown', '08:07')).toBe('08:00')
  expect(moved('ArrowUp', '23:50')).toBe('00:00')
  expect(moved('ArrowDown', '00:00')).toBe('23:45')
  expect(moved('Enter', '08:00')).toBeUndefined()
})

test('Move by days, weeks and months with the keys', () => {
  const led = (key: string) => dayAfterKey(key, '2026-11-25')
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'].map(led)).toEqual([
    '2026-11-24',
    '2026-11-26',
    '2026-11-18',
    '2026-12-02',
    '2026-11-23',
    '2026-11-29',
    '2026-10-25',
    '2026-12-25',
  ])
  expect(led('a')).toBeUndefined()
})

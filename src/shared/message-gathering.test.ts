import { expect, test } from 'vitest'
import { dayMs, fleets, mean, messagesOf, monthOfFleet, perDay } from '#tests/support/alert-month.ts'
import { gather, type Pace, type PendingMoment, sendAt } from './message-gathering.ts'

const minute = 60_000
const toTell = (pace: Pace) => (minutes: number) => ({ at: minutes * minute, pace, urgent: pace === 'urgent' })
const [urgent, correction, ending, usual] = [toTell('urgent'), toTell('correction'), toTell('ending'), toTell('usual')]
const sent = (moments: readonly PendingMoment[]) => gather(moments).map(({ at, parts }) => [at / minute, parts.length])

test('send a severe event at once, those of the next minute together, and after three a day within five', () => {
  expect(sendAt('urgent', [], 0)).toBe(0)
  expect(sent([urgent(0), urgent(0.5), urgent(0.9), urgent(5), urgent(6), urgent(7), urgent(16)])).toEqual([
    [0, 1],
    [1, 2],
    [5, 1],
    [10, 2],
    [16, 1],
  ])
  // A failed site is reported without a wait, however many messages the channel had before.
  const full = Array.from({ length: 12 }, (_, place) => usual(place * 60))
  expect(sendAt('urgent', full, 720 * minute)).toBe(720 * minute)
})

test('delay a usual message more the more a channel had in a day, and send it with an urgent one', () => {
  expect(sent([urgent(0), usual(1), usual(2), usual(3)])).toEqual([
    [0, 1],
    [1, 1],
    [11, 2],
  ])
  const three = [urgent(0), usual(20), usual(40)]
  expect(sendAt('usual', three, 50 * minute)).toBe(100 * minute)
  expect(sent([...three, usual(50), urgent(70)])).toEqual([
    [0, 1],
    [20, 1],
    [40, 1],
    [70, 2],
  ])
  const five = [...three, usual(100), usual(220)]
  expect(sendAt('usual', five, 221 * minute)).toBe((220 + 240) * minute)
  // Messages older than a day no longer count.
  expect(sendAt('usual', five, 220 * minute + dayMs)).toBe(220 * minute + dayMs)
})

test('send the end of a severe event within half an hour after three messages, a false alarm in minutes', () => {
  const three = [urgent(0), urgent(20), urgent(40)]
  expect(sendAt('ending', three, 50 * minute)).toBe(80 * minute)
  expect(sent([...three, ending(50), ending(70)])).toEqual([
    [0, 1],
    [20, 1],
    [40, 1],
    [80, 2],
  ])
  const full = Array.from({ length: 12 }, (_, place) => usual(place * 60))
  expect(sendAt('ending', full, 720 * minute)).toBe((720 + 300) * minute)
  expect(sendAt('correction', full, 720 * minute)).toBe(720 * minute)
  expect(sent([...three, correction(41), correction(43)])).toEqual([
    [0, 1],
    [20, 1],
    [40, 1],
    [41, 1],
    [46, 1],
  ])
})

const longest = { urgent: 5, correction: 5, ending: 300, usual: 480 } as const
test('lose no message when gathering, and send none before it was found', () => {
  const found = monthOfFleet(7, 12, 2_800)
  const messages = messagesOf(found, ['critical', 'warning'])
  expect(messages.flatMap(({ parts }) => parts).length).toBe(found.length)
  expect(
    messages.every(({ at, parts }) =>
      parts.every((part) => part.at <= at && at - part.at <= longest[part.pace] * minute),
    ),
  ).toBe(true)
})

test('send a user at most five messages a day in the mean of a month, with the initial rules', () => {
  for (const [sites, machines] of fleets) {
    for (let seed = 1; seed <= 8; seed++) {
      const found = monthOfFleet(seed, sites, machines)
      const told = mean(perDay(messagesOf(found, ['critical'])))
      expect(told, `${sites} sites, seed ${seed}`).toBeLessThanOrEqual(5)
      expect(told, `${sites} sites, seed ${seed}: a month without any event tries nothing`).toBeGreaterThan(1.1)
    }
  }
})

import { expect, test } from 'vitest'
import { createArrivals } from './arrivals.ts'

/** Create an event loop whose turns the test runs. */
function createLoop() {
  let now = 0
  let turns: (() => void)[] = []
  const arrivals = createArrivals({ clock: () => now, nextTurn: (work) => turns.push(work) })
  return {
    arrivals,
    turn(milliseconds: number) {
      now += milliseconds
      const due = turns
      turns = []
      for (const work of due) work()
    },
  }
}

test('Delay work for one turn after a single connection', () => {
  const { arrivals, turn } = createLoop()
  let begun = 0
  expect(arrivals.areExpected()).toBe(false)
  arrivals.note()
  expect(arrivals.areExpected()).toBe(true)
  arrivals.afterwards(() => {
    begun += 1
  })
  turn(1)
  expect(begun).toBe(0)
  turn(1)
  expect([begun, arrivals.areExpected()]).toEqual([1, false])
})

test('Call the same work once', () => {
  const { arrivals, turn } = createLoop()
  let begun = 0
  const work = () => {
    begun += 1
  }
  arrivals.note()
  for (let count = 0; count < 3; count += 1) arrivals.afterwards(work)
  turn(1)
  turn(1)
  turn(1)
  expect(begun).toBe(1)
})

test('Delay work for at most two thirds of the time during a flood of connections', () => {
  const { arrivals, turn } = createLoop()
  let held = 0
  for (let count = 0; count < 1_000; count += 1) {
    arrivals.note()
    if (arrivals.areExpected()) held += 1
    turn(1)
  }
  expect(held).toBeGreaterThan(500)
  expect(held).toBeLessThan(720)
})

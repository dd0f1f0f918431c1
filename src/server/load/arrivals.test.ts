import { expect, test } from 'vitest'
import { createArrivals } from './arrivals.ts'

/** An event loop whose turns are made by hand. */
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

test('hold work for one turn behind a single connection', () => {
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

test('call the same work once', () => {
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

test('let a flood of connections hold work two thirds of the time at most', () => {
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

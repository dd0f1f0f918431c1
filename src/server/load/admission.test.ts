import { describe, expect, test } from 'vitest'
import { type Arrival, type Asked, createProcess, person } from '#tests/support/load-process.ts'
import { createAdmission } from './admission.ts'
import { type LoadClass, loadClasses } from './load-classes.ts'

const served = (asked: readonly Asked[]) => asked.filter(({ servedAt }) => servedAt !== null)
const of = (asked: readonly Asked[], ...loads: LoadClass[]) => asked.filter(({ load }) => loads.includes(load))
const shareServed = (asked: readonly Asked[]) => served(asked).length / asked.length
const longest = (asked: readonly Asked[]) =>
  Math.max(0, ...served(asked).map(({ at, servedAt }) => (servedAt ?? 0) - at))

/**
 * Of 20 calls 1 signs in, 2 save, 9 read, 6 draw charts and 2 export; each from another one of 50 users of 5 companies.
 */
const mixed: readonly LoadClass[] = loadClasses.flatMap((load) =>
  Array.from({ length: { session: 1, saving: 2, reading: 9, charts: 6, heavy: 2 }[load] }, () => load),
)
const burst = (perSecond: number) => {
  let sent = 0
  return (at: number): Arrival[] => {
    const due: Arrival[] = []
    for (; sent < (at * perSecond) / 1_000; sent += 1)
      due.push({ load: mixed[(sent * 7) % mixed.length] ?? 'reading', caller: person(sent % 50, sent % 5) })
    return due
  }
}

describe('a burst of three and of five times the capacity', () => {
  test.each([300, 500])(
    'Serve the urgent of %i calls a second for 10 s, refuse others at once, recover within a second',
    (perSecond) => {
      const process = createProcess()
      const asked = process.run(10_000, burst(perSecond))
      const after = process.run(3_000, burst(50))
      expect(shareServed(of(asked, 'session', 'saving').filter(({ at }) => at < 9_000))).toBe(1)
      expect(longest(asked)).toBeLessThan(1_500)
      // The capacity is 100 a second.
      expect(served(asked).length).toBeGreaterThan(10 * 100 * 0.95)
      expect(shareServed(of(asked, 'reading'))).toBeGreaterThan(10 * shareServed(of(asked, 'charts', 'heavy')))
      const waits = asked
        .filter(({ refusedAt }) => refusedAt !== null)
        .map(({ at, refusedAt }) => (refusedAt ?? 0) - at)
      expect(waits.every((wait) => wait <= 1_125)).toBe(true)
      expect(waits.filter((wait) => wait === 0).length).toBeGreaterThan(waits.length / 2)
      expect(shareServed(after.filter(({ at }) => at > 11_000 && at < 12_900))).toBe(1)
      expect(longest(after.filter(({ at }) => at > 11_000))).toBeLessThan(300)
    },
  )

  test('Refuse nobody at half of the capacity, nor for a handful of simultaneous calls', () => {
    const process = createProcess()
    expect(process.run(10_000, burst(50)).every(({ refusedAt }) => refusedAt === null)).toBe(true)
    for (let count = 0; count < 64; count += 1) process.ask({ load: 'reading', caller: person(count) })
    expect(process.run(1_500)).toEqual([])
    expect(
      process.admission.state().loads.every(({ refused, running, waiting }) => refused + running + waiting === 0),
    ).toBe(true)
  })
})

describe('one caller', () => {
  test('Leave other companies and sessions enough capacity when one caller requests everything', () => {
    const process = createProcess()
    const asked = process.run(10_000, (at) => [
      ...Array.from({ length: at % 2 }, () => ({ load: 'reading' as const, caller: person(1) })),
      ...(at % 200 === 0
        ? [
            { load: 'reading' as const, caller: person(2) },
            { load: 'charts' as const, caller: person(3, 2) },
            { load: 'charts' as const, caller: person(4) },
          ]
        : []),
    ])
    const quiet = asked.filter(({ caller, at }) => caller.session !== 'session 1' && at < 9_000)
    expect(quiet.length).toBeGreaterThan(120)
    expect(shareServed(quiet)).toBe(1)
    expect(longest(quiet)).toBeLessThan(600)
  })

  test('Let a caller who saves without pause use only the spare capacity', () => {
    const process = createProcess()
    const asked = process.run(10_000, (at) => [
      ...Array.from({ length: at % 2 }, () => ({ load: 'saving' as const, caller: person(1) })),
      ...(at % 100 === 0 ? [{ load: 'reading' as const, caller: person(2, 2) }] : []),
    ])
    const others = asked.filter(({ caller, at }) => caller.session === 'session 2' && at < 9_000)
    expect(shareServed(others)).toBe(1)
    expect(served(of(asked, 'saving')).length).toBeGreaterThan(800)
  })

  test('Serve saving before lists within a single session', () => {
    const process = createProcess()
    const asked = process.run(10_000, (at) => burstOfOne(at))
    expect(shareServed(of(asked, 'saving').filter(({ at }) => at < 9_000))).toBe(1)
    expect(served(asked).length).toBeGreaterThan(950)
  })
})
const burstOfOne = (at: number): Arrival[] => [
  ...(at % 20 === 0 ? [{ load: 'saving' as const }] : []),
  ...(at % 3 === 0 ? [{ load: 'reading' as const }] : []),
]

describe('a database that does one thing at a time', () => {
  test('Limit its concurrent calls, so that admitted calls finish in time', () => {
    const process = createProcess({ workMs: 50, inDatabase: true })
    const burst = process.run(10_000, (at) => (at % 10 === 0 ? [{ load: 'reading', caller: person(at % 40) }] : []))
    const done = burst.filter(({ at, servedAt }) => at > 2_000 && servedAt !== null)
    expect(done.length).toBeGreaterThan(120)
    expect(Math.max(...done.map(({ at, servedAt }) => (servedAt ?? 0) - at))).toBeLessThanOrEqual(1_500)
  })
})

describe('a database that shares its processors among all calls', () => {
  test('Reduce concurrent calls before all of them become slow', () => {
    const process = createProcess({ workMs: 20, isShared: true })
    const burst = process.run(20_000, (at) => (at % 10 === 0 ? [{ load: 'reading', caller: person(at % 40) }] : []))
    expect(process.admission.state().limit).toBeLessThan(16)
    const done = burst.filter(({ at, servedAt }) => at > 8_000 && servedAt !== null)
    expect(done.length).toBeGreaterThan(500)
    expect(Math.max(...done.map(({ at, servedAt }) => (servedAt ?? 0) - at))).toBeLessThanOrEqual(1_200)
  })

  test('Keep the limit when only a few calls wait for a lock', () => {
    const process = createProcess({ workMs: 1, isShared: true })
    const before = process.admission.state().limit
    for (let number = 0; number < 6; number += 1)
      process.admission.visit({
        load: 'reading',
        name: 'locked',
        calls: 1,
        caller: person(100 + number),
        enter: () => undefined,
        refuse: () => undefined,
      })
    process.run(4_000, () => [{ load: 'reading', caller: person(1) }])
    expect(process.admission.state().limit).toBeGreaterThanOrEqual(before)
  })
})

describe('an endless call', () => {
  test('Leave slots to other calls, to sign-in and to saving', () => {
    const { admission } = createProcess({ workMs: Number.POSITIVE_INFINITY })
    const entered: string[] = []
    const visit = (load: LoadClass, name: string) =>
      admission.visit({
        load,
        name,
        calls: 1,
        caller: person(1),
        enter: () => entered.push(name),
        refuse: () => undefined,
      })
    for (let count = 0; count < 100; count += 1) visit('reading', 'devices.find')
    visit('charts', 'charts.pie')
    visit('reading', 'projects.find')
    visit('saving', 'projects.save')
    visit('session', 'auth.login')
    expect(entered.slice(-4)).toEqual(['charts.pie', 'projects.find', 'projects.save', 'auth.login'])
  })
})

describe('a waiting call', () => {
  test('Drop a call whose caller has left, without running it', () => {
    const process = createProcess()
    const all = Array.from({ length: 60 }, () => process.ask({ load: 'reading' }))
    for (let index = 30; index < 60; index += 1) process.leave(index)
    process.run(2_000)
    expect(served(all)).toHaveLength(30)
  })

  test('Keep a call waiting until an own feed releases the database', () => {
    let isHeld = true
    const process = createProcess({ isHeld: () => isHeld, workMs: 5 })
    const all = Array.from({ length: 100 }, (_, index) => process.ask({ load: 'charts', caller: person(index) }))
    process.run(5_000)
    isHeld = false
    process.run(1_000)
    expect(shareServed(all)).toBe(1)
  })

  test('Serve every call that waited for the database, and refuse as usual those that come afterwards', () => {
    let isHeld = true
    const process = createProcess({ isHeld: () => isHeld })
    const ask = (index: number) => process.ask({ load: 'charts', caller: person(index) })
    const asked = (from: number, count: number) => Array.from({ length: count }, (_, index) => ask(from + index))
    const waiting = asked(0, 400)
    process.run(5_000)
    isHeld = false
    const behind = asked(400, 50)
    process.run(2_500)
    const after = asked(450, 200)
    process.run(10_000)
    expect(shareServed(waiting)).toBe(1)
    expect(shareServed(behind)).toBe(1)
    expect(shareServed(after)).toBeLessThan(1)
  })
})

test('Look after waiting calls by one timer while the queue fills and empties, and by none afterwards', () => {
  const timers: (() => void)[] = []
  let begun = 0
  const admission = createAdmission({
    every: (_, work) => {
      begun += 1
      timers.push(work)
      return () => void timers.splice(timers.indexOf(work), 1)
    },
  })
  const visit = () =>
    admission.visit({ load: 'reading', name: 'a', calls: 1, caller: person(1), enter() {}, refuse() {} })
  const leavers = [visit()]
  while (admission.state().loads.every(({ waiting }) => waiting === 0)) leavers.push(visit())
  for (let times = 0; times < 100; times += 1) {
    leavers.shift()?.()
    leavers.push(visit())
  }
  expect(begun).toBe(1)
  while (leavers.length > 0) leavers.shift()?.()
  timers[0]?.()
  expect(timers).toEqual([])
  expect(admission.state().loads.every(({ running, waiting }) => running + waiting === 0)).toBe(true)
})

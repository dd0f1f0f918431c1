import { type Admission, createAdmission } from '#server/load/admission.ts'
import type { Caller } from '#server/load/callers.ts'
import type { LoadClass } from '#server/load/load-classes.ts'

export type Asked = { load: LoadClass; caller: Caller; at: number; servedAt: number | null; refusedAt: number | null }
export type Arrival = { load: LoadClass; caller?: Caller; name?: string }

export const person = (number: number, tenant = 1): Caller => ({
  tenant: `tenant ${tenant}`,
  session: `session ${number}`,
})

/**
 * Simulate one processor that handles calls in order of arrival, each for `workMs`; time advances in steps of a
 * millisecond, so that a minute of load is over at once and every run is the same. `isHeld` = another program holds the
 * database, and no call proceeds. `inDatabase` = the work is in its one connection, and the thread is idle. `isShared` =
 * the work is in another program that serves all calls at once: the more there are, the slower each of them.
 */
type Machine = { workMs?: number; isHeld?: () => boolean; inDatabase?: boolean; isShared?: boolean }
export function createProcess({
  workMs = 10,
  isHeld = () => false,
  inDatabase = false,
  isShared = false,
}: Machine = {}) {
  let now = 0
  const inside: { left: number; end: () => void }[] = []
  let tick: (() => void) | null = null
  const admission: Admission = createAdmission({
    clock: () => now,
    isHeld,
    utilization: () => (inside.length > 0 && !inDatabase && !isShared ? 1 : 0),
    connectionWaitMs: () => (inDatabase ? Math.max(0, inside.length - 1) * workMs : 0),
    every: (_, work) => {
      tick = work
      return () => {
        tick = null
      }
    },
  })
  const asked: Asked[] = []
  const leavers: (() => void)[] = []

  function ask({ load, caller = person(1), name = load }: Arrival): Asked {
    const one: Asked = { load, caller, at: now, servedAt: null, refusedAt: null }
    let leave: () => void = () => undefined
    leave = admission.visit({
      load,
      name,
      calls: 1,
      caller,
      enter: () =>
        inside.push({
          left: workMs,
          end: () => {
            one.servedAt = now
            leave()
          },
        }),
      refuse: () => {
        one.refusedAt = now
      },
    })
    leavers.push(leave)
    asked.push(one)
    return one
  }
  /** Advance time by `milliseconds`; `arrivals(ms)` returns the calls that arrive in each of them. */
  function run(milliseconds: number, arrivals: (at: number) => readonly Arrival[] = () => []): Asked[] {
    const before = asked.length
    for (let step = 0; step < milliseconds; step += 1) {
      now += 1
      for (const arrival of arrivals(step)) ask(arrival)
      const turned = isHeld() ? [] : isShared ? [...inside] : inside.slice(0, 1)
      for (const one of turned) one.left -= 1 / turned.length
      for (const one of turned.filter(({ left }) => left <= 1e-9)) {
        inside.splice(inside.indexOf(one), 1)
        one.end()
      }
      if (now % 25 === 0) tick?.()
    }
    return asked.slice(before)
  }
  return { admission, ask, run, leave: (index: number) => leavers[index]?.(), now: () => now }
}

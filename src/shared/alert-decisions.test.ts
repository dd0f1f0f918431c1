import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AlertState,
  covers,
  hasGrown,
  lastMoment,
  mutedBy,
  observed,
  openMoment,
  opens,
  ruleAt,
  stays,
  withNotice,
} from './alert-decisions.ts'

const hour = 3_600_000
const fresh = (count: number): AlertState => ({
  ...{ count, of: 1_000, worst: count, severity: 'critical' },
  ...{ toldAt: null, toldCount: 0, acknowledgedCount: null },
})
const quietNow = fc.record({ site: fc.boolean(), silence: fc.boolean() })
const step = fc.record({
  minutes: fc.integer({ min: 1, max: 600 }),
  count: fc.integer({ min: 1, max: 1_000 }),
  quiet: quietNow,
  acknowledge: fc.boolean(),
})

describe('an event', () => {
  test('is reported at its start, by growth of a fifth or after four hours, and never while it is muted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.array(step, { maxLength: 40 }), (first, steps) => {
        let [state, now] = [fresh(first), 0]
        let opened = 0
        for (const { minutes, count, quiet, acknowledge } of steps) {
          now += minutes * 60_000
          const before = state
          state = observed(state, { count, of: 1_000 })
          const muted = mutedBy(state, quiet)
          const moment = muted === null ? openMoment(state, now) : null
          if (moment === 'opened') opened += 1
          if (moment === 'grown')
            expect(hasGrown(Math.min(before.toldCount, before.acknowledgedCount ?? before.toldCount), count)).toBe(true)
          if (moment === 'still') expect(now - (before.toldAt ?? now)).toBeGreaterThanOrEqual(4 * hour)
          // Everyone who received a message receives another within four hours.
          if (moment === null && muted === null) expect(now - (state.toldAt ?? now)).toBeLessThan(4 * hour)
          if (moment !== null) state = withNotice(state, now)
          // An acknowledgement of a count holds until a fifth more machines join.
          if (before.acknowledgedCount !== null)
            expect(state.acknowledgedCount === null).toBe(hasGrown(before.acknowledgedCount, count))
          if (acknowledge) state = { ...state, acknowledgedCount: state.count }
          expect(state.worst).toBeGreaterThanOrEqual(state.count)
        }
        expect(opened).toBeLessThanOrEqual(1)
        // Everyone who was notified of the start is notified of the end, and no one else.
        expect(lastMoment(state, false)).toBe(opened === 1 ? 'resolved' : null)
        expect(lastMoment(state, true)).toBe(opened === 1 ? 'takenBack' : null)
      }),
    )
  })

  test('is reported after an acknowledgement as soon as it has grown by a fifth, and not before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 700 }),
        (known, toldCount, count) => {
          const state = observed(
            { ...fresh(known), toldAt: 0, toldCount, acknowledgedCount: known },
            { count, of: 1_000 },
          )
          const muted = mutedBy(state, { site: false, silence: false })
          expect(muted === null).toBe(hasGrown(known, count))
          if (muted === null) expect(openMoment(state, 1)).toBe('grown')
        },
      ),
    )
  })

  test('opens at its thresholds, and stays open until it is a little below them', () => {
    fc.assert(
      fc.property(
        fc.record({ count: fc.nat(200), of: fc.integer({ min: 1, max: 200 }) }),
        fc.record({
          machines: fc.option(fc.integer({ min: 1, max: 200 })),
          percent: fc.option(fc.integer({ min: 1, max: 100 })),
        }),
        (figures, thresholds) => {
          const reached =
            figures.count >= (thresholds.machines ?? 1) && figures.count / figures.of >= (thresholds.percent ?? 0) / 100
          expect(opens(figures, thresholds)).toBe(reached)
          if (reached) expect(stays(figures, thresholds)).toBe(true)
          if (figures.count === 0) expect(stays(figures, thresholds)).toBe(false)
        },
      ),
    )
    expect(stays({ count: 20, of: 120 }, { machines: 10, percent: 20 })).toBe(true)
    expect(stays({ count: 19, of: 120 }, { machines: 10, percent: 20 })).toBe(false)
  })
})

test('apply the rule of a site at that site, even if it is switched off, and the general one elsewhere', () => {
  const [general, own] = [
    { siteId: null, name: 'general' },
    { siteId: 3, name: 'own' },
  ]
  expect([3, 4, null].map((site) => ruleAt([general, own], site)?.name)).toEqual(['own', 'general', 'general'])
  expect(ruleAt([own], 4)).toBeUndefined()
})

test('apply a rule or silence of a place to everything within the place', () => {
  const whole = { siteId: null, clientId: null, accountId: null, type: null }
  expect(covers(whole, { ...whole, siteId: 3 })).toBe(true)
  expect(covers({ ...whole, siteId: 3 }, { ...whole, siteId: 3, clientId: 4 })).toBe(true)
  expect(covers({ ...whole, clientId: 4 }, { ...whole, siteId: 3 })).toBe(false)
  expect(covers({ ...whole, siteId: 3 }, whole)).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceStates } from '#shared/devices.ts'
import { IdSet } from './id-set.ts'
import { forgetMeasurements } from './measured-row.ts'
import type { PlannedRow } from './plan-line.ts'
import type { FleetDevice } from './read-fleet.ts'

const someId = fc.option(fc.integer({ min: 1, max: 3 }))
const device: fc.Arbitrary<FleetDevice> = fc.record({
  id: fc.integer({ min: 0, max: 2 }),
  serial: fc.constant('T20B1'),
  companyId: fc.constant(2),
  clientId: someId,
  accountId: someId,
  siteId: someId,
  type: fc.constant('T20'),
  state: fc.constantFrom(...deviceStates),
  activeWorker: fc.option(fc.constant('w')),
  activeWorkerState: fc.boolean(),
  hashRate: fc.option(fc.constant(19)),
  lastReportAt: fc.option(fc.constant(1_000)),
  stateSince: fc.constant(500),
})
const row: fc.Arbitrary<PlannedRow> = fc
  .record({
    before: device,
    after: device,
    dayBefore: fc.constantFrom(...deviceStates, null),
    dayState: fc.constantFrom(...deviceStates),
    siteId: fc.integer({ min: 0, max: 3 }),
    isToday: fc.boolean(),
    reported: fc.option(fc.boolean()),
    hashRate: fc.option(fc.constantFrom(0, 17.5)),
    compliant: fc.boolean(),
    ever: fc.boolean(),
    moved: fc.boolean(),
    measured: fc.boolean(),
    kind: fc.constantFrom(
      'created' as const,
      'updated' as const,
      'unchanged' as const,
      'conflict' as const,
      'absent' as const,
    ),
  })
  .map(({ isToday, ...given }) => {
    const { before } = given
    const today = { after: { ...before }, dayBefore: before.state, dayState: before.state, siteId: before.siteId ?? 0 }
    return { ...given, ...(isToday ? today : {}), facts: null }
  })

const names = [
  'dayBefore',
  'dayState',
  'siteId',
  'reported',
  'hashRate',
  'compliant',
  'ever',
  'moved',
  'measured',
  'facts',
  'kind',
] as const
const told = (one: PlannedRow) => {
  const { id, companyId, clientId, accountId, siteId, state, type } = one.after
  return {
    ...Object.fromEntries(names.map((name) => [name, one[name]])),
    id,
    companyId,
    clientId,
    accountId,
    siteId,
    state,
    type,
    heard: one.before.lastReportAt !== null,
  }
}

test('Keep all values of a shortened row, except measurements', () => {
  let short = 0
  fc.assert(
    fc.property(row, (given) => {
      const isMeasured = given.before.id !== 0 && !given.moved && given.before.state === given.after.state
      // A machine that is only measured has the same owner and site before and after.
      const one = isMeasured ? { ...given, after: { ...given.before } } : given
      const before = told(one)
      const [held] = forgetMeasurements([one])
      if (held !== one) short += 1
      expect(held && told(held)).toEqual(before)
    }),
    { numRuns: 500 },
  )
  expect(short).toBeGreaterThan(50)
})

test('Hold exactly the added ids in an id set', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 })),
      (added, asked) => {
        const ids = new IdSet()
        for (const id of added) ids.add(id)
        const known = new Set(added)
        for (const id of [...added, ...asked, ...added.map((one) => one ^ 1)]) expect(ids.has(id)).toBe(known.has(id))
      },
    ),
  )
})

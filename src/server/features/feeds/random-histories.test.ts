import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeviceState, deviceStates, telemetryStates } from '#shared/devices.ts'
import { feedQuestions } from '#shared/feed.ts'
import { ownershipCauses } from '#shared/ownership.ts'
import { useDatabase } from '#tests/support/database.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { feedHistory } from '#tests/support/feed-histories.ts'
import { countsOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const serials = Array.from({ length: 9 }, (_, index) => `D${index}`)

const line = fc.record({
  serial: fc.constantFrom(...serials, 'D0', ''),
  type: fc.constantFrom('T30', 'T20', undefined),
  site: fc.constantFrom('first', 'second', 'nowhere', undefined),
  hashRate: fc.constantFrom(30, 20, 5, 0, -1, undefined),
  alarm: fc.constantFrom(true, false, undefined),
  hoursAgo: fc.constantFrom(0, 1, 30, undefined),
})
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('feed' as const),
      lines: fc.array(line, { minLength: 1, maxLength: 10 }),
      absentOffline: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      device: fc.nat(8),
      cause: fc.constantFrom('scrap', 'lost', 'found', 'repairOut', 'repairReturn'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'night' as const }) },
)

/** State changes that the table of fleet.md allows. Scrap is final. */
const live = deviceStates.filter((state) => state !== 'scrap')
const allowed = new Set<string>([
  'null>offline',
  ...telemetryStates.flatMap((from) => telemetryStates.filter((to) => to !== from).map((to) => `${from}>${to}`)),
  ...telemetryStates.map((from) => `${from}>repairing`),
  'repairing>repaired',
  'repaired>repairing',
  ...['normal', 'low', 'warn'].map((to) => `repaired>${to}`),
  'lost>offline',
  ...live.filter((from) => from !== 'lost').map((from) => `${from}>lost`),
  ...live.map((from) => `${from}>scrap`),
])

test('Count each line, allow only valid state changes and keep today’s rows consistent in any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 9 }), async (acts) => {
      const { db } = database
      const { town, devicesOf, changeDevice } = await feedHistory(database)
      for (const step of acts) {
        town.pass(step.kind === 'night' ? 86_400_000 : 60_000)
        if (step.kind === 'feed') {
          const request = {
            devices: devicesOf(step.lines),
            absentOffline: step.absentOffline,
            businessDate: town.today,
            confirm: [...feedQuestions],
          }
          const rehearsal = await town.apply({ ...request, dryRun: true })
          const applied = await town.apply(request)
          expect({ ...rehearsal, dryRun: false, batchId: applied.batchId }).toEqual(applied)
          const { read, created, updated, unchanged, conflict, refused } = applied
          expect(created + updated + unchanged + conflict + refused).toBe(read)
          expect(read).toBe(step.lines.length)
          expect(applied.errorCount).toBe(conflict + refused)
        } else if (step.kind === 'person') await changeDevice(step)
        const counts = await countsOf(db, town.tenant.id, town.today)
        const opened = await db
          .selectFrom('device_daily')
          .select('device_id')
          .where('company_id', '=', town.tenant.id)
          .where('business_date', '=', town.today)
          .execute()
        if (step.kind !== 'night' && opened.length > 0) expect(counts.daily).toEqual(counts.live)
      }
      const events = await db
        .selectFrom('device_event')
        .select(['device_id', 'cause', 'from_state', 'to_state'])
        .where('company_id', '=', town.tenant.id)
        .orderBy('id')
        .execute()
      const last = new Map<number, DeviceState>()
      for (const { device_id, cause, from_state, to_state } of events) {
        // A change of owner, type or worker does not change the state.
        if (ownershipCauses.some((one) => one === cause)) expect(to_state).toBe(from_state)
        else expect(allowed).toContain(`${from_state}>${to_state}`)
        expect(from_state).toBe(last.get(device_id) ?? null)
        last.set(device_id, to_state)
      }
      for (const { id, state } of await db
        .selectFrom('device')
        .select(['id', 'state'])
        .where('company_id', '=', town.tenant.id)
        .execute())
        expect(last.get(id)).toBe(state)
    }),
    { numRuns: runsOfEngine(12) },
  )
}, 300_000)

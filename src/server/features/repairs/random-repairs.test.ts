import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceStates, telemetryStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { feedTown, lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const devices = 4
const which = fc.nat(devices - 1)
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('out' as const), which, notes: fc.constant('风扇') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('back' as const),
      which,
      outcome: fc.constantFrom('fixed', 'noFault', 'notRepairable'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      which,
      mark: fc.constantFrom('lost', 'found', 'found', 'scrap'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('feed' as const), which, hashRate: fc.constantFrom(30, 5, undefined) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), which: fc.nat(30) }) },
)
const live = deviceStates.filter((state) => state !== 'scrap')
const allowed = new Set<string>([
  ...telemetryStates.flatMap((from) =>
    [...telemetryStates, 'repairing'].filter((to) => to !== from).map((to) => `${from}>${to}`),
  ),
  ...['repairing>repaired', 'repaired>repairing', 'repaired>normal', 'repaired>low', 'repaired>warn', 'lost>offline'],
  ...live.flatMap((from) => [`${from}>lost`, `${from}>scrap`]),
])

/** Return everything that a send-out or a return may change, without row versions and update times. */
async function fleetOf(companyId: number): Promise<unknown> {
  const { db } = database
  const own = <Row>(rows: Promise<Row[]>) => rows
  return {
    devices: await own(
      db
        .selectFrom('device')
        .select(['id', 'state', 'repair_times', 'state_since', 'hash_rate'])
        .where('company_id', '=', companyId)
        .orderBy('id')
        .execute(),
    ),
    dailies: await own(
      db.selectFrom('device_daily').selectAll().where('company_id', '=', companyId).orderBy('device_id').execute(),
    ),
    counts: await own(
      db
        .selectFrom('device_count')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('devices', '<>', 0)
        .orderBy('state')
        .orderBy('repair_times')
        .orderBy('active_worker_state')
        .execute(),
    ),
    scopes: await own(
      db
        .selectFrom('daily_scope')
        .selectAll()
        .where('company_id', '=', companyId)
        .orderBy('kind')
        .orderBy('scope_id')
        .execute(),
    ),
    records: await own(
      db
        .selectFrom('repair_daily')
        .select(['id', 'type', 'closed', 'outcome', 'opened_by_id'])
        .where('company_id', '=', companyId)
        .where('voided_at', 'is', null)
        .orderBy('id')
        .execute(),
    ),
  }
}

test('Allow only valid state changes in any order of acts, and restore everything by voiding', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const { db } = database
      const town = await feedTown(database)
      let now = new Date('2026-11-20T02:00:00Z')
      const viewer = await buildViewer(db, { company_id: town.tenant.id, nick_name: '基地负责人' })
      const call = () => buildCaller(db, { viewer, now })
      const serials = Array.from({ length: devices }, (_, index) => `R${town.tenant.id}-${index}`)
      for (const serial of serials) {
        const { id } = await buildDevice(db, {
          serial,
          site_id: town.site.id,
          account_id: town.account.id,
          last_report_at: now,
          state_since: now,
        })
        await db
          .insertInto('device_event')
          .values({
            company_id: town.tenant.id,
            device_id: id,
            from_state: null,
            to_state: 'normal',
            cause: 'registered',
            at: now,
          })
          .execute()
      }
      town.setClock(now)
      await town.apply({ devices: serials.map((serial) => lineOf(serial)) })
      for (const step of acts) {
        now = new Date(now.getTime() + 60_000)
        town.setClock(now)
        const serial = serials[step.which % devices] ?? ''
        const { id } = await db.selectFrom('device').select('id').where('serial', '=', serial).executeTakeFirstOrThrow()
        const before = step.kind === 'out' || step.kind === 'back' ? await fleetOf(town.tenant.id) : null
        try {
          if (step.kind === 'feed')
            await town.apply({
              devices: [{ ...lineOf(serial, { hashRate: step.hashRate }), reportedAt: now.toISOString() }],
            })
          else if (step.kind === 'mark')
            await call().devices.mark({ mark: step.mark as 'lost', selection: { ids: [id] }, reason: '盘点' })
          else if (step.kind === 'void') {
            const records = await db
              .selectFrom('repair_daily')
              .select('id')
              .where('company_id', '=', town.tenant.id)
              .orderBy('id')
              .execute()
            const record = records[step.which % Math.max(1, records.length)]
            if (record) await call().repairs.void({ id: record.id, reason: '登记错误' })
          } else {
            const request =
              step.kind === 'out'
                ? { type: '出库' as const, deviceSerial: serial, notes: step.notes }
                : { type: '入库' as const, deviceSerial: serial, outcome: step.outcome as 'fixed', confirmScrap: true }
            const { lines } = await call().repairs.save(request)
            if (step.which % 2 === 0 && !(step.kind === 'back' && step.outcome === 'notRepairable')) {
              now = new Date(now.getTime() + 60_000)
              await call().repairs.void({ id: lines[0]?.recordId ?? 0, reason: '登记错误' })
              expect(await fleetOf(town.tenant.id)).toEqual(before)
            }
          }
        } catch (error) {
          if (!((error as { cause?: unknown }).cause instanceof AppError)) throw error
        }
      }
      expect(await findContradictions(database.pool)).toEqual([])
      const events = await db
        .selectFrom('device_event')
        .select(['from_state', 'to_state', 'cause'])
        .where('company_id', '=', town.tenant.id)
        .execute()
      for (const { from_state, to_state, cause } of events) {
        if (cause === 'registered') continue
        if (cause === 'void') expect(from_state).not.toBe('scrap')
        else expect(allowed).toContain(`${from_state}>${to_state}`)
      }
      const open = await db
        .selectFrom('repair_daily')
        .innerJoin('device', (join) =>
          join
            .onRef('device.company_id', '=', 'repair_daily.company_id')
            .onRef('device.id', '=', 'repair_daily.device_id'),
        )
        .select('device.state')
        .where('repair_daily.company_id', '=', town.tenant.id)
        .where('repair_daily.type', '=', '送修')
        .where('closed', '=', false)
        .where('voided_at', 'is', null)
        .execute()
      expect(open.filter(({ state }) => state !== 'repairing')).toEqual([])
    }),
    { numRuns: runsOfEngine(25) },
  )
}, 240_000)

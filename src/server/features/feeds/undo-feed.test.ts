import { describe, expect, test } from 'vitest'
import { type ChangeContext, transitionDevice } from '#server/features/devices/transitions.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { UndoResult } from '#shared/feed-batches.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { type FeedTown, feedTown, lineOf } from '#tests/support/feeds.ts'
import { feedTables, undoIn as undoOf } from '#tests/support/undo.ts'

const database = useDatabase()

const undoIn = (town: FeedTown, id?: number, dryRun = false) => undoOf(database.db, town, id, dryRun)
const refusal = async (undoing: Promise<UndoResult>): Promise<string | undefined> => {
  const error = await undoing.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('was not refused')
  expect(error.code).toBe('UNDO_REFUSED')
  return error.details.sentence
}

describe('Undoing a feed', () => {
  test('Write the restored states to the event log, and refuse a second undo', async () => {
    const town = await feedTown(database)
    const device = await buildDevice(database.db, {
      company_id: town.tenant.id,
      site_id: town.site.id,
      client_id: town.client.id,
      account_id: town.account.id,
      serial: 'A1',
    })
    const applied = await town.apply({
      devices: [lineOf('A1', { hashRate: 9 }), lineOf('NEW', { type: 'T30', site: town.site.name })],
    })
    expect(await undoIn(town)).toMatchObject({
      removed: 1,
      restored: 1,
      transitions: [{ from: 'low', to: device.state, count: 1 }],
    })
    const events = await database.db
      .selectFrom('device_event')
      .select(['device_id', 'cause', 'to_state', 'batch_id'])
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { device_id: device.id, cause: 'feed', to_state: 'low', batch_id: applied.batchId },
      { device_id: device.id, cause: 'undo', to_state: device.state, batch_id: applied.batchId },
    ])
    expect(await refusal(undoIn(town, applied.batchId ?? 0))).toBe('This batch has already been undone')
  })

  test('Undo batches from the newest to the oldest', async () => {
    const town = await feedTown(database)
    await buildDevice(database.db, { company_id: town.tenant.id, site_id: town.site.id, serial: 'A1' })
    const untouched = await feedTables(database.db, town.tenant.id)
    const first = await town.apply({ devices: [lineOf('A1', { hashRate: 9 })] })
    const second = await town.apply({ devices: [lineOf('A1', { hashRate: 30 })] })
    expect(await refusal(undoIn(town, first.batchId ?? 0))).toBe(
      `None of the 1 device of this batch can go back now: 1 updated by a newer batch (Undo batch ${second.batchId} first, then this one)`,
    )
    await undoIn(town)
    await undoIn(town)
    expect(await feedTables(database.db, town.tenant.id)).toEqual(untouched)
  })

  test('Count the restored devices of a past day', async () => {
    const town = await feedTown(database)
    const known = { type: 'T30', site: town.site.name }
    town.setClock(new Date('2026-11-19T04:00:00Z'))
    await town.apply({ devices: [lineOf('A1', known), lineOf('A2', known), lineOf('A3', known)] })
    town.setClock(new Date('2026-11-20T04:00:00Z'))
    await town.apply({ devices: ['A1', 'A2', 'A3', 'A4'].map((serial) => lineOf(serial, known)) })
    const before = await feedTables(database.db, town.tenant.id)
    // One line differs, one is equal, two devices have no row of that day, one is new.
    const late = [lineOf('A1', { hashRate: 9 }), lineOf('A2'), lineOf('A3'), lineOf('A4'), lineOf('A5', known)]
    expect(await town.apply({ devices: late, businessDate: '2026-11-19' })).toMatchObject({
      updated: 2,
      unchanged: 2,
      created: 1,
    })
    expect(await undoIn(town, undefined, true)).toMatchObject({ restored: 2, removed: 1 })
    expect(await undoIn(town)).toMatchObject({ businessDate: '2026-11-19', restored: 2, removed: 1 })
    expect(await feedTables(database.db, town.tenant.id)).toEqual(before)
  })

  test('Remove added rows of a past day that had as many rows as there are machines today', async () => {
    const town = await feedTown(database)
    const known = { type: 'T30', site: town.site.name }
    town.setClock(new Date('2026-11-19T04:00:00Z'))
    await town.apply({ devices: [lineOf('A1', known)] })
    town.setClock(new Date('2026-11-20T04:00:00Z'))
    const scope = { everything: false, branches: [{ companyId: town.tenant.id }] }
    const ctx = {
      config: { timeZone: 'Asia/Shanghai' },
      clock: town.now,
      viewer: { userId: null },
      scope,
    } as unknown as ChangeContext
    const { id } = await database.db
      .selectFrom('device')
      .select('id')
      .where('serial', '=', 'A1')
      .executeTakeFirstOrThrow()
    await transitionDevice(database.db, ctx, id, { cause: 'scrap' })
    await town.apply({ devices: [lineOf('A2', known)] })
    const before = await feedTables(database.db, town.tenant.id)
    await town.apply({ devices: [lineOf('A2', known)], businessDate: '2026-11-19' })
    expect(await feedTables(database.db, town.tenant.id)).not.toEqual(before)
    await undoIn(town)
    expect(await feedTables(database.db, town.tenant.id)).toEqual(before)
  })

  test('Undo when the only change since was a voided repair', async () => {
    const { db } = database
    const town = await feedTown(database)
    let now = new Date('2026-11-20T02:00:00Z')
    const later = () => {
      now = new Date(now.getTime() + 60_000)
      town.setClock(now)
    }
    town.setClock(now)
    const place = {
      site_id: town.site.id,
      client_id: town.client.id,
      account_id: town.account.id,
      last_report_at: now,
      state_since: now,
    }
    for (const serial of ['V1', 'V2'])
      await buildDevice(db, { company_id: town.tenant.id, serial: `${serial}-${town.tenant.id}`, ...place })
    const serial = `V1-${town.tenant.id}`
    const viewer = await buildViewer(db, { company_id: town.tenant.id, nick_name: '基地负责人' })
    const { repair_daily: none, ...before } = await feedTables(db, town.tenant.id)
    expect(none).toEqual([])
    later()
    await town.apply({ devices: [lineOf(serial, { hashRate: 9 }), lineOf(`V2-${town.tenant.id}`, { hashRate: 9 })] })
    later()
    const { lines } = await buildCaller(db, { viewer, now }).repairs.save({
      type: '出库',
      deviceSerial: serial,
      notes: '风扇',
    })
    expect(await undoIn(town, undefined, true)).toMatchObject({
      ...{ undone: 1, kept: 1, total: 2, reasons: [{ why: 'sentToRepair', count: 1 }] },
      machines: [
        {
          serial,
          why: 'sentToRepair',
          happened: expect.stringMatching(/^Sent to repair since \(2026-11-20 /),
          whatToDo: expect.stringMatching(/void the repair record/),
        },
      ],
    })
    later()
    await buildCaller(db, { viewer, now }).repairs.void({ id: lines[0]?.recordId ?? 0, reason: '登记错误' })
    later()
    expect(await undoIn(town)).toMatchObject({ restored: 2 })
    const { repair_daily: kept, ...after } = await feedTables(db, town.tenant.id)
    expect(after).toEqual(before)
    expect(kept).toHaveLength(1)
  })

  test('Refuse, with the reason, when a user has changed every device, or the day is over', async () => {
    const town = await feedTown(database)
    const noon = new Date('2026-11-20T04:00:00Z')
    town.setClock(noon)
    const device = await buildDevice(database.db, {
      company_id: town.tenant.id,
      site_id: town.site.id,
      serial: 'A1',
      last_report_at: new Date('2026-11-20'),
    })
    await town.apply({ devices: [lineOf('A1', { hashRate: 9 })] })
    const scope = { everything: false, branches: [{ companyId: town.tenant.id }] }
    const later = new Date(noon.getTime() + 60_000)
    const ctx = {
      config: { timeZone: 'Asia/Shanghai' },
      clock: () => later,
      viewer: { userId: null },
      scope,
    } as unknown as ChangeContext
    await transitionDevice(database.db, ctx, device.id, { cause: 'lost' })
    const changed = await feedTables(database.db, town.tenant.id)
    expect(await refusal(undoIn(town))).toBe(
      'None of the 1 device of this batch can go back now: 1 marked as lost since (Nothing to do: once it is found, its next report decides its state)',
    )
    town.setClock(new Date(noon.getTime() + 86_400_000))
    expect(businessDay(town.now(), 'Asia/Shanghai')).toBe('2026-11-21')
    expect(await refusal(undoIn(town))).toMatch(/business day of this batch is over/)
    expect(await feedTables(database.db, town.tenant.id)).toEqual(changed)
  })
})

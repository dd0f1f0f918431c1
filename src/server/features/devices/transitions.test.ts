import { describe, expect, test } from 'vitest'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'
import { countsOf } from '#tests/support/feeds.ts'
import { type ChangeContext, transitionDevice } from './transitions.ts'

const database = useDatabase()
const timeZone = 'Asia/Shanghai'
const contextOf = (branches: ChangeContext['scope']['branches']) =>
  ({
    config: { timeZone },
    clock: () => new Date(),
    viewer: { userId: null },
    scope: { everything: false, branches },
  }) as unknown as ChangeContext
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('a change of one device', () => {
  test('Write the state, the event and the row of today together', async () => {
    const { db } = database
    const tenant = await buildCompany(db)
    const device = await buildDevice(db, { company_id: tenant.id })
    await buildDevice(db, { company_id: tenant.id, state: 'low' })
    const ctx = contextOf([{ companyId: tenant.id }])
    const changed = await transitionDevice(db, ctx, device.id, { cause: 'repairOut' }, { note: '风扇' })
    expect(changed).toEqual({
      id: device.id,
      serial: device.serial,
      companyId: tenant.id,
      from: 'normal',
      to: 'repairing',
    })
    expect(
      await db.selectFrom('device').select(['state', 'repair_times']).where('id', '=', device.id).executeTakeFirst(),
    ).toEqual({
      state: 'repairing',
      repair_times: 1,
    })
    expect(await db.selectFrom('device_event').select(['from_state', 'to_state', 'cause', 'note']).execute()).toEqual([
      { from_state: 'normal', to_state: 'repairing', cause: 'repairOut', note: '风扇' },
    ])
    const day = businessDay(new Date(), timeZone)
    expect(await countsOf(db, tenant.id, day)).toEqual({
      live: { repairing: 1, low: 1 },
      daily: { repairing: 1, low: 1 },
    })
  })

  test('Scrap a device for good, close its open repair, and keep a row of that day', async () => {
    const { db } = database
    const device = await buildDevice(db, { state: 'repairing' })
    const ctx = contextOf([{ companyId: device.company_id }])
    const day = businessDay(new Date(), timeZone)
    await db
      .insertInto('repair_daily')
      .values({
        company_id: device.company_id,
        type: '送修',
        device_id: device.id,
        device_serial: device.serial,
        repair_date: day,
      })
      .execute()
    await transitionDevice(db, ctx, device.id, { cause: 'scrap' })
    expect(await db.selectFrom('repair_daily').select(['closed', 'outcome']).execute()).toEqual([
      { closed: true, outcome: 'scrap' },
    ])
    expect(await db.selectFrom('device_daily').select(['state']).where('business_date', '=', day).execute()).toEqual([
      { state: 'scrap' },
    ])
    for (const cause of ['scrap', 'lost', 'found', 'repairOut'] as const)
      expect(await codeOf(transitionDevice(db, ctx, device.id, { cause }))).toBe('DEVICE_SCRAPPED')
  })

  test('Refuse what the state does not allow, and write nothing', async () => {
    const { db } = database
    const device = await buildDevice(db)
    const ctx = contextOf([{ companyId: device.company_id }])
    expect(await codeOf(transitionDevice(db, ctx, device.id, { cause: 'found' }))).toBe('TRANSITION_REFUSED')
    expect(await codeOf(transitionDevice(db, ctx, device.id, { cause: 'repairReturn', outcome: 'fixed' }))).toBe(
      'TRANSITION_REFUSED',
    )
    expect(await db.selectFrom('device_event').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('device_daily').selectAll().execute()).toEqual([])
  })

  test("Answer NOT_FOUND for a device of another base or outside the caller's sites", async () => {
    const { db } = database
    const device = await buildDevice(db)
    const other = await buildCompany(db)
    for (const ctx of [
      contextOf([{ companyId: other.id }]),
      contextOf([{ companyId: device.company_id, siteIds: [other.id] }]),
      contextOf([]),
    ])
      expect(await codeOf(transitionDevice(db, ctx, device.id, { cause: 'scrap' }))).toBe('NOT_FOUND')
    expect(await codeOf(transitionDevice(db, contextOf([]), 999_999, { cause: 'scrap' }))).toBe('NOT_FOUND')
  })

  test('Let one of several callers at once change the device', async () => {
    const { db } = database
    const device = await buildDevice(db)
    const ctx = contextOf([{ companyId: device.company_id }])
    const answers = await Promise.all(
      [1, 2, 3].map(() => codeOf(transitionDevice(db, ctx, device.id, { cause: 'lost' }))),
    )
    expect(answers.sort()).toEqual(['TRANSITION_REFUSED', 'TRANSITION_REFUSED', 'done'])
    expect(await db.selectFrom('device_event').selectAll().execute()).toHaveLength(1)
  })
})

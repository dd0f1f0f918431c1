import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { useDatabase } from '#tests/support/database.ts'
import { countsOf, fileOf, lineOf } from '#tests/support/feeds.ts'
import { dumpTables } from '#tests/support/table-dump.ts'
import { useTwoSiteBase } from '#tests/support/two-site-base.ts'

const database = useDatabase()
const { town, names, codeOf } = useTwoSiteBase(database)

describe('A device feed', () => {
  test('Register new devices, update known ones and leave the rest unchanged', async () => {
    const made = await town()
    const { db } = database
    await made.device('KNOWN-1', { state: 'normal', hash_rate: 30 })
    await made.device('KNOWN-2', { state: 'offline', hash_rate: null })
    const result = await made.apply({
      devices: [
        lineOf('KNOWN-1', { hashRate: 12 }),
        lineOf('KNOWN-2', { hashRate: 29.5 }),
        lineOf('NEW-1', { type: 'T20', ...names(made), hashRate: 19 }),
      ],
    })
    expect(result).toMatchObject({
      read: 3,
      created: 1,
      updated: 2,
      unchanged: 0,
      conflict: 0,
      refused: 0,
      dryRun: false,
      errors: [],
    })
    expect(result.transitions).toEqual(
      expect.arrayContaining([
        { from: 'normal', to: 'low', count: 1 },
        { from: 'offline', to: 'normal', count: 1 },
        { from: null, to: 'normal', count: 1 },
      ]),
    )
    const device = await db.selectFrom('device').selectAll().where('serial', '=', 'NEW-1').executeTakeFirstOrThrow()
    expect(device).toMatchObject({ state: 'normal', type: 'T20', ...made.owners, hash_rate: 19 })
    const events = await db
      .selectFrom('device_event')
      .select(['from_state', 'to_state', 'cause', 'batch_id'])
      .where('device_id', '=', device.id)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { from_state: null, to_state: 'offline', cause: 'registered', batch_id: result.batchId },
      { from_state: 'offline', to_state: 'normal', cause: 'feed', batch_id: result.batchId },
    ])
    expect(await countsOf(db, made.tenant.id, made.today)).toEqual({
      live: { normal: 2, low: 1 },
      daily: { normal: 2, low: 1 },
    })
    expect(result.coverage).toMatchObject([{ siteId: made.site.id, expected: 3, reported: 3, status: 'complete' }])
  })

  test('Change nothing when the same feed is sent twice', async () => {
    const made = await town()
    const request = fileOf(
      `serial,type,site,hashRate,alarm\nA1,T30,${made.site.name},30.123456,no\nA2,T20,,0,no\nA3,T30,,29,yes\n`,
    )
    expect(await made.apply(request)).toMatchObject({ created: 3 })
    expect(await made.apply(request)).toMatchObject({ created: 0, updated: 0, unchanged: 3, transitions: [] })
    expect(await made.stateOf('A3')).toBe('warn')
  })

  test('Measure a machine whose row of the day names another owner than the machine', async () => {
    const made = await town()
    const { db } = database
    const feed = (hashRate: number) => ({ devices: ['A1', 'A2', 'A3'].map((serial) => lineOf(serial, { hashRate })) })
    for (const serial of ['A1', 'A2', 'A3']) await made.device(serial)
    await made.apply(feed(29))
    const measured = () =>
      db.selectFrom('device_daily').select('hash_avg').where('business_date', '=', made.today).execute()
    expect(await measured()).toEqual([29, 29, 29].map((hash_avg) => ({ hash_avg })))
    const odd = db.selectFrom('device').select('id').where('serial', '=', 'A2')
    await db
      .updateTable('device_daily')
      .set({ client_id: 2_000_000_000 })
      .where('company_id', '=', made.tenant.id)
      .where('device_id', '=', odd)
      .execute()
    await made.apply(feed(31))
    expect(await measured()).toEqual([31, 31, 31].map((hash_avg) => ({ hash_avg })))
  })

  test('Report in a dry run exactly what applying does, and write nothing', async () => {
    const made = await town()
    await made.device('A1')
    await made.device('A2')
    await made.device('A3', { state: 'repairing' })
    const request = {
      devices: [lineOf('A1', { hashRate: 3 }), lineOf('A3'), lineOf('A4', { type: 'T30' }), lineOf('A5'), lineOf('A1')],
    }
    const before = await database.db.selectFrom('device').selectAll().orderBy('id').execute()
    const rehearsal = await made.apply({ ...request, dryRun: true })
    expect(await database.db.selectFrom('device').selectAll().orderBy('id').execute()).toEqual(before)
    expect(await database.db.selectFrom('import_batch').selectAll().execute()).toEqual([])
    const applied = await made.apply(request)
    expect(rehearsal).toMatchObject({ dryRun: true, batchId: null })
    expect({ ...rehearsal, dryRun: false, batchId: applied.batchId }).toEqual(applied)
    expect(applied).toMatchObject({ read: 5, created: 1, updated: 1, conflict: 1, refused: 2 })
  })

  test('Leave every table unchanged when cancelled at any step before the end', async () => {
    const made = await town()
    await made.device('A1')
    await made.device('A2', { state: 'repairing' })
    await made.device('A3')
    const request = { devices: [lineOf('A1', { hashRate: 3 }), lineOf('A2'), lineOf('A4', { type: 'T30' })] }
    const before = await dumpTables(database.pool)
    let statements = 0
    const cancelAt = (phase: string, steps: number) => {
      let cancelled = false
      const report = (reached: string, done: number, total: number) => {
        if (reached === phase && done >= steps) cancelled = true
        if (reached === 'applying') statements = total
      }
      return codeOf(made.apply(request, undefined, { progress: { report, cancelled: () => cancelled } }))
    }
    const gaveUp = async (phase: string, steps: number) => {
      expect(await cancelAt(phase, steps), `${phase} ${steps}`).toBe('CANCELLED')
      expect(await dumpTables(database.pool), `${phase} ${steps}`).toEqual(before)
    }
    for (const phase of ['reading', 'checking', 'applying']) await gaveUp(phase, 0)
    for (let steps = 1; steps < statements; steps += 1) await gaveUp('applying', steps)
    expect(await cancelAt('applying', statements)).toBe('done')
    expect(await made.stateOf('A1')).toBe('low')
  })

  test('Change nothing in strict mode with one refused line, and list every refused line', async () => {
    const made = await town()
    await made.device('A1', { hash_rate: 30 })
    const request = { devices: [lineOf('A1', { hashRate: 2 }), lineOf('A1')], strict: true }
    const error = await made.apply(request).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'FEED_REFUSED',
      details: {
        feed: { refused: 1, errors: [{ line: 2, serial: 'A1', reason: 'serialDuplicate', text: '序列号重复' }] },
      },
    })
    expect(await made.stateOf('A1')).toBe('normal')
    expect(await made.apply({ ...request, dryRun: true })).toMatchObject({ refused: 1, updated: 1 })
  })

  test('Refuse a feed without a source', async () => {
    const made = await town()
    expect(await codeOf(made.apply({}))).toBe('FEED_NO_SOURCE')
    expect(await codeOf(made.apply({ businessDate: '2099-01-01', devices: [lineOf('A1')] }))).toBe('VALIDATION')
    expect(await codeOf(made.apply(fileOf('')))).toBe('FEED_EMPTY')
    expect(await codeOf(made.apply({ fileName: 'empty.csv' }))).toBe('FEED_EMPTY')
    expect(await codeOf(made.apply({ devices: [] }))).toBe('FEED_EMPTY')
  })
})

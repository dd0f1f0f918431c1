import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockForFeed } from '#server/features/devices/fleet-lock.ts'
import { appRouter } from '#server/router.ts'
import { createAudit } from '#server/services/audit.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { JobProgress } from '#shared/feed.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildUser, type Company } from '#tests/support/factories.ts'
import { lineOf, undoNewest } from '#tests/support/feeds.ts'
import { codeOf } from '#tests/support/refusal.ts'
import { openDoor, passwordHash } from '#tests/support/sign-in.ts'
import { dumpTables } from '#tests/support/table-dump.ts'

const database = useDatabase()
let tenant: Company
let jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
beforeEach(async () => {
  tenant = await buildCompany(database.db)
  jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
})

async function callerOf(company: Company, nickName: string) {
  const user = await buildUser(database.db, { company_id: company.id, nick_name: nickName })
  return buildCaller(database.db, {
    viewer: await viewerOf(database.db, user),
    services: { jobs, audit: createAudit() },
    config: database.url === null ? {} : { DATABASE_URL: database.url },
  })
}
const device = (serial: string) =>
  buildDevice(database.db, {
    serial,
    company_id: tenant.id,
    site_id: tenant.id,
    last_report_at: new Date('2026-11-20T03:00:00Z'),
  })
async function end(watching: AsyncIterable<JobProgress>): Promise<JobProgress | null> {
  let last: JobProgress | null = null
  for await (const progress of watching) last = progress
  return last
}

describe('Updating the devices', () => {
  test('Allow base managers and managers to update their own bases, and write the audit log', async () => {
    await device('A1')
    const base = await callerOf(tenant, '基地负责人')
    const result = await base.feeds.update({ devices: [lineOf('A1', { hashRate: 3 })] })
    expect(result).toMatchObject({ updated: 1, businessDate: '2026-11-20' })
    await jobs.close()
    const log = await database.db
      .selectFrom('audit_log')
      .select(['action', 'target_id', 'details'])
      .orderBy('id')
      .execute()
    expect(log).toMatchObject([
      { action: 'feeds.update', target_id: String(result.batchId), details: { updated: 1, read: 1 } },
    ])
    const inspector = await callerOf(tenant, '检验员')
    expect(await codeOf(inspector.feeds.update({ devices: [lineOf('A1')] }))).toBe('FORBIDDEN')
    const other = await callerOf(await buildCompany(database.db), '基地负责人')
    expect(await codeOf(other.feeds.update({ devices: [lineOf('A1')], companyId: tenant.id }))).toBe('NOT_FOUND')
    expect(await other.feeds.update({ devices: [lineOf('A1')], dryRun: true })).toMatchObject({
      refused: 1,
      errors: [{ reason: 'serialElsewhere' }],
    })
  })

  test('Use the target and share of each machine type from the next report on', async () => {
    await device('A1')
    const base = await callerOf(tenant, '基地负责人')
    const manager = await callerOf(await buildHeadquarters(database.db), '管理层')
    const stateAfter = async (hashRate: number) => {
      await base.feeds.update({ devices: [lineOf('A1', { hashRate })] })
      return (await base.devices.find({ serial: 'A1' })).data[0]?.state
    }
    const [t30, t20] = (await base.machineTypes.find({})).data
    if (!t30 || !t20) throw new Error('the first types are missing')
    const usual = { name: 'T30', targetHashRate: 30, complianceShare: 0.85, powerW: null, retired: false }
    expect(t30).toMatchObject({ ...usual, rowVersion: 1 })
    expect(await stateAfter(25.5)).toBe('normal')
    expect(
      await codeOf((await callerOf(tenant, '管理层')).machineTypes.update({ id: t30.id, complianceShare: 0.9 })),
    ).toBe('FORBIDDEN')
    const stricter = { id: t30.id, complianceShare: 0.9, rowVersion: 1 }
    expect(await codeOf(base.machineTypes.update(stricter))).toBe('FORBIDDEN')
    expect(await manager.machineTypes.update(stricter)).toMatchObject({ ...usual, complianceShare: 0.9, rowVersion: 2 })
    expect(await codeOf(manager.machineTypes.update(stricter))).toBe('EDITED_BY_OTHERS')
    await manager.machineTypes.update({ id: t20.id, targetHashRate: 21, complianceShare: 0.5 })
    expect(await stateAfter(25.5)).toBe('low')
    expect(await stateAfter(27)).toBe('normal')
    const log = database.db.selectFrom('audit_log').select('details').where('action', '=', 'machineTypes.update')
    expect(await log.execute()).toContainEqual({
      details: { before: usual, after: { ...usual, complianceShare: 0.9 }, name: 'T30' },
    })
    await jobs.close()
  })

  test('Let only the user who started a job watch and cancel it', async () => {
    await device('A1')
    const base = await callerOf(tenant, '基地负责人')
    const started = await base.feeds.start({ devices: [lineOf('A1', { hashRate: 3 })] })
    expect(started.phase).toBe('reading')
    const stranger = await callerOf(tenant, '基地负责人')
    expect(await codeOf(stranger.feeds.progress({ id: started.id }))).toBe('NOT_FOUND')
    expect(await codeOf(stranger.feeds.cancel({ id: started.id }))).toBe('NOT_FOUND')
    expect(await end(await base.feeds.watch({ id: started.id }))).toMatchObject({
      phase: 'done',
      result: { updated: 1 },
    })
    expect(await base.feeds.progress({ id: started.id })).toMatchObject({ phase: 'done' })
    // Long enough to be cancelled while it runs.
    const newcomers = Array.from({ length: 3_000 }, (_, index) => lineOf(`B${index}`))
    const cancelled = await base.feeds.start({ devices: [lineOf('A1', { hashRate: 30 }), ...newcomers] })
    await base.feeds.cancel({ id: cancelled.id })
    expect(await end(await base.feeds.watch({ id: cancelled.id }))).toMatchObject({ phase: 'cancelled', result: null })
    expect(await database.db.selectFrom('device').select('state').executeTakeFirst()).toEqual({ state: 'low' })
    const failed = await base.feeds.start({ content: '', language: 'en' })
    expect(await end(await base.feeds.watch({ id: failed.id }))).toMatchObject({
      phase: 'failed',
      error: { code: 'FEED_NO_SOURCE' },
    })
    await jobs.close()
  })

  test('Cancel a feed of 20,000 new machines from another request, and leave every table unchanged', async () => {
    const { db, pool } = database
    const manager = await buildUser(db, {
      user_name: 'anna',
      company_id: tenant.id,
      nick_name: '基地负责人',
      password_hash: await passwordHash(),
    })
    const door = openDoor(db, { jobs })
    const { token } = await door.signIn(manager.user_name)
    const call = async (path: string) =>
      createCallerFactory(appRouter)(await door.context({ headers: { 'x-token': token } }, [path]))
    const before = await dumpTables(pool)
    const devices = Array.from({ length: 20_000 }, (_, index) => lineOf(`N${index}`, { type: 'T30' }))
    const { id } = await (await call('feeds.start')).feeds.start({ devices })
    let writing = 0
    let writingWhenEnded: number | null = null
    let last: JobProgress | null = null
    for await (const progress of await (await call('feeds.watch')).feeds.watch({ id })) {
      last = progress
      if (progress.phase !== 'applying') continue
      expect(progress.done).toBeLessThan(progress.total)
      writing += 1
      if (writing !== 3) continue
      // The browser cancels in the same way: by another request, whose session has to be looked up.
      void call('feeds.cancel')
        .then((caller) => caller.feeds.cancel({ id }))
        .then(() => {
          writingWhenEnded = writing
        })
    }
    expect(last).toMatchObject({ phase: 'cancelled', result: null })
    expect(writing - (writingWhenEnded ?? 0)).toBeLessThanOrEqual(2)
    await jobs.close()
    expect(await dumpTables(pool)).toEqual(before)
    // After the job, the session is looked up in the database again, not in memory.
    expect(jobs.starterOf(token)).toBeNull()
    await db.updateTable('session').set({ ended_at: testNow, ended_reason: 'logout' }).execute()
    expect((await door.context({ headers: { 'x-token': token } }, ['feeds.cancel'])).refusal).toMatchObject({
      code: 'SESSION_ENDED',
    })
  })

  test('Undo a feed after any number of later feeds that were undone or changed nothing', async () => {
    await device('A1')
    const base = await callerOf(tenant, '基地负责人')
    const first = await base.feeds.update({ devices: [lineOf('A1', { hashRate: 9 })] })
    for (let tries = 0; tries < 4; tries += 1) {
      await base.feeds.update({ devices: [lineOf('A1', { hashRate: tries })] })
      await undoNewest(base)
      await base.feeds.update({ devices: [lineOf('', { hashRate: 1 })] })
    }
    expect(await undoNewest(base)).toMatchObject({ batchId: first.batchId, restored: 1 })
  })

  test('Change nothing by a feed with only refused lines, and let it block no undo', async () => {
    await device('A1')
    const base = await callerOf(tenant, '基地负责人')
    const first = await base.feeds.update({ devices: [lineOf('A1', { hashRate: 3 })] })
    const without = { without: ['audit_log', 'import_batch'] }
    const before = await dumpTables(database.pool, without)
    const refused = [
      await base.feeds.update({ devices: [lineOf(''), lineOf('A1', { hashRate: -1 })] }),
      await base.feeds.update({ devices: [lineOf('A1', { hashRate: -1 })], businessDate: '2026-11-19' }),
    ]
    expect(await dumpTables(database.pool, without)).toEqual(before)
    expect((await base.feeds.batches({})).data.map(({ id, refused }) => [id, refused])).toEqual([
      [refused[1]?.batchId, 1],
      [refused[0]?.batchId, 2],
      [first.batchId, 0],
    ])
    // A person is named, not by the user name.
    const person = await base.auth.info()
    expect((await base.feeds.batches({})).data[0]?.actor).toBe(person.name)
    const id = refused[0]?.batchId ?? 0
    expect((await base.feeds.batch({ id })).obstacle).toMatchObject({
      code: 'nothing',
      text: expect.stringContaining('未做任何更改'),
    })
    expect(await codeOf(base.feeds.undo({ id }))).toBe('UNDO_REFUSED')
    expect((await base.feeds.batch({ id: first.batchId ?? 0 })).obstacle).toBeNull()
    expect(await undoNewest(base)).toMatchObject({ batchId: first.batchId, restored: 1 })
    expect(await codeOf(base.feeds.undo({}))).toBe('NOT_FOUND')
    await jobs.close()
  })

  test('Run one feed at a time: refuse a second one, or queue it where the engine has one connection', async () => {
    await device('A1')
    const base = await callerOf(tenant, '基地负责人')
    const request = { devices: [lineOf('A1')] }
    if (database.url === null) {
      expect(await Promise.all([base.feeds.update(request), base.feeds.update(request)])).toMatchObject([
        { read: 1 },
        { unchanged: 1 },
      ])
    } else {
      // Hold the lock outside the calls, as another process would. A transaction of a call must not need a second
      // connection.
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let held: Promise<void> = Promise.resolve()
      await new Promise<void>((locked) => {
        held = database.db.transaction().execute(async (trx) => {
          await lockForFeed(trx, [tenant.id])
          locked()
          await released
        })
      })
      expect(await codeOf(base.feeds.update(request))).toBe('FEED_RUNNING')
      expect(await base.feeds.update({ ...request, dryRun: true })).toMatchObject({ read: 1 })
      release()
      await held
      expect(await base.feeds.update(request)).toMatchObject({ read: 1 })
    }
    await jobs.close()
  })
})

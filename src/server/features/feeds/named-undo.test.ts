import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { appRouter } from '#server/router.ts'
import { createAudit } from '#server/services/audit.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { createCallerFactory } from '#server/trpc.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildUser, type Company } from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'
import { codeOf } from '#tests/support/refusal.ts'
import { openDoor, passwordHash } from '#tests/support/sign-in.ts'
import { dumpTables } from '#tests/support/table-dump.ts'

const database = useDatabase()
let tenant: Company
let jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
beforeEach(async () => {
  tenant = await buildCompany(database.db)
  jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
  await buildDevice(database.db, {
    serial: 'A1',
    company_id: tenant.id,
    site_id: tenant.id,
    last_report_at: new Date('2026-11-20T03:00:00Z'),
  })
})
const configOf = (more: Record<string, string> = {}) => ({
  ...(database.url === null ? {} : { DATABASE_URL: database.url }),
  ...more,
})
async function manager(more?: Record<string, string>) {
  const user = await buildUser(database.db, { company_id: tenant.id, nick_name: '基地负责人' })
  return buildCaller(database.db, {
    viewer: await viewerOf(database.db, user),
    services: { jobs, audit: createAudit() },
    config: configOf(more),
  })
}

test('Refuse an undo without a batch id, and list the newest batches that can be undone', async () => {
  const base = await manager()
  const first = await base.feeds.update({ devices: [lineOf('A1', { hashRate: 3 })] })
  const second = await base.feeds.update({ devices: [lineOf('A1', { hashRate: 4 })] })
  const before = await dumpTables(database.pool)
  const refusal = await base.feeds.undo({}).catch((error: unknown) => error)
  expect(String(refusal)).toMatch(
    new RegExp(`请写明要撤销的批次：${second.batchId}（2026-11-20 .*1 台）；${first.batchId}（`),
  )
  expect(await codeOf(base.feeds.undo({}))).toBe('VALIDATION')
  expect(await dumpTables(database.pool)).toEqual(before)
  expect(await base.feeds.undo({ dryRun: true })).toMatchObject({ batchId: second.batchId })
  await jobs.close()
})

test('Roll back a feed whose session ends while it runs', async () => {
  const otto = await buildUser(database.db, {
    user_name: 'otto',
    company_id: tenant.id,
    nick_name: '基地负责人',
    password_hash: await passwordHash(),
  })
  const door = openDoor(database.db, { jobs })
  const { token } = await door.signIn(otto.user_name)
  const caller = createCallerFactory(appRouter)(await door.context({ headers: { 'x-token': token } }, ['feeds.update']))
  const before = await dumpTables(database.pool, { without: ['session'] })
  await database.db.updateTable('session').set({ ended_at: testNow, ended_reason: 'endedByAdministrator' }).execute()
  expect(await codeOf(caller.feeds.update({ devices: [lineOf('A1', { hashRate: 3 })] }))).toBe('SESSION_ENDED')
  expect(await dumpTables(database.pool, { without: ['session'] })).toEqual(before)
  // A session that ended by a change of company is accepted.
  await database.db.updateTable('session').set({ ended_reason: 'companyChanged' }).execute()
  expect(await caller.feeds.update({ devices: [lineOf('A1', { hashRate: 3 })] })).toMatchObject({ updated: 1 })
  await jobs.close()
})

test('Report the source of a feed without a file: none while no address is set', async () => {
  const base = await manager()
  expect(await base.feeds.configured()).toEqual({ source: null })
  await database.db
    .insertInto('import_batch')
    .values({
      company_id: tenant.id,
      company_ids: [tenant.id],
      user_id: null,
      actor: '',
      source: 'simulation',
      file_name: null,
      business_date: '2026-11-20',
      read: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      conflict: 0,
      refused: 0,
      result: '{}',
    })
    .execute()
  expect(await base.feeds.configured()).toEqual({ source: 'simulation' })
  const set = await manager({ DEVICE_FEED_URL: 'https://feeds.example/devices.csv' })
  expect(await set.feeds.configured()).toEqual({ source: 'configured' })
})

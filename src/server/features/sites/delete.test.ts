import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSession } from '#server/features/auth/sessions.ts'
import { createAudit } from '#server/services/audit.ts'
import { viewerOf as sessionViewer } from '#server/session.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'
import { codeOf } from '#tests/support/refusal.ts'
import { useSiteOffice } from '#tests/support/site-office.ts'
import { sweepDeletedSites } from './sweep.ts'

const database = useDatabase()
const { office, seen, everything, password, parts, dayMs } = useSiteOffice(database)

test('Hide a deleted site in every list, count, card and chart at once, and restore it unchanged', async () => {
  const { db } = database
  const { manager, base, owner, terminal, one, account, devices, ofSite, admin } = await office()
  const before = {
    all: await seen(manager),
    base: await seen(base),
    owner: await seen(owner),
    rows: await everything(db),
  }
  expect([before.all.total, before.base.total, before.owner.total]).toEqual([5, 4, 4])
  const { token } = await createSession(db, {
    userId: ofSite.id,
    companyId: ofSite.company_id,
    now: testNow,
    passwordAt: testNow,
    address: '',
    agent: '',
  })
  const session = () =>
    sessionViewer(db, token, { clock: () => testNow, extend: false, places: { noticeVersion: () => undefined } })
  expect(await codeOf(session())).toBe('answered')

  expect(await codeOf(base.sites.delete({ id: one.id, password }))).toBe('FORBIDDEN')
  expect(await codeOf(manager.sites.delete({ id: one.id }))).toBe('VALIDATION')
  await expect(manager.sites.delete({ id: one.id, password: 'wrong' })).rejects.toThrow('密码错误')
  expect(await manager.sites.delete({ id: one.id, password })).toEqual({
    id: one.id,
    users: 1,
    devices: 2,
    restorableUntil: '2026-12-20T04:00:00.000Z',
  })
  expect(await codeOf(manager.sites.delete({ id: one.id, password }))).toBe('NOT_FOUND')

  expect(await seen(manager)).toEqual({ total: 3, sites: ['二号站', '华东基地', '西北基地'].sort(), past: 3 })
  expect(await seen(base)).toMatchObject({ total: 2, past: 2 })
  expect(await seen(owner)).toMatchObject({ total: 2, past: 2 })
  for (const call of [manager, base]) {
    expect(await codeOf(call.sites.get({ id: one.id }))).toBe('NOT_FOUND')
    expect(await codeOf(call.devices.find({ siteId: one.id }))).toBe('NOT_FOUND')
    expect(await codeOf(call.devices.get({ id: devices[0]?.id ?? 0 }))).toBe('NOT_FOUND')
    expect(await codeOf(call.devices.scrap({ id: devices[0]?.id ?? 0, reason: 'x' }))).toBe('NOT_FOUND')
    expect((await call.users.find({ name: '站上的人' })).totalCount).toBe(0)
    expect((await call.accounts.find({})).data).toMatchObject([{ id: account.id, siteId: null }])
  }
  expect(await codeOf(session())).toBe('SESSION_ENDED')
  expect((await manager.accounts.unassigned({ id: 0 })).map(({ id }) => id)).toEqual([account.id])

  expect(await codeOf(base.sites.deleted())).toBe('FORBIDDEN')
  expect(await codeOf(base.sites.restore({ id: one.id }))).toBe('FORBIDDEN')
  expect(await manager.sites.deleted()).toEqual(await terminal.sites.deleted())
  expect((await terminal.sites.deleted()).data).toMatchObject([
    { id: one.id, name: '一号站', sites: 1, users: 1, devices: 2, actor: admin.name },
  ])
  expect(await terminal.sites.restore({ id: one.id })).toMatchObject({
    id: one.id,
    accounts: [account.id],
    totalDeviceCount: 2,
  })
  expect(await everything(db)).toEqual(before.rows)
  expect({ all: await seen(manager), base: await seen(base), owner: await seen(owner) }).toEqual({
    all: before.all,
    base: before.base,
    owner: before.owner,
  })
  expect(await codeOf(terminal.sites.restore({ id: one.id }))).toBe('NOT_FOUND')
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('action', 'like', 'sites.%')
    .where('result', '=', 'ok')
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { action: 'sites.delete', actor: admin.user_name },
    { action: 'sites.restore', actor: 'cli' },
  ])
})

test('Delete a base with its sites, users and clients; keep the last headquarters and one’s own base', async () => {
  const { db } = database
  const { manager, base, terminal, centre, east, west, two, admin } = await office()
  for (const word of [
    await codeOf(manager.sites.delete({ id: centre.id, password })),
    await codeOf(terminal.sites.delete({ id: centre.id })),
  ])
    expect(word).toBe('VALIDATION')
  const own = await buildUser(db, { company_id: east.id, password_hash: `hash of ${password}` })
  const inside = buildCaller(db, { viewer: await viewerOf(db, own), services: { audit: createAudit() } })
  await expect(inside.sites.delete({ id: east.id, password })).rejects.toThrow('您属于该基地')
  // A manager who only works there now returns to the home company.
  await db.updateTable('app_user').set({ company_id: two.id }).where('id', '=', admin.id).execute()
  const rows = await everything(db)
  await manager.sites.delete({ id: two.id, password })
  expect(
    (await db.selectFrom('app_user').select('company_id').where('id', '=', admin.id).executeTakeFirstOrThrow())
      .company_id,
  ).toBe(centre.id)
  expect(await manager.sites.delete({ id: east.id, password })).toMatchObject({ users: 4, devices: 4 })
  expect(await seen(manager)).toEqual({ total: 1, sites: ['西北基地'], past: 1 })
  expect([(await manager.clients.find({})).totalCount, (await manager.users.find({})).totalCount]).toEqual([0, 1])
  expect((await base.devices.find({})).totalCount).toBe(0)
  expect(await codeOf(manager.clients.save({ name: '新', companyId: east.id }))).toBe('NOT_FOUND')
  expect(await codeOf(terminal.sites.restore({ id: two.id }))).toBe('IN_USE')
  await terminal.sites.restore({ id: east.id })
  expect((await seen(manager)).total).toBe(4)
  await terminal.sites.restore({ id: two.id })
  await db.updateTable('app_user').set({ company_id: two.id }).where('id', '=', admin.id).execute()
  const {
    device_daily: _days,
    daily_leaf: _leaf,
    daily_scope: _scope,
    daily_type: _type,
    import_coverage: _coverage,
    ...after
  } = await everything(db)
  expect(rows).toMatchObject(after)
  expect((await manager.sites.find({ name: west.name })).totalCount).toBe(1)
})

test('Delete it permanently after 30 days, and nothing else', async () => {
  const { db } = database
  const { manager, owner, east, west, one, terminal } = await office()
  await manager.sites.delete({ id: one.id, password })
  // Two sites with one name could not be distinguished: the restore says which one to rename first.
  const taker = await manager.sites.save({ name: '一号站', domain: 'taker', superCompanyId: east.id })
  await expect(terminal.sites.restore({ id: one.id })).rejects.toThrow(
    '名称“一号站”已被其他数据使用，请先将其改名，再恢复',
  )
  await manager.sites.update({ id: taker.id, name: '新一号站' })
  expect(await terminal.sites.restore({ id: one.id })).toMatchObject({ name: '一号站' })
  await manager.sites.delete({ id: one.id, password })
  expect(await sweepDeletedSites(parts(), new Date(testNow.getTime() + 29 * dayMs))).toBe(0)
  expect(await sweepDeletedSites(parts(), new Date(testNow.getTime() + 31 * dayMs))).toBe(1)
  expect(await seen(manager)).toMatchObject({ total: 3, past: 3 })
  expect(await seen(owner)).toMatchObject({ total: 2, past: 2 })
  const counted = async () =>
    (await sql<{ total: number }>`select coalesce(sum(devices), 0)::int as total from device_count`.execute(db)).rows[0]
      ?.total
  expect([await counted(), (await db.selectFrom('device').select('id').execute()).length]).toEqual([3, 3])
  await manager.sites.delete({ id: east.id, password })
  expect(await sweepDeletedSites(parts(), new Date(testNow.getTime() + 31 * dayMs))).toBe(1)
  const left = await db.selectFrom('company').select('id').where('kind', '=', 'base').execute()
  expect([
    left,
    await counted(),
    (await db.selectFrom('client').select('company_id').execute()).some(({ company_id }) => company_id === east.id),
  ]).toEqual([[{ id: west.id }], 1, false])
  expect(await seen(manager)).toEqual({ total: 1, sites: ['西北基地'], past: 1 })
  const { rows: tables } = await sql<{ name: string; place: string }>`select c.relname as name, a.attname as place
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname in ('company_id', 'site_id') and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'audit_log'`.execute(
    db,
  )
  const remaining: string[] = []
  for (const { name, place } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} where ${sql.ref(place)} <> 0
      and ${sql.ref(place)} not in (select id from company)`.execute(db)
    if (rows.length > 0) remaining.push(`${name}.${place}: ${rows.length}`)
  }
  expect(remaining).toEqual([])
})

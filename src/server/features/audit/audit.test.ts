import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FilePart } from '#shared/files.ts'
import { roleLabels } from '#shared/roles.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'
import { keys, openDoor, passwordHash } from '#tests/support/sign-in.ts'

const database = useDatabase()
const textOf = async (parts: AsyncIterable<FilePart>) => {
  let text = ''
  for await (const part of parts) if ('text' in part) text += part.text
  return text
}

test('Read the audit log, filter it by person, action, result and day, and export it', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  await buildHeadquarters(database.db)
  await buildUser(database.db, { user_name: 'boss', password_hash: await passwordHash() })
  await buildUser(database.db, {
    user_name: 'east',
    nick_name: roleLabels.baseManager,
    company_id: base.id,
    password_hash: await passwordHash(),
  })
  const door = openDoor(database.db)
  await door.signIn('east')
  await expect(door.signIn('east', 'Wrong#Pass1')).rejects.toThrow()
  const boss = await door.withToken((await door.signIn('boss')).token)
  const { data, totalCount } = await boss.audit.find({})
  expect(totalCount).toBe(3)
  expect(data[0]).toMatchObject({ actor: 'boss', action: 'auth.login', result: 'ok', address: '203.0.113.7' })
  expect(await boss.audit.find({ actor: 'eas', action: 'auth' })).toMatchObject({
    totalCount: 1,
    data: [{ companyId: base.id, company: '华东基地' }],
  })
  expect(await boss.audit.find({ result: 'failed' })).toMatchObject({
    totalCount: 1,
    data: [{ actor: 'anonymous', details: { reason: 'credentials' } }],
  })
  expect((await boss.audit.find({ endDate: '2020-01-01' })).totalCount).toBe(0)
  await expect(boss.audit.find({ action: 'au' })).rejects.toThrow(/可选值：.*auth/)
  await expect(boss.audit.find({ action: 'auth.fly' })).rejects.toThrow(/可选值：.*auth\.login/)
  expect(await boss.audit.find({ action: 'sites.sweep' })).toMatchObject({ totalCount: 0 })
  await expect(boss.audit.find({ result: 'fine' as 'ok' })).rejects.toThrow('invalid_value')
  await expect(boss.audit.find({ startDate: '2026-03-02', endDate: '2026-03-01' })).rejects.toThrow('dateOrder')

  await sql`insert into audit_log (actor, action, result) values ('=1+1', 'test', 'ok')`.execute(database.db)
  const text = await textOf(await boss.audit.export({ language: 'zh' }))
  expect(text.split('\r\n')[0]).toBe('\uFEFF时间,内容,操作人,公司,来源地址,操作,对象类型,对象编号,结果,详情')
  expect(text.split('\r\n')).toHaveLength(6)
  expect(text).toContain("'=1+1")
  expect(await boss.audit.find({ action: 'audit.export' })).toMatchObject({
    data: [{ result: 'done', details: { rows: 4, format: 'csv' } }],
  })
})

const changes = [
  ['changed', sql`update audit_log set actor = 'somebody'`],
  ['deleted', sql`delete from audit_log`],
  ['emptied', sql`truncate audit_log`],
  ['emptied with others', sql`truncate audit_log, login_attempt cascade`],
] as const

test.each(changes)(
  'Never let the audit log be %s, neither by a role with all rights nor by the owner',
  async (_, change) => {
    const terminal = await openDoor(database.db).withToken(keys.terminalToken)
    await sql`insert into audit_log (actor, action, result) values ('anna', 'test', 'ok')`.execute(database.db)
    await expect(change.execute(database.db)).rejects.toThrow('never changed')
    // The role that an operator gives to the product: all rights on the tables, but no superuser.
    const asApplication = (...statements: (typeof change)[]) =>
      database.db.transaction().execute(async (trx) => {
        await sql`create role coldfleet_application`.execute(trx)
        await sql`grant all on all tables in schema public to coldfleet_application`.execute(trx)
        await sql`set local role coldfleet_application`.execute(trx)
        for (const statement of statements) await statement.execute(trx)
      })
    await expect(asApplication(change)).rejects.toThrow('never changed')
    await expect(asApplication(sql`set local session_replication_role = replica`, change)).rejects.toThrow(
      'permission denied',
    )
    await expect(asApplication(sql`alter table audit_log disable trigger all`, change)).rejects.toThrow('must be owner')
    expect((await terminal.audit.find({})).data).toMatchObject([{ actor: 'anna' }])
  },
)

test('Look for a frequent actor among the newest entries only, and say what to narrow', async () => {
  const terminal = await openDoor(database.db).withToken(keys.terminalToken)
  const write = (actor: string, count: number) =>
    sql`insert into audit_log (at, actor, action, result)
      select timestamptz '2026-01-01Z' + ((select count(*) from audit_log) + n) * interval '5 seconds', ${actor}, 'test', 'ok'
      from generate_series(1, ${count}::int) n`.execute(database.db)
  await write('frequent', 10_001)
  await write('other', 19_960)
  expect((await terminal.audit.find({ actor: 'freq', size: 20 })).data).toHaveLength(20)
  const refused = { cause: { code: 'TOO_WIDE' }, message: expect.stringMatching(/20,?000.*日期.*操作人/) }
  await expect(terminal.audit.find({ actor: 'freq', size: 50 })).rejects.toMatchObject(refused)
  const narrowed = await terminal.audit.find({ actor: 'freq', size: 50, endDate: '2026-01-01' })
  expect(narrowed).toMatchObject({ totalCount: 10_000, totalCapped: true })
  expect(narrowed.data).toHaveLength(50)
}, 60_000)

test('Export every entry of a long log in the order of the list, and refuse what the list refuses', async () => {
  const terminal = await openDoor(database.db).withToken(keys.terminalToken)
  // The newest come first into the table, and more than are looked through have one time.
  await sql`insert into audit_log (at, actor, action, result, target_id)
    select timestamptz '2026-03-01Z' - (least(n, 12000) + greatest(n - 24500, 0)) * interval '1 minute',
      case when n > 24500 then 'rare' else 'user' end,
      case when n % 2 = 0 or n > 12000 then 'orders.save' else 'auth.login' end, 'ok', n::text
      from generate_series(1, 25000) n`.execute(database.db)
  const list = async (where: ReturnType<typeof sql<boolean>>) => {
    const { rows } = await sql<{ target_id: string }>`select target_id from audit_log
      where target_id is not null and ${where} order by at desc, id desc`.execute(database.db)
    return rows.map((row) => row.target_id)
  }
  const exported = async (filters: object) => {
    const text = await textOf(await terminal.audit.export({ ...filters, columns: ['targetId'] }))
    return text.split('\r\n').slice(1, -1)
  }
  const last = { endDate: '2026-03-01' } as const
  expect(await exported(last)).toEqual(await list(sql<boolean>`true`))
  const saved = sql<boolean>`action = 'orders.save'`
  expect(await exported({ ...last, action: 'orders' })).toEqual(await list(saved))
  expect(await exported({ ...last, action: 'orders', actor: 'user' })).toEqual(
    await list(sql<boolean>`${saved} and actor = 'user'`),
  )
  expect(await exported({ actor: 'rare' })).toEqual(await list(sql<boolean>`actor = 'rare'`))
  for (const filters of [{ actor: 'zz' }, { actor: 'ra', action: 'orders.save' }])
    await expect(exported(filters)).rejects.toMatchObject({ cause: { code: 'TOO_WIDE' } })
}, 60_000)

test('Page every combination of filters in the order of the log', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  const site = await buildSite(database.db, { tenant: base })
  const terminal = await openDoor(database.db).withToken(keys.terminalToken)
  // Several entries at each time, and actions that end and begin in the middle.
  await sql`insert into audit_log (at, actor, company_id, action, result)
    select timestamptz '2026-01-01Z' + n / 3 * interval '1 hour', (array['anna', 'hanne', 'li'])[1 + n % 3],
      (array[${base.id}, ${site.id}, null]::int[])[1 + n / 2 % 3],
      case when n < 150 then (array['auth.login', 'orders.save'])[1 + n % 2] else (array['auth.logout', 'auth.login', 'auth.login'])[1 + n % 3] end,
      (array['ok', 'failed', 'read', 'ok'])[1 + n % 4] from generate_series(1, 300) n`.execute(database.db)
  const { rows: entries } = await sql<{
    id: string
    day: string
    actor: string
    company_id: number | null
    action: string
    result: string
  }>`select id, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, actor, company_id, action, result
    from audit_log where actor_user_id is null and at < '2026-02-01' order by at desc, id desc`.execute(database.db)
  const [actors, actions] = [
    [undefined, 'an', 'ann'],
    [undefined, 'auth', 'auth.login', 'orders.save'],
  ]
  const [results, starts] = [[undefined, 'ok', 'failed', 'stopped'] as const, [undefined, '2026-01-02'] as const]
  const combined = actors.flatMap((actor) =>
    actions.flatMap((action) =>
      results.flatMap((result) =>
        starts.flatMap((startDate) =>
          [undefined, base.id].map((companyId) => ({ actor, action, result, startDate, companyId })),
        ),
      ),
    ),
  )
  for (const filters of combined) {
    const { actor, action, result, startDate, companyId } = filters
    const wanted = entries.filter(
      (one) =>
        one.actor.includes(actor ?? '') &&
        (action === undefined || one.action === action || one.action.startsWith(`${action}.`)) &&
        one.result === (result ?? one.result) &&
        (companyId === undefined || one.company_id === base.id || one.company_id === site.id) &&
        one.day >= (startDate ?? '') &&
        one.day <= '2026-01-03',
    )
    const { data, totalCount } = await terminal.audit.find({ ...filters, endDate: '2026-01-03', page: 2, size: 7 })
    const shown = { filters, totalCount, ids: data.map(({ id }) => id) }
    expect(shown).toEqual({ filters, totalCount: wanted.length, ids: wanted.slice(7, 14).map(({ id }) => id) })
  }
})

test('Look through a bounded number of entries for two filters, and say what to narrow', async () => {
  const terminal = await openDoor(database.db).withToken(keys.terminalToken)
  const write = (actor: string, count: number) =>
    sql`insert into audit_log (at, actor, action, result)
      select timestamptz '2026-01-01Z' + ((select count(*) from audit_log) + n) * interval '5 seconds', ${actor},
        (array['orders.save', 'auth.login'])[1 + n % 2], 'ok' from generate_series(1, ${count}::int) n`.execute(
      database.db,
    )
  await write('seldom', 7_000)
  await write('user', 24_100)
  const ofAction = { action: 'orders.save', size: 20 } as const
  const refused = { cause: { code: 'TOO_WIDE' }, message: expect.stringMatching(/7,?500.*日期.*操作人/) }
  await expect(terminal.audit.find({ ...ofAction, actor: 'seldom' })).rejects.toMatchObject(refused)
  const narrowed = await terminal.audit.find({ ...ofAction, actor: 'seldom', endDate: '2026-01-01' })
  expect(narrowed).toMatchObject({ totalCount: 3_500, data: { length: 20 } })
  // Two letters are in no index: they are looked for among the newest entries.
  expect(await terminal.audit.find({ actor: 'us', size: 20 })).toMatchObject({ totalCount: 10_000, totalCapped: true })
  const tooShort = { cause: { code: 'TOO_WIDE' }, message: expect.stringMatching(/12,?000.*3.*日期/) }
  await expect(terminal.audit.find({ ...ofAction, actor: 'ld' })).rejects.toMatchObject(tooShort)
  expect(await terminal.audit.find({ ...ofAction, actor: 'us' })).toMatchObject({ data: { length: 20 } })
}, 60_000)

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyScope } from '#server/db/scope.ts'
import { AuditRequest } from '#shared/audit.ts'
import type { FilePart } from '#shared/files.ts'
import { roleLabels } from '#shared/roles.ts'
import { buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildCompany, buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { keys, openDoor, passwordHash } from '#tests/support/sign-in.ts'
import { findAudit } from './find.ts'

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

test.each([
  [{ actor: 'RARELY' }, 'audit_log_actor_search'],
  [{ action: 'sites.sweep' }, 'audit_log_action'],
  [{ result: 'stopped' }, 'audit_log_result'],
] as const)('Find rare entries of a long log by an index: %j', async (filters, index) => {
  await buildHeadquarters(database.db)
  const viewer = await buildViewer(database.db, { user_name: 'boss' })
  await sql`insert into audit_log (at, actor, action, result)
    select now() - n * interval '1 minute', 'user' || n % 500, 'devices.find', 'ok' from generate_series(1, 20000) n`.execute(
    database.db,
  )
  await sql`insert into audit_log (at, actor, action, result)
    select now() - interval '1 year', 'rarely-here', 'sites.sweep', 'stopped' from generate_series(1, 3)`.execute(
    database.db,
  )
  await database.vacuum(['audit_log'])
  const request = AuditRequest.parse(filters)
  const plans = await explain(database, async (db) => {
    expect(
      (await findAudit({ ...buildContext(db), viewer, reach: 'all', scope: emptyScope }, request)).totalCount,
    ).toBe(3)
  })
  const reads = plans.filter(({ text }) => text.includes('audit_log'))
  // Also one for the actions of the log that the filter names.
  expect(reads).toHaveLength('action' in filters ? 3 : 2)
  for (const { nodes, buffers } of reads) {
    expect(nodes.some((node) => node.endsWith(` ${index}`))).toBe(true)
    expect(buffers).toBeLessThan(60)
  }
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
  await write('other', 29_960)
  expect((await terminal.audit.find({ actor: 'freq', size: 20 })).data).toHaveLength(20)
  const refused = { cause: { code: 'TOO_WIDE' }, message: expect.stringMatching(/10,?000.*30,?000.*操作人.*日期/) }
  await expect(terminal.audit.find({ actor: 'freq', size: 50 })).rejects.toMatchObject(refused)
  const narrowed = await terminal.audit.find({ actor: 'freq', size: 50, endDate: '2026-01-01' })
  expect(narrowed).toMatchObject({ totalCount: 10_000, totalCapped: true })
  expect(narrowed.data).toHaveLength(50)
}, 60_000)

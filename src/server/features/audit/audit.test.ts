import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FilePart } from '#shared/files.ts'
import { roleLabels } from '#shared/permissions.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { keys, openDoor, passwordHash } from '#tests/support/sign-in.ts'

const database = useDatabase()
const textOf = async (parts: AsyncIterable<FilePart>) => {
  let text = ''
  for await (const part of parts) if ('text' in part) text += part.text
  return text
}

test('the management reads who did what, narrows it by person, action, result and day, and takes it away as a file', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  await buildHeadquarters(database.db)
  await buildUser(database.db, { user_name: 'boss', password_hash: await passwordHash() })
  await buildUser(database.db, { user_name: 'east', nick_name: roleLabels.baseManager, company_id: base.id, password_hash: await passwordHash() })
  const door = openDoor(database.db)
  await door.signIn('east')
  await expect(door.signIn('east', 'Wrong#Pass1')).rejects.toThrow()
  const boss = await door.withToken((await door.signIn('boss')).token)
  const { data, totalCount } = await boss.audit.find({})
  expect(totalCount).toBe(3)
  expect(data[0]).toMatchObject({ actor: 'boss', action: 'auth.login', result: 'ok', address: '203.0.113.7' })
  expect(await boss.audit.find({ actor: 'eas', action: 'auth' })).toMatchObject({ totalCount: 1, data: [{ companyId: base.id, company: '华东基地' }] })
  expect(await boss.audit.find({ result: 'failed' })).toMatchObject({ totalCount: 1, data: [{ actor: 'anonymous', details: { reason: 'credentials' } }] })
  expect((await boss.audit.find({ endDate: '2020-01-01' })).totalCount).toBe(0)
  expect((await boss.audit.find({ action: 'au' })).totalCount).toBe(0)

  await sql`insert into audit_log (actor, action, result) values ('=1+1', 'test', 'ok')`.execute(database.db)
  const text = await textOf(await boss.audit.export({ language: 'zh' }))
  expect(text.split('\r\n')[0]).toBe('\uFEFF时间,操作人,公司,来源地址,操作,对象类型,对象编号,结果,详情')
  expect(text.split('\r\n')).toHaveLength(6)
  expect(text).toContain("'=1+1")
  expect(await boss.audit.find({ action: 'audit.export' })).toMatchObject({ data: [{ result: 'done', details: { rows: 4, format: 'csv' } }] })
})

test('what was written stays as it was: neither a change nor a deletion is possible', async () => {
  const terminal = await openDoor(database.db).withToken(keys.terminalToken)
  await sql`insert into audit_log (actor, action, result) values ('anna', 'test', 'ok')`.execute(database.db)
  await expect(sql`update audit_log set actor = 'somebody'`.execute(database.db)).rejects.toThrow('never changed')
  await expect(sql`delete from audit_log`.execute(database.db)).rejects.toThrow('never changed')
  expect((await terminal.audit.find({})).data).toMatchObject([{ actor: 'anna' }])
})

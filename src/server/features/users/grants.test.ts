import { expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildDevice, buildHeadquarters } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import { annaWith, confirmed, useUserOffice } from '#tests/support/user-office.ts'

const database = useDatabase()
const { office, person, stored, callerOf, enter } = useUserOffice(database)

test('Let a base manager grant only inspector and registrar, and change no higher user', async () => {
  const manager = await callerOf('east')
  for (const nickName of [roleLabels.manager, roleLabels.baseManager, roleLabels.client])
    await expect(manager.users.save(annaWith({ nickName }))).rejects.toEqual(refusal('FORBIDDEN'))
  const peer = await person('peer', roleLabels.baseManager, office.east)
  const visitor = await person('chief', roleLabels.manager, office.east)
  for (const { id } of [peer, visitor]) {
    await expect(manager.users.resetPassword({ id, password: wrapped('BrandNew#1') })).rejects.toEqual(
      refusal('FORBIDDEN'),
    )
    await expect(manager.users.delete({ id })).rejects.toEqual(refusal('FORBIDDEN'))
    await expect(manager.users.update({ id, rowVersion: 1, name: '改' })).rejects.toEqual(refusal('FORBIDDEN'))
  }
  const boss = await callerOf('boss')
  expect(
    await boss.users.update({ id: peer.id, rowVersion: 1, nickName: roleLabels.manager, ...confirmed() }),
  ).toMatchObject({ id: peer.id, rowVersion: 2 })
  const granted = await database.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'users.update')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(granted.details).toEqual({ changed: ['nick_name'], nick_name: { from: '基地负责人', to: '管理层' } })
})

test("Require a client's or sub-account's user to belong to one of its base", async () => {
  const boss = await callerOf('boss')
  const client = await buildClient(database.db, { company_id: office.east.id })
  const account = await buildAccount(database.db, { client_id: client.id })
  const foreign = await buildClient(database.db, { company_id: office.west.id })
  const ofClient = annaWith({ companyId: office.east.id, nickName: roleLabels.client })
  await expect(boss.users.save({ ...ofClient, clientId: foreign.id })).rejects.toEqual(refusal('NOT_FOUND'))
  await boss.users.save({ ...ofClient, clientId: client.id })
  await boss.users.save(
    annaWith({ companyId: office.east.id, phone: '13800000002', nickName: roleLabels.account, accountId: account.id }),
  )
  expect((await boss.users.find({ companyId: office.east.id, nickName: roleLabels.client })).data).toMatchObject([
    { client: client.name },
  ])
  expect(
    (await (await office.door.withToken(await enter('13800000001'))).clients.find({})).data.map(({ id }) => id),
  ).toEqual([client.id])
})

test('Let no user delete, disable or promote themselves, and keep the last manager', async () => {
  const boss = await callerOf('boss')
  const own = await database.db
    .selectFrom('app_user')
    .select('id')
    .where('user_name', '=', 'boss')
    .executeTakeFirstOrThrow()
  await expect(boss.users.delete(own)).rejects.toEqual(refusal('VALIDATION'))
  await expect(boss.users.setDisabled({ ...own, disabled: true })).rejects.toEqual(refusal('VALIDATION'))
  await expect(boss.users.update({ ...own, rowVersion: 1, nickName: roleLabels.inspector })).rejects.toEqual(
    refusal('VALIDATION', 'nickName'),
  )
  await expect(boss.users.update({ ...own, rowVersion: 1, password: wrapped('BrandNew#1') })).rejects.toEqual(
    refusal('VALIDATION', 'password'),
  )
  const second = await person('second', roleLabels.manager, await buildHeadquarters(database.db))
  const other = await callerOf('second')
  const both = await Promise.allSettled([boss.users.delete({ id: second.id }), other.users.delete(own)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('Show inspectors id and name of colleagues by role who can sign in, nothing more', async () => {
  const inspector = await person('anna', roleLabels.inspector, office.east)
  await person('gone', roleLabels.inspector, office.east, { disabled: true })
  await person('far', roleLabels.inspector, office.west)
  const caller = await callerOf('anna')
  expect(await caller.users.byNickName({ name: roleLabels.inspector })).toEqual([{ id: inspector.id, name: 'anna' }])
  expect((await caller.users.operatorsAndManagers({ id: office.east.id })).map(({ name }) => name)).toEqual([
    'anna',
    'east',
  ])
  await expect(caller.users.operatorsAndManagers({ id: office.west.id })).rejects.toEqual(refusal('NOT_FOUND'))
})

test("Require the granting user's own password for a role, and for nothing else", async () => {
  const boss = await callerOf('boss')
  const { id } = await person('newcomer', null, office.east, { phone: '13800000005' })
  const give = (more: object) => boss.users.update({ id, rowVersion: 1, nickName: roleLabels.baseManager, ...more })
  const wrong = { ownPassword: wrapped('Wrong#Pass99') }
  await expect(give({})).rejects.toThrow('请输入您的登录密码')
  const said = new Set<string>()
  for (const ownPassword of [wrapped('Wrong#Pass99'), testPassword, 'x', ['a'], { $ne: null }, 'a'.repeat(5_000)]) {
    const refused = await give({ ownPassword }).catch((error: unknown) => error)
    expect(refused).toEqual(refusal('VALIDATION', 'ownPassword'))
    said.add(refused instanceof Error ? refused.message : '')
    await database.db.deleteFrom('login_attempt').execute()
  }
  expect([...said]).toEqual(['密码错误'])
  expect(await stored(id)).toMatchObject({ nick_name: null, row_version: 1 })
  // Other errors come first; removing or keeping a role requires no password.
  await expect(give({ ...wrong, name: '\u200b' })).rejects.toEqual(refusal('VALIDATION', 'name'))
  await expect(boss.users.update({ id: 2_000_000, rowVersion: 1, nickName: roleLabels.manager })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  expect(await give(confirmed())).toMatchObject({ id, rowVersion: 2 })
  expect(
    await boss.users.update({
      id,
      rowVersion: 2,
      name: '新名',
      nickName: roleLabels.baseManager,
      phone: '13800000005',
    }),
  ).toMatchObject({
    id,
    rowVersion: 3,
  })
  // A new phone or password of a user with a role gives that role to its holder; another base is another permission.
  const password = wrapped('BrandNew#1')
  for (const change of [{ phone: '13800000006' }, { companyId: office.west.id }, { password }])
    await expect(boss.users.update({ id, rowVersion: 3, ...change }), JSON.stringify(change)).rejects.toEqual(
      refusal('VALIDATION', 'ownPassword'),
    )
  await expect(boss.users.resetPassword({ id, password, ...wrong })).rejects.toEqual(
    refusal('VALIDATION', 'ownPassword'),
  )
  await expect(boss.users.setPassword({ userName: 'newcomer', password })).rejects.toEqual(
    refusal('VALIDATION', 'ownPassword'),
  )
  await expect(boss.users.save(annaWith({ companyId: office.east.id, ...wrong }))).rejects.toEqual(
    refusal('VALIDATION', 'ownPassword'),
  )
  const rows = [{ line: 2, userName: 'newcomer', nickName: roleLabels.manager }]
  expect(await boss.users.seed({ rows, dryRun: true })).toMatchObject({ roles: 1, updated: 1 })
  for (const sent of [{}, wrong])
    await expect(boss.users.seed({ rows, ...sent })).rejects.toEqual(refusal('VALIDATION', 'ownPassword'))
  expect(await stored(id)).toMatchObject({
    nick_name: roleLabels.baseManager,
    row_version: 3,
    company_id: office.east.id,
  })
  expect(await boss.users.seed({ rows, ...confirmed() })).toMatchObject({ applied: true })
  expect(await boss.users.update({ id, rowVersion: 4, nickName: null })).toMatchObject({ id, rowVersion: 5 })
  const failed = await database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('result', '=', 'failed')
    .orderBy('id')
    .execute()
  expect(new Set(failed.map(({ action }) => action))).toEqual(
    new Set(['users.update', 'users.resetPassword', 'users.save', 'users.seed']),
  )
})

test('Apply one of fifty concurrent grants or scraps, refuse the others, and audit one row', async () => {
  const boss = await callerOf('boss')
  const { id } = await person('newcomer', null, office.east, { phone: '13800000005' })
  const device = await buildDevice(database.db, { company_id: office.east.id })
  const fifty = Array.from({ length: 50 }, (_, index) => index)
  const given = [roleLabels.inspector, roleLabels.registrar, roleLabels.baseManager]
  const grants = await Promise.allSettled(
    fifty.map((index) => boss.users.update({ id, rowVersion: 1, nickName: given[index % 3] ?? null, ...confirmed() })),
  )
  const lost = grants.flatMap((one) =>
    one.status === 'rejected' ? [String((one.reason as { cause?: { code?: string } }).cause?.code)] : [],
  )
  // Attempts of one user beyond the queue's limit are refused as BUSY.
  expect(lost).toHaveLength(49)
  expect(['EDITED_BY_OTHERS', 'BUSY']).toEqual(expect.arrayContaining([...new Set(lost)]))
  const scraps = await Promise.allSettled(fifty.map(() => boss.devices.scrap({ id: device.id, reason: '报废' })))
  expect(scraps.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  const made = await database.db
    .selectFrom('audit_log')
    .select(['action', 'target_id'])
    .where('result', '=', 'ok')
    .where('action', 'in', ['users.update', 'devices.scrap'])
    .execute()
  expect(made.map(({ action }) => action).sort()).toEqual(['devices.scrap', 'users.update'])
  expect(await stored(id)).toMatchObject({
    row_version: 2,
    nick_name: expect.stringMatching(/检验员|登记人员|基地负责人/),
  })
})

test('Refuse the remaining grants of a user who loses the role during fifty of them', async () => {
  const boss = await callerOf('boss')
  const second = await person('second', roleLabels.manager, await buildHeadquarters(database.db))
  const stale = await callerOf('second')
  const people = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      person(`p${index}`, null, office.east, { phone: `139000000${10 + index}` }),
    ),
  )
  const grant = ({ id }: { id: number }) =>
    stale.users.update({ id, rowVersion: 1, nickName: roleLabels.manager, ...confirmed() })
  const first = Promise.allSettled(people.slice(0, 8).map(grant))
  await boss.users.update({ id: second.id, rowVersion: 1, nickName: null })
  await first
  const managers = await database.db
    .selectFrom('app_user')
    .select('id')
    .where('nick_name', '=', roleLabels.manager)
    .execute()
  const after = await callerOf('second')
  for (const { id } of people.slice(8))
    await expect(
      after.users.update({ id, rowVersion: 1, nickName: roleLabels.manager, ...confirmed() }),
    ).rejects.toEqual(refusal('FORBIDDEN'))
  expect(
    await database.db.selectFrom('app_user').select('id').where('nick_name', '=', roleLabels.manager).execute(),
  ).toEqual(managers)
})

test('Audit each refusal with caller and target', async () => {
  const manager = await callerOf('east')
  await expect(manager.sites.delete({ id: office.west.id })).rejects.toEqual(refusal('FORBIDDEN'))
  const log = await database.db
    .selectFrom('audit_log')
    .select(['action', 'target_kind', 'target_id'])
    .where('result', '=', 'denied')
    .orderBy('id')
    .execute()
  expect(log).toEqual([{ action: 'sites.delete', target_kind: 'company', target_id: String(office.west.id) }])
})

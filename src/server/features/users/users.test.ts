import { expect, test } from 'vitest'
import { demoBases } from '#server/demo/places-data.ts'
import { roleLabels } from '#shared/roles.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildCompany, buildUser } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { keys, openDoor, passwordHash, passwords, testPassword, wrapped } from '#tests/support/sign-in.ts'

const database = useDatabase()

test('End sessions, unlock the account and require a change after a new password from the terminal', async () => {
  const user = await buildUser(database.db, {
    user_name: 'Anna',
    password_hash: await passwordHash(),
    last_password_reset_date: new Date(),
  })
  const door = openDoor(database.db)
  const { token, lastPasswordResetDate } = await door.signIn('anna')
  expect(lastPasswordResetDate).not.toBeNull()
  for (let count = 0; count < 5; count++)
    await expect(door.signIn('anna', 'ColdFleet#27')).rejects.toEqual(refusal('LOGIN_FAILED'))
  await expect(door.signIn('anna')).rejects.toEqual(refusal('LOGIN_FAILED'))
  const terminal = await door.withToken(keys.terminalToken)
  await expect(terminal.users.setPassword({ userName: 'anna', password: wrapped('simple') })).rejects.toEqual(
    refusal('PASSWORD_RULE'),
  )
  await expect(terminal.users.setPassword({ userName: 'anna', password: 'BrandNew#1' })).rejects.toEqual(
    refusal('PASSWORD_RULE'),
  )
  await expect(terminal.users.setPassword({ userName: 'nobody', password: wrapped('BrandNew#1') })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  expect(await terminal.users.setPassword({ userName: 'anna', password: wrapped('BrandNew#1') })).toEqual({
    userName: 'Anna',
  })
  await expect((await door.withToken(token)).auth.info()).rejects.toEqual(refusal('SESSION_ENDED'))
  await expect(door.signIn('anna')).rejects.toEqual(refusal('LOGIN_FAILED'))
  expect(await door.signIn('anna', 'BrandNew#1')).toMatchObject({ id: user.id, lastPasswordResetDate: null })
})

test('Show a profile to its user, the manager of its base and managers; hide it from others', async () => {
  const [east, west] = [await buildCompany(database.db, { name: '华东基地' }), await buildCompany(database.db)]
  const password_hash = await passwordHash()
  const anna = await buildUser(database.db, {
    user_name: 'anna',
    name: '安娜',
    phone: '13800000001',
    nick_name: roleLabels.inspector,
    company_id: east.id,
    password_hash,
  })
  await buildUser(database.db, {
    user_name: 'east',
    nick_name: roleLabels.baseManager,
    company_id: east.id,
    password_hash,
  })
  const manager = await buildUser(database.db, {
    user_name: 'west',
    nick_name: roleLabels.baseManager,
    company_id: west.id,
    password_hash,
  })
  const boss = await buildUser(database.db, {
    user_name: 'boss',
    company_id: east.id,
    home_company_id: (await buildUser(database.db)).company_id,
    password_hash,
  })
  const door = openDoor(database.db)
  const callers = Object.fromEntries(
    await Promise.all(
      ['anna', 'east', 'west', 'boss'].map(
        async (name) => [name, await door.withToken((await door.signIn(name)).token)] as const,
      ),
    ),
  )
  for (const name of ['anna', 'east', 'boss']) {
    expect(await callers[name]?.users.profile({ id: anna.id })).toEqual({
      id: anna.id,
      userName: 'anna',
      phone: '13800000001',
      name: '安娜',
      nickName: '检验员',
      companyId: east.id,
      companyName: '华东基地',
      avatar: null,
      avatarId: null,
      createTimeStr: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    })
  }
  for (const [name, id] of [
    ['west', anna.id],
    ['anna', boss.id],
    ['east', boss.id],
    ['boss', 2_000_000],
  ] as const) {
    await expect(callers[name]?.users.profile({ id })).rejects.toEqual(refusal('NOT_FOUND'))
  }
  const read = await database.db
    .selectFrom('audit_log')
    .select('actor')
    .where('action', '=', 'users.profile')
    .where('target_id', '=', String(anna.id))
    .execute()
  expect(read.map(({ actor }) => actor).sort()).toEqual(['boss', 'east'])
  // The users of a deleted base are deleted with it, as in the list.
  await database.db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', west.id).execute()
  await expect(callers.boss?.users.profile({ id: manager.id })).rejects.toEqual(refusal('NOT_FOUND'))
})

test("Add the demonstration accounts once, where the demonstration's companies exist", async () => {
  const door = openDoor(database.db)
  const terminal = await door.withToken(keys.terminalToken)
  await expect(terminal.users.seed({ demo: true })).rejects.toEqual(refusal('VALIDATION'))
  for (const { name } of demoBases) await buildCompany(database.db, { name })
  expect(await terminal.users.seed({ demo: true })).toMatchObject({
    read: 8,
    created: 6,
    unchanged: 0,
    refused: 2,
    applied: true,
  })
  const base = await database.db
    .selectFrom('company')
    .select('id')
    .where('name', '=', '华东基地')
    .executeTakeFirstOrThrow()
  const client = await buildClient(database.db, { company_id: base.id, name: '晨曦数据' })
  await buildAccount(database.db, { client_id: client.id, name: 'chenxi-01' })
  expect(await terminal.users.seed({ demo: true })).toMatchObject({ created: 2, unchanged: 6, refused: 0 })
  expect((await door.signIn('account')).nickName).toBe('子账号')
  expect(await door.signIn('base2')).toMatchObject({ nickName: '基地负责人', companyName: '西北基地' })
  expect((await door.signIn('visitor')).routes.map(({ path }) => path)).toEqual([
    '/today',
    '/profile/index',
    '/materialType',
    '/agent',
  ])
})

test('Refuse a users file when a user of it, or the last other manager, was changed while it was applied', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  const [first, second] = [
    await buildUser(database.db, { user_name: 'first' }),
    await buildUser(database.db, { user_name: 'second' }),
  ]
  const clerk = await buildUser(database.db, {
    ...{ user_name: 'clerk', nick_name: null, home_company_id: base.id },
    pending: true,
  })
  const newcomer = { userName: 'newcomer', name: '新人', company: base.name, password: wrapped(testPassword) }
  let meanwhile: () => Promise<unknown> = async () => undefined
  // New passwords are hashed after the file was checked, before it is written.
  const hash = async (password: string) => {
    await meanwhile()
    return passwords.hash(password)
  }
  const door = openDoor(database.db, { passwords: { ...passwords, hash } })
  const terminal = await door.withToken(keys.terminalToken)
  const apply = (row: object) =>
    terminal.users.seed({
      rows: [
        { line: 2, ...newcomer },
        { line: 3, ...row },
      ],
    })
  const read = (id: number) =>
    database.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  meanwhile = () => terminal.users.update({ id: clerk.id, rowVersion: 1, name: '改名' })
  await expect(apply({ userName: 'clerk', remarks: '夜班' })).rejects.toThrow('已被他人修改')
  expect(await read(clerk.id)).toMatchObject({ name: '改名', remarks: null })

  meanwhile = () => terminal.users.setDisabled({ id: second.id, disabled: true })
  await expect(apply({ userName: 'first', nickName: '检验员' })).rejects.toThrow('已被他人修改')
  expect(await read(first.id)).toMatchObject({ nick_name: '管理层' })

  meanwhile = async () => undefined
  expect((await apply({ userName: 'first', nickName: '检验员' })).errors).toMatchObject([{ userName: 'first' }])
  expect(await apply({ userName: 'clerk', nickName: '检验员' })).toMatchObject({
    applied: true,
    created: 1,
    updated: 1,
  })
  // As in the form, a role confirms a user who has registered.
  expect(await read(clerk.id)).toMatchObject({ nick_name: '检验员', pending: false })
})

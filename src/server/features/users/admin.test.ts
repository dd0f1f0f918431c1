import { expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { useDatabase } from '#tests/support/database.ts'
import { refusal } from '#tests/support/refusal.ts'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import { annaWith, confirmed, useUserOffice } from '#tests/support/user-office.ts'

const database = useDatabase()
const { office, person, stored, callerOf, enter } = useUserOffice(database)

test('Let a base manager add an inspector, who signs in by phone and must change the first password', async () => {
  const manager = await callerOf('east')
  const { id } = await manager.users.save(
    annaWith({ birthday: '1990-02-28', idNo: '330102199002281234', passwordAgain: wrapped(testPassword) }),
  )
  expect(await office.door.signIn('13800000001')).toMatchObject({
    id,
    nickName: '检验员',
    companyId: office.east.id,
    lastPasswordResetDate: null,
  })
  const { data, totalCount } = await manager.users.find({ name: '安' })
  expect(totalCount).toBe(1)
  expect(data[0]).toMatchObject({
    id,
    userName: '13800000001',
    birthday: '1990-02-28',
    idNo: '330*************34',
    sessions: 1,
    firstPassword: true,
  })
  const log = await auditEntries(database.db, 'users.save')
  expect(log).toMatchObject([
    { actor: 'east', target_id: String(id), details: { role: '检验员', companyId: office.east.id } },
  ])
  expect(JSON.stringify(log)).not.toMatch(/13800000001|3301021990|ColdFleet#26/)
})

test('List only the own base, by name, day and page, and treat another base as missing', async () => {
  await person('old', null, office.east, { create_time: new Date('2026-01-05T10:00:00+08:00') })
  const manager = await callerOf('east')
  expect((await manager.users.find({})).data.map(({ userName }) => userName).sort()).toEqual(['east', 'old'])
  expect((await manager.users.find({ createTimeQuery: ['2026-01-05', '2026-01-05'] })).data).toMatchObject([
    { userName: 'old', createTimeStr: '2026-01-05 10:00:00' },
  ])
  expect(await manager.users.find({ page: 2, size: 1 })).toMatchObject({ data: [expect.anything()], totalCount: 2 })
  expect((await manager.users.find({ name: '%' })).totalCount).toBe(0)
  await expect(manager.users.find({ companyId: office.west.id })).rejects.toEqual(refusal('NOT_FOUND'))
  const boss = await callerOf('boss')
  expect((await boss.users.find({})).totalCount).toBe(4)
  expect((await boss.users.find({ companyId: office.west.id })).data.map(({ userName }) => userName)).toEqual(['west'])
})

test('Treat users of another base as missing in every call, and leave them unchanged', async () => {
  const manager = await callerOf('east')
  const foreign = await person('foreign', roleLabels.inspector, office.west)
  const before = await stored(foreign.id)
  for (const id of [foreign.id, 2_000_000]) {
    await expect(manager.users.update({ id, rowVersion: 1, name: '改' })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(manager.users.save({ id, rowVersion: 1, name: '改' })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(manager.users.delete({ id })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(manager.users.setDisabled({ id, disabled: true })).rejects.toEqual(refusal('NOT_FOUND'))
    await expect(manager.users.resetPassword({ id, password: wrapped('BrandNew#1') })).rejects.toEqual(
      refusal('NOT_FOUND'),
    )
    await expect(manager.users.endSessions({ id })).rejects.toEqual(refusal('NOT_FOUND'))
  }
  await expect(manager.users.save(annaWith({ companyId: office.west.id }))).rejects.toEqual(refusal('NOT_FOUND'))
  expect(await stored(foreign.id)).toEqual(before)
})

test('Never store a field that an administrator may not set', async () => {
  const boss = await callerOf('boss')
  const forbidden = {
    passwordHash: 'x',
    password_hash: 'x',
    rowVersion: 77,
    createTime: '2000-01-01',
    create_time: '2000-01-01',
    disabled: true,
    deletedAt: '2000-01-01',
    tenantId: office.west.id,
    homeCompanyId: office.west.id,
    home_company_id: office.west.id,
    role: 'manager',
    nick_name: roleLabels.manager,
    lastPasswordResetDate: '2000-01-01',
    avatarId: 9,
    permissions: ['user'],
    __proto__: { polluted: true },
  }
  const { id } = await boss.users.save({ ...annaWith({ companyId: office.east.id }), ...forbidden })
  expect(await stored(id)).toMatchObject({
    nick_name: '检验员',
    home_company_id: office.east.id,
    company_id: office.east.id,
    disabled: false,
    row_version: 1,
    avatar_id: null,
    last_password_reset_date: null,
  })
  expect((await stored(id)).create_time.getFullYear()).not.toBe(2000)
})

test('Name the field of a broken rule: phone, names, password, role of a client', async () => {
  const boss = await callerOf('boss')
  await boss.users.save(annaWith({ companyId: office.east.id, userName: 'anna' }))
  const second = { companyId: office.east.id, phone: '13800000002', userName: 'second' }
  for (const [more, field] of [
    [{ phone: '13800000001' }, 'phone'],
    [{ userName: 'ANNA' }, 'userName'],
    [{ userName: '13800000001' }, 'userName'],
    [{ phone: '' }, 'phone'],
    [{ name: '' }, 'name'],
    [{ nickName: roleLabels.client }, 'clientId'],
    [{ nickName: roleLabels.account }, 'accountId'],
    [{ passwordAgain: wrapped('BrandNew#1') }, 'passwordAgain'],
  ] as const)
    await expect(boss.users.save(annaWith({ ...second, ...more })), JSON.stringify(more)).rejects.toEqual(
      refusal('VALIDATION', field),
    )
  // A missing or unencrypted password breaks the same rule: no answer reveals how far a ciphertext was read.
  const said = new Set<string>()
  for (const password of [
    wrapped('simple'),
    wrapped('x'),
    'plain',
    '',
    undefined,
    null,
    7,
    ['a'],
    { $ne: null },
    'a'.repeat(5_000),
  ]) {
    const refused = await boss.users
      .save(annaWith({ ...second, password, passwordAgain: undefined }) as never)
      .catch((error: unknown) => error)
    expect(refused).toEqual(refusal('PASSWORD_RULE', 'password'))
    said.add(refused instanceof Error ? refused.message : '')
  }
  expect(said.size).toBe(1)
  for (const more of [
    { phone: '123' },
    { userName: 'аnna х' },
    { userName: 'a\u0000b' },
    { name: 'x'.repeat(10_000) },
    { name: ['a'] },
    { birthday: '1990-02-30' },
  ])
    await expect(
      boss.users.save(annaWith({ ...second, ...more }) as never),
      JSON.stringify(more).slice(0, 60),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('Refuse the second of two concurrent edits of a user', async () => {
  const manager = await callerOf('east')
  const { id } = await manager.users.save(annaWith())
  expect(await manager.users.update({ id, rowVersion: 1, phone: '13800000009', ...confirmed() })).toMatchObject({
    id,
    rowVersion: 2,
  })
  expect(await stored(id)).toMatchObject({ user_name: '13800000009', name: '安娜', nick_name: '检验员' })
  await expect(manager.users.update({ id, rowVersion: 1, name: '另一个' })).rejects.toEqual(refusal('EDITED_BY_OTHERS'))
  await expect(manager.users.update({ id, name: '另一个' })).rejects.toEqual(refusal('VALIDATION', 'rowVersion'))
})

test('Sign out and hide a deleted user, keep the projects, and free the phone', async () => {
  const manager = await callerOf('east')
  const { id } = await manager.users.save(annaWith())
  const token = await enter('13800000001')
  const project = await (await office.door.withToken(token)).projects.save({ name: '留下的库' })
  expect(await manager.users.delete({ id })).toEqual({ id })
  await expect((await office.door.withToken(token)).auth.info())
    .rejects.toEqual(refusal('TOKEN_UNKNOWN'))
    .catch(() => undefined)
  await expect(office.door.signIn('13800000001')).rejects.toEqual(refusal('LOGIN_FAILED'))
  expect((await manager.users.find({})).data.map(({ userName }) => userName)).toEqual(['east'])
  expect(await manager.projects.unassigned({ companyId: office.east.id })).toEqual([
    { id: project.id, name: '留下的库' },
  ])
  for (const call of [() => manager.users.delete({ id }), () => manager.users.profile({ id })])
    await expect(call()).rejects.toEqual(refusal('NOT_FOUND'))
  expect(await stored(id)).toMatchObject({ phone: null, id_no: null, birthday: null, name: '安娜' })
  const log = await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(log.map(({ actor }) => actor)).toContain('138****0001')
  expect(JSON.stringify(log)).not.toContain('13800000001')
  await manager.users.save(annaWith())
})

test('Apply disabling, ending sessions and a new password to the next request', async () => {
  const manager = await callerOf('east')
  const { id } = await manager.users.save(annaWith())
  const enter = async () => (await office.door.signIn('13800000001')).token
  const next = async () => (await office.door.withToken(token)).auth.info()
  let token = await enter()
  expect(await manager.users.endSessions({ id })).toEqual({ id, sessions: 1 })
  await expect(next()).rejects.toEqual(refusal('SESSION_ENDED'))
  token = await enter()
  expect(await manager.users.setDisabled({ id, disabled: true })).toMatchObject({ sessions: 1 })
  await expect(next()).rejects.toEqual(refusal('SESSION_ENDED'))
  await expect(enter()).rejects.toEqual(refusal('LOGIN_FAILED'))
  await manager.users.setDisabled({ id, disabled: false })
  token = await enter()
  await manager.users.resetPassword({ id, password: wrapped('BrandNew#1'), ...confirmed() })
  await expect(next()).rejects.toEqual(refusal('SESSION_ENDED'))
  expect(await office.door.signIn('13800000001', 'BrandNew#1')).toMatchObject({ lastPasswordResetDate: null })
})

test('Refuse unreadable names, reserved names and impossible birthdays in form and file', async () => {
  const boss = await callerOf('boss')
  const wrong = [
    [{ name: '\u200b' }, /姓名须包含文字/],
    [{ name: '安\u202e娜' }, /姓名须包含文字/],
    [{ birthday: '1800-01-01' }, /生日须在/],
    [{ birthday: '2999-01-01' }, /生日须在/],
    [{ userName: 'CLI' }, /系统保留/],
  ] as const
  for (const [given, sentence] of wrong) {
    await expect(boss.users.save(annaWith({ companyId: office.east.id, ...given }))).rejects.toThrow(sentence)
    const row = {
      line: 2,
      userName: 'anna',
      name: '安娜',
      company: office.east.name,
      password: wrapped(testPassword),
      ...given,
    }
    expect((await boss.users.seed({ rows: [row] })).errors).toEqual([
      { line: 2, userName: row.userName, reason: expect.stringMatching(sentence) },
    ])
  }
})

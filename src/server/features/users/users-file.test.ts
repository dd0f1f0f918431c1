import { expect, test } from 'vitest'
import { wrapSeedRows } from '#shared/user-import.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildCompany, buildSite, buildUser } from '#tests/support/factories.ts'
import { keys, openDoor, passwordHash, testPassword, wrapped } from '#tests/support/sign-in.ts'

const database = useDatabase()
const openTerminal = () => openDoor(database.db).withToken(keys.terminalToken)
const countUsers = async () =>
  Number(
    (
      await database.db
        .selectFrom('app_user')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('Create every user of a file, who can then sign in; a second run changes nothing', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  const site = await buildSite(database.db, { name: '码头', tenant: base })
  const client = await buildClient(database.db, { name: '甲公司', company_id: base.id })
  const account = await buildAccount(database.db, { name: '甲一', client_id: client.id })
  const given = [
    {
      line: 2,
      userName: 'anna',
      phone: '13800000001',
      name: '安娜',
      nickName: '基地负责人',
      company: '华东基地',
      password: testPassword,
      birthday: '1990-02-28',
    },
    { line: 3, phone: '13800000002', name: '贝特', company: '码头', password: testPassword, client: '', sex: ' ' },
    {
      line: 4,
      userName: 'c1',
      name: '客户甲',
      nickName: '客户',
      company: '华东基地',
      client: '甲公司',
      password: testPassword,
    },
    {
      line: 5,
      userName: 'a1',
      name: '甲一',
      nickName: '子账号',
      company: '华东基地',
      account: '甲一',
      password: testPassword,
    },
  ]
  const terminal = await openTerminal()
  // A plain-text password is refused in a request.
  expect((await terminal.users.seed({ rows: given.slice(0, 1) })).errors).toEqual([
    { line: 2, userName: 'anna', reason: expect.stringContaining('密码须包含') },
  ])
  const rows = await wrapSeedRows(given, wrapped)
  expect(await terminal.users.seed({ rows, dryRun: true })).toMatchObject({ created: 4, applied: false })
  expect(await countUsers()).toBe(0)
  expect(await terminal.users.seed({ rows })).toEqual({
    read: 4,
    created: 4,
    updated: 0,
    unchanged: 0,
    refused: 0,
    applied: true,
    roles: 3,
    errors: [],
  })
  expect(await terminal.users.seed({ rows })).toMatchObject({ created: 0, updated: 0, unchanged: 4, applied: true })
  const door = openDoor(database.db)
  expect(await door.signIn('anna')).toMatchObject({
    nickName: '基地负责人',
    companyId: base.id,
    lastPasswordResetDate: null,
  })
  expect(await door.signIn('13800000002')).toMatchObject({
    userName: '13800000002',
    nickName: null,
    companyId: site.id,
  })
  const stored = await database.db
    .selectFrom('app_user')
    .selectAll()
    .where('user_name', 'in', ['c1', 'a1', 'anna'])
    .orderBy('id')
    .execute()
  expect(stored.map((user) => [user.client_id, user.account_id, user.birthday])).toEqual([
    [null, null, '1990-02-28'],
    [client.id, null, null],
    [null, account.id, null],
  ])
  const log = await auditEntries(database.db, 'users.seed')
  expect(log[0]).toMatchObject({ actor: 'cli', result: 'ok' })
  // A role granted by a file is audited like one granted by the form.
  expect(log[0]?.details).toMatchObject({
    roles: [
      { id: 1, from: null, to: '基地负责人' },
      { id: 3, from: null, to: '客户' },
      { id: 4, from: null, to: '子账号' },
    ],
  })
  expect(JSON.stringify(log)).not.toContain(testPassword)
  expect(JSON.stringify(log)).not.toContain('13800000002')
})

test('Change what the columns of a users file say, and keep passwords and missing columns', async () => {
  const [east, west] = [
    await buildCompany(database.db, { name: '华东基地' }),
    await buildCompany(database.db, { name: '西北基地' }),
  ]
  await buildUser(database.db, {
    user_name: 'anna',
    name: '安娜',
    phone: '13800000001',
    company_id: east.id,
    nick_name: '检验员',
    password_hash: await passwordHash(),
  })
  await buildUser(database.db, { user_name: 'boss' })
  const terminal = await openTerminal()
  const rows = [
    {
      line: 2,
      userName: 'ANNA',
      company: '西北基地',
      nickName: '登记人员',
      remarks: '调动',
      password: wrapped('OtherPass#1'),
    },
  ]
  expect(await terminal.users.seed({ rows })).toMatchObject({ created: 0, updated: 1, applied: true })
  const answer = await openDoor(database.db).signIn('anna')
  expect(answer).toMatchObject({ name: '安娜', companyId: west.id, nickName: '登记人员' })
  const memberships = await database.db
    .selectFrom('membership')
    .select('company_id')
    .where('user_id', '=', answer.id)
    .execute()
  expect(memberships).toEqual([{ company_id: west.id }])
  expect(await terminal.users.seed({ rows: [{ line: 2, userName: 'anna', phone: '' }] })).toMatchObject({ updated: 1 })
  const stored = await database.db
    .selectFrom('app_user')
    .select(['phone', 'remarks'])
    .where('id', '=', answer.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ phone: null, remarks: '调动' })
})

test('Refuse a whole file for one wrong line, and name every wrong line with its reason', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  for (const tenant of [base, await buildCompany(database.db)]) await buildSite(database.db, { name: '一号', tenant })
  const foreign = await buildClient(database.db, { name: '外人' })
  await buildUser(database.db, { user_name: 'boss', phone: '13800000009' })
  const good = { company: '华东基地', name: '某人', password: testPassword }
  const rows = [
    { line: 2, userName: 'fine', ...good },
    { line: 3, userName: 'Fine', ...good },
    { line: 4, ...good },
    { line: 5, userName: 'b1', ...good, password: 'simple' },
    { line: 6, userName: 'b2', ...good, password: '' },
    { line: 7, userName: 'b3', ...good, company: '不存在' },
    { line: 8, userName: 'b4', ...good, company: '' },
    { line: 9, userName: 'b5', ...good, company: '一号' },
    { line: 10, userName: 'b6', ...good, nickName: '皇帝' },
    { line: 11, userName: 'b7', ...good, nickName: '客户' },
    { line: 12, userName: 'b8', ...good, nickName: '客户', client: foreign.name },
    { line: 13, userName: 'b9', ...good, nickName: '子账号' },
    { line: 14, userName: 'c0', ...good, phone: '13800000009' },
    { line: 15, userName: 'c1', ...good, phone: '12345' },
    { line: 16, userName: 'c2', ...good, birthday: '1990-02-30' },
    { line: 17, userName: 'c3', ...good, name: '' },
    { line: 18, userName: '13800000009', ...good },
    { line: 19, userName: 'boss', nickName: '检验员', password: '' },
    { line: 20, userName: 'c4', ...good, phone: '13800000010' },
    { line: 21, userName: 'c5', ...good, phone: '13800000010' },
  ]
  const before = await countUsers()
  const answer = await (await openTerminal()).users.seed({ rows: await wrapSeedRows(rows, wrapped) })
  expect(answer).toMatchObject({ read: 20, created: 2, updated: 0, unchanged: 0, refused: 18, applied: false })
  expect(answer.errors.map(({ line, reason }) => [line, reason])).toEqual([
    [3, '文件中重复出现，首次在第 2 行'],
    [4, '用户名不能为空'],
    [5, '密码须包含至少1个数字、2个不同小写字母、2个不同大写字母、1个特殊字符，且密码位数为6-16位'],
    [6, '新用户必须填写密码'],
    [7, '没有这个公司：不存在'],
    [8, '所属公司不能为空'],
    [9, expect.stringContaining('有多个公司叫 一号，请填写编号')],
    [10, '没有这个角色：皇帝'],
    [11, '角色为客户时必须填写客户'],
    [12, '该公司下没有这个客户：外人'],
    [13, '角色为子账号时必须填写子账号'],
    [14, '手机号已被其他用户使用'],
    [15, '手机号须为11位数字'],
    [16, '生日须为 YYYY-MM-DD'],
    [17, '姓名不能为空'],
    [18, '用户名是其他用户的手机号'],
    [21, '手机号在文件中重复，首次在第 20 行'],
    [19, '至少要保留一名管理层用户'],
  ])
  expect(await countUsers()).toBe(before)
})

test('Let nobody change the own role by a file', async () => {
  await buildUser(database.db, { user_name: 'anna', password_hash: await passwordHash() })
  await buildUser(database.db, { user_name: 'second' })
  const door = openDoor(database.db)
  const anna = await door.withToken((await door.signIn('anna')).token)
  const answer = await anna.users.seed({ rows: [{ line: 2, userName: 'anna', nickName: '检验员' }] })
  expect(answer.errors).toEqual([{ line: 2, userName: 'anna', reason: '不能修改自己的角色' }])
})

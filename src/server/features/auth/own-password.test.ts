import { expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { usePhonePeople } from '#tests/support/phone-people.ts'
import { refusal } from '#tests/support/refusal.ts'
import { openDoor, passwordHash, testPassword, wrapped } from '#tests/support/sign-in.ts'

const database = useDatabase()
const { buildPerson, phone, chosen, answerOf, codeSent, minute } = usePhonePeople(database)

test('Answer alike for a known and an unknown phone, and send a code only to the known one', async () => {
  await buildPerson()
  await buildPerson({ user_name: 'gone', phone: '13800000002', disabled: true })
  const door = openDoor(database.db)
  const visitor = await door.as()
  const answers = []
  for (const asked of [phone, '13800000002', '13900000009']) {
    const newPasswd = chosen
    answers.push([
      await answerOf(visitor.auth.sendCode({ phone: asked })),
      await answerOf(visitor.auth.sendCode({ phone: asked })),
      await answerOf(visitor.auth.resetPassword({ userName: asked, code: '000000', newPasswd })),
    ])
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(answers[0]?.[0]).toBe('{"sent":true,"minutes":5}')
  expect(answers[0]?.[1]).toContain('{"retryAfterSeconds":60}')
  expect(answers[0]?.[2]).toContain('验证码错误或已过期')
  expect(door.messages.map((message) => message.phone)).toEqual([phone])
  const kept = JSON.stringify([
    await database.db.selectFrom('sms_code').selectAll().execute(),
    await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    await database.db.selectFrom('login_attempt').selectAll().execute(),
  ])
  for (const secret of [codeSent(door), '13900000009', phone]) expect(kept).not.toContain(`"${secret}"`)
})

test('Limit codes: a minute apart, 5 an hour and 10 a day per phone, 20 an hour per address', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const visitor = await door.as()
  const waitOf = (asked: string) =>
    visitor.auth.sendCode({ phone: asked }).then(
      () => 0,
      ({ cause }) => cause.details.retryAfterSeconds,
    )
  const waits: number[] = []
  for (let sent = 0; sent < 5; sent++) {
    waits.push(await waitOf(phone))
    door.time.now += minute
  }
  expect(waits).toEqual([0, 0, 0, 0, 0])
  expect(await waitOf(phone)).toBe(55 * 60)
  door.time.now += 55 * minute
  for (let sent = 0; sent < 5; sent++) {
    expect(await waitOf(phone)).toBe(0)
    door.time.now += 12 * minute
  }
  expect(await waitOf(phone)).toBe((24 * 60 - 120) * 60)
  for (let other = 0; other < 16; other++) await waitOf(`139000000${10 + other}`)
  expect(await waitOf('13900000099')).toBeGreaterThan(0)
  door.time.smsIsBroken = true
  for (const asked of [phone, '13900000098'])
    await expect(visitor.auth.sendCode({ phone: asked })).rejects.toEqual(refusal('SMS_FAILED'))
})

test('Never reveal the owner of a phone by mixed requests, and keep to the limits of the phone', async () => {
  const user = await buildPerson()
  const door = openDoor(database.db)
  const visitor = await door.as()
  const asked = [phone, String(user.id), '13900000009', '77']
  for (const order of [asked, [...asked].reverse()]) {
    for (const one of order) expect(await visitor.auth.sendCode({ phone: one })).toEqual({ sent: true, minutes: 5 })
    for (const one of order) await expect(visitor.auth.sendCode({ phone: one })).rejects.toEqual(refusal('TOO_MANY'))
    door.time.now += minute
  }
  expect(door.messages).toHaveLength(2)
  // A request that silently sent nothing does not invalidate the code sent before.
  expect(await visitor.auth.resetPassword({ userName: phone, code: codeSent(door), newPasswd: chosen })).toEqual({
    reset: true,
  })
})

test('Set a new password once with a code, end all sessions, and sign nobody in', async () => {
  const user = await buildPerson()
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  const visitor = await door.as()
  await visitor.auth.sendCode({ phone: String(user.id) })
  const code = codeSent(door)
  const reset = (given: object) => visitor.auth.resetPassword({ userName: phone, code, newPasswd: chosen, ...given })
  await expect(reset({ newPasswdAgain: wrapped('Frost#Pine89') })).rejects.toThrow('两次输入的密码不一致，请重新输入')
  await expect(reset({ newPasswd: wrapped('PAssword1!') })).rejects.toThrow('该密码过于常见')
  await expect(reset({ newPasswd: wrapped('coldFLeet#1') })).rejects.toThrow('密码中不能包含')
  await expect(reset({ id: '77' })).rejects.toEqual(refusal('CODE_INVALID'))
  // Of several attempts at once, five are checked and one succeeds.
  door.time.now += minute
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => reset({ id: '0' })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect((await door.withToken(token)).auth.info()).rejects.toEqual(refusal('SESSION_ENDED'))
  await expect(door.signIn('anna')).rejects.toEqual(refusal('LOGIN_FAILED'))
  expect(await door.signIn('anna', 'Frost#Pine88')).toMatchObject({ mustChangePassword: false })
  expect(await database.db.selectFrom('session').select('ended_reason').orderBy('id').execute()).toEqual([
    { ended_reason: 'passwordChanged' },
    { ended_reason: null },
  ])
})

test('Accept only the newest code, for five minutes and five attempts', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const visitor = await door.as()
  const reset = (code: string) => visitor.auth.resetPassword({ userName: phone, code, newPasswd: chosen })
  await visitor.auth.sendCode({ phone })
  const old = codeSent(door)
  door.time.now += 5 * minute
  await expect(reset(old)).rejects.toEqual(refusal('CODE_INVALID'))
  await visitor.auth.sendCode({ phone })
  const tried = codeSent(door)
  const wrong = tried === '111111' ? '222222' : '111111'
  for (let count = 0; count < 5; count++) await expect(reset(wrong)).rejects.toEqual(refusal('CODE_INVALID'))
  await expect(reset(tried)).rejects.toEqual(refusal('CODE_INVALID'))
  door.time.now += minute
  await visitor.auth.sendCode({ phone })
  door.time.now += 5 * minute - 1
  expect(await reset(codeSent(door))).toEqual({ reset: true })
})

test('Register a person without a role; answer alike for a known phone, and change nothing', async () => {
  const headquarters = await buildHeadquarters(database.db)
  const base = await buildCompany(database.db, { name: '华东基地', domain: 'east' })
  const door = openDoor(database.db)
  const visitor = await door.as()
  const person = {
    phone,
    name: '李四',
    identifier: '运维部',
    birthday: '1990-02-28',
    password: chosen,
    passwordAgain: chosen,
    domain: 'EAST',
  }
  const forbidden = {
    nickName: '管理层',
    companyId: headquarters.id,
    groupId: 1,
    disabled: false,
    pending: false,
    userName: 'root',
    clientId: 1,
    id: 1,
  }
  const first = await answerOf(visitor.auth.register({ ...person, ...forbidden }))
  const again = await answerOf(
    visitor.auth.register({ ...person, name: '王五', password: wrapped('Other#Pass26'), passwordAgain: undefined }),
  )
  expect(first).toBe('{"registered":true}')
  expect(again).toBe(first)
  const [user, ...others] = await database.db.selectFrom('app_user').selectAll().execute()
  expect(others).toEqual([])
  expect(user).toMatchObject({
    user_name: phone,
    name: '李四',
    nick_name: null,
    home_company_id: base.id,
    client_id: null,
    group_id: null,
    pending: true,
  })
  const own = await door.withToken((await door.signIn(phone, 'Frost#Pine88')).token)
  expect(await own.auth.info()).toMatchObject({ nickName: null, permissions: [], mustChangePassword: false })
  await expect(own.devices.find({})).rejects.toEqual(refusal('FORBIDDEN'))
  await expect(own.auth.register(person)).rejects.toEqual(refusal('FORBIDDEN'))

  await expect(
    visitor.auth.register({ ...person, phone: '13900000001', passwordAgain: wrapped('Other#Pass26') }),
  ).rejects.toThrow(/两次输入的密码不一致$/)
  await expect(visitor.auth.register({ ...person, phone: '139' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await buildUser(database.db, {
    user_name: 'boss',
    password_hash: await passwordHash(),
    nick_name: roleLabels.manager,
  })
  const boss = await door.withToken((await door.signIn('boss')).token)
  const { data } = await boss.users.find({ name: '李四' })
  expect(data[0]).toMatchObject({ pending: true, nickName: null })
  await boss.users.update({
    id: data[0]?.id ?? 0,
    rowVersion: data[0]?.rowVersion,
    nickName: '登记人员',
    ownPassword: wrapped(testPassword),
  })
  expect((await boss.users.find({ name: '李四' })).data[0]).toMatchObject({ pending: false, nickName: '登记人员' })
  for (let more = 0; more < 7; more++) await visitor.auth.register(person)
  await expect(visitor.auth.register(person)).rejects.toEqual(refusal('TOO_MANY'))
})

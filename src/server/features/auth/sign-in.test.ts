import { hash as argon2 } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { routesFor } from '#shared/menu.ts'
import { roleLabels } from '#shared/roles.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildUser, type UserValues } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { keys, openDoor, passwordHash, passwords, testPassword, wrapped } from '#tests/support/sign-in.ts'

const database = useDatabase()
const buildPerson = async (given: UserValues = {}) =>
  buildUser(database.db, { password_hash: await passwordHash(), ...given })

test('Answer a sign-in with a token, the identity, the permissions and the menu', async () => {
  const base = await buildCompany(database.db, { name: '华东基地' })
  const user = await buildPerson({
    user_name: 'Anna',
    name: '安娜',
    nick_name: roleLabels.baseManager,
    company_id: base.id,
  })
  const door = openDoor(database.db)
  const answer = await door.signIn('  anna ')
  expect(answer).toMatchObject({
    id: user.id,
    userName: 'Anna',
    companyId: base.id,
    companyName: '华东基地',
    companyKind: 'base',
    nickName: '基地负责人',
    lastPasswordResetDate: expect.any(String),
    mustChangePassword: false,
  })
  expect(answer.userToken).toBe(answer.token)
  expect(Buffer.from(answer.token, 'base64url')).toHaveLength(32)
  const info = await (await door.withToken(answer.token)).auth.info()
  expect(info.permissions).toContain('base_screen')
  expect(info.permissions).not.toContain('screen')
  expect(info.routes).toEqual(routesFor('baseManager'))
  const byOtherHeader = await door.as({ headers: { 'x-token': answer.token } })
  expect(await byOtherHeader.auth.info()).toEqual(info)
})

test('Sign in by phone, too, and prefer a user name to a phone of the same text', async () => {
  await buildPerson({ user_name: 'anna', phone: '13800000001' })
  const named = await buildPerson({ user_name: '13800000002' })
  const door = openDoor(database.db)
  expect((await door.signIn('13800000001')).userName).toBe('anna')
  expect((await door.signIn('13800000002')).id).toBe(named.id)
})

test('Answer every failed sign-in alike: unknown, wrong, disabled, locked, foreign, unreadable', async () => {
  const foreign = await buildCompany(database.db)
  await buildPerson({
    user_name: 'anna',
    nick_name: roleLabels.inspector,
    company_id: (await buildCompany(database.db)).id,
  })
  await buildPerson({ user_name: 'gone', disabled: true })
  const locked = await buildPerson({ user_name: 'locked' })
  const door = openDoor(database.db)
  for (let count = 0; count < 5; count++) {
    await database.db
      .insertInto('login_attempt')
      .values({
        user_name: locked.user_name,
        network: '203.0.113.0/24',
        address: '203.0.113.9',
        succeeded: false,
        at: new Date(door.time.now),
      })
      .execute()
  }
  const attempts = [
    { userName: 'nobody', password: wrapped(testPassword) },
    { userName: 'anna', password: wrapped('ColdFleet#27') },
    { userName: 'gone', password: wrapped(testPassword) },
    { userName: 'locked', password: wrapped(testPassword) },
    { userName: 'anna', password: wrapped(testPassword), companyId: foreign.id },
    { userName: 'anna', password: wrapped(testPassword), companyId: 2_000_000 },
    { userName: 'anna', password: testPassword },
  ]
  const answers = await Promise.all(
    attempts.map(async (attempt) => {
      const caller = await door.as()
      const error = await caller.auth.login(attempt).then(
        () => null,
        (reason: { code: string; message: string; cause: { code: string; details: object } }) => reason,
      )
      return { code: error?.code, message: error?.message, appCode: error?.cause.code, details: error?.cause.details }
    }),
  )
  for (const answer of answers) {
    expect(answer).toEqual({
      code: 'BAD_REQUEST',
      message: '用户名或密码错误，请检查后重试',
      appCode: 'LOGIN_FAILED',
      details: {},
    })
  }
  const log = await auditEntries(database.db, 'auth.login')
  expect(log).toHaveLength(attempts.length)
  expect(JSON.stringify(log)).not.toContain('nobody')
})

test('Store only the hash of a token, and log a sign-in without secrets', async () => {
  const user = await buildPerson({ user_name: 'anna' })
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  const dump = JSON.stringify([
    await database.db.selectFrom('session').selectAll().execute(),
    await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    await database.db.selectFrom('login_attempt').selectAll().execute(),
  ])
  expect(dump).not.toContain(token)
  expect(dump).not.toContain(Buffer.from(token).toString('hex'))
  const logged = await database.db.selectFrom('audit_log').selectAll().orderBy('id').executeTakeFirstOrThrow()
  expect(logged).toMatchObject({
    actor_user_id: user.id,
    actor: 'anna',
    action: 'auth.login',
    result: 'ok',
    address: '203.0.113.7',
    target_id: String(user.id),
  })
})

test('Let a user with several companies choose one at sign-in', async () => {
  const [first, second] = [await buildCompany(database.db), await buildCompany(database.db)]
  const user = await buildPerson({ user_name: 'anna', nick_name: roleLabels.registrar, company_id: first.id })
  await database.db.insertInto('membership').values({ user_id: user.id, company_id: second.id }).execute()
  const door = openDoor(database.db)
  expect((await door.signIn('anna')).companyId).toBe(first.id)
  expect((await door.signIn('anna', testPassword, second.id)).companyId).toBe(second.id)
})

test('Renew a password hash with weaker parameters at sign-in', async () => {
  const weak = await argon2(testPassword, {
    algorithm: 2,
    memoryCost: 8_192,
    timeCost: 2,
    parallelism: 1,
    secret: keys.pepper,
  })
  const user = await buildPerson({ user_name: 'anna', password_hash: weak })
  await openDoor(database.db).signIn('anna')
  const stored = await database.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(passwords.outdated(stored.password_hash)).toBe(false)
  expect(await passwords.verify(stored.password_hash, testPassword)).toBe(true)
})

test('Sign in by a ticket once within a minute, and refuse a session token as a ticket', async () => {
  await buildPerson({ user_name: 'anna' })
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  const anna = await door.withToken(token)
  const visitor = await door.as()
  await expect(visitor.auth.loginByTicket({ token })).rejects.toEqual(refusal('TICKET_INVALID'))

  const ticket = await anna.auth.mintTicket({})
  expect(JSON.stringify(await database.db.selectFrom('login_ticket').selectAll().execute())).not.toContain(ticket.token)
  await expect((await door.withToken(ticket.token)).auth.info()).rejects.toEqual(refusal('TOKEN_UNKNOWN'))
  // 50 attempts at once, each from another address, so that no limit per address applies.
  const visitors = await Promise.all(Array.from({ length: 50 }, (_, index) => door.as({ ip: `203.0.${index}.7` })))
  const outcomes = await Promise.allSettled(visitors.map(({ auth }) => auth.loginByTicket({ token: ticket.token })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled') expect(outcome.value).toMatchObject({ userName: 'anna' })

  const late = await anna.auth.mintTicket({})
  door.time.now += 60_001
  await expect(visitor.auth.loginByTicket({ token: late.token })).rejects.toEqual(refusal('TICKET_INVALID'))
  await expect(anna.auth.mintTicket({ userName: 'somebody' })).rejects.toEqual(refusal('FORBIDDEN'))
})

test('Give the sign-in page its texts, and the company of its domain if there is one', async () => {
  const base = await buildCompany(database.db, { name: '华东基地', domain: 'east.example.com' })
  const visitor = await openDoor(database.db).as()
  expect(await visitor.auth.branding({ domain: 'East.Example.com' })).toEqual({
    brandText: 'Coldfleet',
    supportPhone: '',
    passwordPolicy: 'documented',
    company: { id: base.id, name: '华东基地', picId: null, smallPicId: null },
  })
  expect((await visitor.auth.branding({ domain: 'east.example' })).company).toBeNull()
  expect(await visitor.auth.publicKey()).toMatchObject({
    blockBytes: 117,
    pem: expect.stringContaining('BEGIN PUBLIC KEY'),
  })
})

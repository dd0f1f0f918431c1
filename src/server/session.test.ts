import { expect, test, vi } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildSite, buildUser, type UserValues } from '#tests/support/factories.ts'
import { keys, openDoor, passwordHash, testPassword, wrapped } from '#tests/support/sign-in.ts'
import { sessionTables } from './db/citus/session-reads.ts'
import { createSessionReader, tokenHash, viewerOf } from './session.ts'

const database = useDatabase()
const buildPerson = async (given: UserValues = {}) =>
  buildUser(database.db, { user_name: 'anna', password_hash: await passwordHash(), ...given })
const minute = 60_000

/** Return the refusal of the next request with `token`, or null. */
async function stateOf(door: ReturnType<typeof openDoor>, token: string, paths?: readonly string[]) {
  const { viewer, refusal } = await door.context({ headers: { 'x-token': token } }, paths)
  return viewer ? 'in' : (refusal?.code ?? 'anonymous')
}

test('Refuse a session by cookie alone, and two different tokens at once', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  expect((await door.context({ headers: { cookie: `token=${token}` } })).viewer).toBeNull()
  const twice = await door.context({ headers: { 'x-token': token, authorization: 'cat other' } })
  expect(twice.viewer).toBeNull()
  expect(twice.refusal).toMatchObject({ code: 'TOKEN_AMBIGUOUS' })
})

test('Answer 50008 for an unknown token, 50012 after sign-out, and allow signing out twice', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  expect(await stateOf(door, 'unknown')).toBe('TOKEN_UNKNOWN')
  const [one, two, three] = [await door.signIn('anna'), await door.signIn('anna'), await door.signIn('anna')]
  expect(await (await door.withToken(one.token)).auth.logout({})).toEqual({ ended: true })
  expect(await (await door.withToken(two.token)).auth.logout({ token: three.token })).toEqual({ ended: true })
  expect(await Promise.all([one, two, three].map(({ token }) => stateOf(door, token)))).toEqual([
    'SESSION_ENDED',
    'in',
    'SESSION_ENDED',
  ])
  expect(await (await door.as()).auth.logout({ token: 'unknown' })).toEqual({ ended: false })
  expect(await (await door.withToken(one.token)).auth.logout({})).toEqual({ ended: false })
})

test('Answer 50014 after half an hour without a user request; polling does not count', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  door.time.now += 29 * minute
  expect(await stateOf(door, token)).toBe('in')
  door.time.now += 29 * minute
  expect(await stateOf(door, token, ['charts.lastDate', 'feeds.progress'])).toBe('in')
  expect((await door.context({ headers: { 'x-token': token, 'x-background': '1' } })).viewer).not.toBeNull()
  door.time.now += 3 * minute
  expect(await stateOf(door, token)).toBe('SESSION_EXPIRED')
})

test('Answer 50014 after twelve hours, however busy the session is', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  for (let step = 0; step < 12 * 4 - 1; step++) {
    door.time.now += 15 * minute
    expect(await stateOf(door, token)).toBe('in')
  }
  door.time.now += 15 * minute
  expect(await stateOf(door, token)).toBe('SESSION_EXPIRED')
})

test('Write the last-seen time of a busy session once a minute, not on every request', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  const seen = async () =>
    (await database.db.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at.getTime()
  const before = await seen()
  door.time.now += minute - 1
  await stateOf(door, token)
  expect(await seen()).toBe(before)
  door.time.now += 1
  await stateOf(door, token)
  expect(await seen()).toBe(door.time.now)
})

test('Admit users who were away for minutes while the database is read-only', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  const options = {
    clock: () => new Date(door.time.now + 5 * minute),
    extend: true,
    places: { noticeVersion: () => undefined },
  }
  const reading = database.db.transaction().setAccessMode('read only')
  expect(await reading.execute((trx) => viewerOf(trx, token, options))).toMatchObject({
    actor: 'user',
    userName: 'anna',
  })
})

test('End the oldest session on the sixth sign-in', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const tokens: string[] = []
  for (let count = 0; count < 6; count++) tokens.push((await door.signIn('anna')).token)
  expect(await Promise.all(tokens.map((token) => stateOf(door, token)))).toEqual([
    'SESSION_ENDED',
    'in',
    'in',
    'in',
    'in',
    'in',
  ])
})

test('Apply a changed role, lost membership, closed base or disabled account on the next request', async () => {
  const base = await buildCompany(database.db)
  const user = await buildPerson({ nick_name: roleLabels.inspector, company_id: base.id })
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  await database.db.updateTable('app_user').set({ nick_name: roleLabels.registrar }).where('id', '=', user.id).execute()
  expect((await door.context({ headers: { 'x-token': token } })).viewer).toMatchObject({
    role: 'registrar',
    companyId: base.id,
    tenantId: base.id,
  })
  await database.db.deleteFrom('membership').where('user_id', '=', user.id).execute()
  expect(await stateOf(door, token)).toBe('SESSION_ENDED')
  await database.db.insertInto('membership').values({ user_id: user.id, company_id: base.id }).execute()
  expect(await stateOf(door, token)).toBe('in')
  await database.db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', base.id).execute()
  expect(await stateOf(door, token)).toBe('SESSION_ENDED')
  await database.db.updateTable('company').set({ deleted_at: null }).where('id', '=', base.id).execute()
  await database.db.updateTable('app_user').set({ disabled: true }).where('id', '=', user.id).execute()
  expect(await stateOf(door, token)).toBe('SESSION_ENDED')
})

test('Let a member of a base work in its sites, and a member of headquarters only there', async () => {
  const base = await buildCompany(database.db)
  const site = await buildSite(database.db, { tenant: base })
  const member = await buildPerson({ nick_name: roleLabels.baseManager, company_id: base.id })
  const visitor = await buildPerson({ user_name: 'bert', nick_name: roleLabels.inspector })
  const door = openDoor(database.db)
  const [anna, bert] = [await door.signIn('anna'), await door.signIn('bert')]
  for (const id of [member.id, visitor.id])
    await database.db.updateTable('session').set({ company_id: site.id }).where('user_id', '=', id).execute()
  expect((await door.context({ headers: { 'x-token': anna.token } })).viewer).toMatchObject({
    companyId: site.id,
    tenantId: base.id,
  })
  expect(await stateOf(door, bert.token)).toBe('SESSION_ENDED')
})

test('Give the terminal of this machine the rights of managers under its own name', async () => {
  const headquarters = await buildPerson()
  const door = openDoor(database.db)
  const expected = { actor: 'cli', userId: null, role: 'manager', companyId: headquarters.company_id }
  expect((await door.context({ headers: { authorization: `cat ${keys.terminalToken}` } })).viewer).toMatchObject(
    expected,
  )
  expect((await door.forTerminal('en')).viewer).toMatchObject(expected)
})

test("Keep a program's token valid without use until its stated end", async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const manager = await door.withToken((await door.signIn('anna')).token)
  const issued = await manager.auth.createToken({ days: 7, ownPassword: wrapped(testPassword) })
  door.time.now += 7 * 24 * 60 * minute - 1
  expect(await stateOf(door, issued.token)).toBe('in')
  door.time.now += 1
  expect(await stateOf(door, issued.token)).toBe('SESSION_EXPIRED')
})

test('Answer a request in the requested language', async () => {
  const door = openDoor(database.db)
  const languageOf = async (headers: Record<string, string>) => (await door.context({ headers })).request.language
  expect(await languageOf({})).toBe('zh')
  expect(await languageOf({ 'x-locale': 'en', 'accept-language': 'zh' })).toBe('en')
  expect(await languageOf({ 'x-locale': 'fr', 'accept-language': 'fr-FR, en;q=0.8, zh;q=0.5' })).toBe('en')
})

test('Read the sessions of requests that arrive together by one query, each with its own user', async () => {
  const door = openDoor(database.db)
  await buildPerson()
  await buildPerson({ user_name: 'bo' })
  const [anna, bo] = [await door.signIn('anna'), await door.signIn('bo')]
  const ask = vi.spyOn(database.db, 'executeQuery')
  const read = createSessionReader(database.db)
  const names = async (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await read(tokenHash(token)))?.user_name))
  expect(await names(anna.token, bo.token, 'unknown', anna.token)).toEqual(['anna', 'bo', undefined, 'anna'])
  expect(ask).toHaveBeenCalledOnce()
  ask.mockRestore()
  await (await door.withToken(anna.token)).auth.logout({})
  expect((await read(tokenHash(anna.token)))?.ended).toBe(true)
})

test('Refuse every request whose common query failed, and answer the next one', async () => {
  const door = openDoor(database.db)
  await buildPerson()
  const { token } = await door.signIn('anna')
  const read = createSessionReader(database.db)
  const ask = vi.spyOn(database.db, 'executeQuery').mockRejectedValueOnce(new Error('the database is away'))
  const both = await Promise.allSettled([read(tokenHash(token)), read(tokenHash('other'))])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  ask.mockRestore()
  expect((await read(tokenHash(token)))?.user_name).toBe('anna')
})

test('Read sessions by the usual tables once a part from which they were read is gone', async () => {
  const door = openDoor(database.db)
  await buildPerson()
  const hash = tokenHash((await door.signIn('anna')).token)
  const read = createSessionReader(database.db, { ...sessionTables, membership: 'membership_102170' })
  for (let times = 0; times < 2; times += 1) expect((await read(hash))?.user_name).toBe('anna')
})

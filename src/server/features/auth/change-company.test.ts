import { expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildClient,
  buildCompany,
  buildDevice,
  buildSite,
  buildUser,
  type UserValues,
} from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { keys, openDoor, passwordHash, testPassword, wrapped } from '#tests/support/sign-in.ts'

const database = useDatabase()
const buildPerson = async (given: UserValues = {}) =>
  buildUser(database.db, { user_name: 'anna', password_hash: await passwordHash(), ...given })
const missing = 2_000_000

async function buildTwoBases() {
  const [east, west] = [
    await buildCompany(database.db, { name: '华东基地' }),
    await buildCompany(database.db, { name: '西北基地' }),
  ]
  return { east, west, dock: await buildSite(database.db, { name: '码头', tenant: east }) }
}

test('Let a base manager enter the base and its sites, each time with a new token', async () => {
  const { east, west, dock } = await buildTwoBases()
  await buildPerson({ nick_name: roleLabels.baseManager, company_id: east.id })
  const door = openDoor(database.db)
  const before = await door.signIn('anna')
  const anna = await door.withToken(before.token)
  const { data, totalCount } = await anna.auth.companies({})
  expect(totalCount).toBe(2)
  expect(data.map(({ name }) => name)).toEqual(['华东基地', '码头'])
  expect((await anna.auth.companies({ name: '码' })).data).toEqual([
    { id: dock.id, name: '码头', kind: 'base', superCompanyId: east.id },
  ])
  // A page past the last one tells the number of companies, too.
  expect(await anna.auth.companies({ page: 3, size: 1 })).toEqual({ data: [], totalCount: 2 })

  door.time.now += 60 * 60_000 - 30 * 60_000
  const after = await anna.auth.changeCompany({ companyId: dock.id })
  expect(after).toMatchObject({ companyId: dock.id, companyName: '码头' })
  await expect((await door.withToken(before.token)).auth.info()).rejects.toEqual(refusal('SESSION_ENDED'))
  const moved = await door.withToken(after.token)
  expect((await moved.auth.info()).companyId).toBe(dock.id)
  const sessions = await database.db.selectFrom('session').select('expires_at').orderBy('id').execute()
  // A change of company must not prolong the session.
  expect(sessions[1]?.expires_at).toEqual(sessions[0]?.expires_at)
  const logged = await auditEntries(database.db, 'auth.changeCompany', ['actor', 'details', 'company_id'])
  expect(logged).toEqual([{ actor: 'anna', company_id: dock.id, details: { from: east.id, to: dock.id } }])
  await expect(moved.auth.changeCompany({ companyId: west.id })).rejects.toEqual(refusal('FORBIDDEN'))
  await expect(moved.auth.changeCompany({ companyId: missing })).rejects.toEqual(refusal('FORBIDDEN'))
})

test('Answer alike for a foreign base and for one that does not exist, also in headquarters', async () => {
  const { west } = await buildTwoBases()
  await buildPerson({ nick_name: roleLabels.inspector })
  const door = openDoor(database.db)
  const { token } = await door.signIn('anna')
  const answers = await Promise.all(
    [west.id, missing].map(async (companyId) =>
      (await door.withToken(token)).auth
        .changeCompany({ companyId })
        .catch(({ code, message, cause }) => ({ code, message, details: cause.details })),
    ),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ code: 'FORBIDDEN' })
})

test('Let one of two changes at once win, and end the session of the other', async () => {
  const { east, dock } = await buildTwoBases()
  await buildPerson({ nick_name: roleLabels.baseManager, company_id: east.id })
  const door = openDoor(database.db)
  const anna = await door.withToken((await door.signIn('anna')).token)
  const outcomes = await Promise.allSettled([
    anna.auth.changeCompany({ companyId: dock.id }),
    anna.auth.changeCompany({ companyId: east.id }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test("Let only the management move another user, with effect from the user's next request", async () => {
  const { east, west } = await buildTwoBases()
  const bert = await buildPerson({ user_name: 'bert', nick_name: roleLabels.inspector, company_id: east.id })
  await buildPerson({ user_name: 'carla', nick_name: roleLabels.baseManager, company_id: east.id })
  await buildPerson()
  const door = openDoor(database.db)
  const [anna, bertToken, carla] = [await door.signIn('anna'), await door.signIn('bert'), await door.signIn('carla')]
  await expect(
    (await door.withToken(carla.token)).auth.changeCompany({ companyId: east.id, userId: bert.id }),
  ).rejects.toEqual(refusal('FORBIDDEN'))
  const manager = await door.withToken(anna.token)
  expect(await manager.auth.changeCompany({ companyId: west.id, userId: bert.id })).toMatchObject({
    userName: 'anna',
    token: anna.token,
  })
  expect((await door.context({ headers: { 'x-token': bertToken.token } })).viewer).toMatchObject({ companyId: west.id })
  await expect(manager.auth.changeCompany({ companyId: missing, userId: bert.id })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  await expect(manager.auth.changeCompany({ companyId: west.id, userId: missing })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  expect((await manager.auth.companies({})).data.map(({ name }) => name)).toEqual([
    '总部',
    '华东基地',
    '码头',
    '西北基地',
  ])
})

test('Show a moved user in the new company, and refuse entering the former one', async () => {
  const { east, west } = await buildTwoBases()
  const bert = await buildPerson({ user_name: 'bert', nick_name: roleLabels.inspector, company_id: east.id })
  const client = await buildClient(database.db, { company_id: east.id })
  const carla = await buildPerson({
    user_name: 'carla',
    nick_name: roleLabels.client,
    company_id: east.id,
    client_id: client.id,
  })
  await buildPerson()
  const door = openDoor(database.db)
  const manager = await door.withToken((await door.signIn('anna')).token)
  const inspector = await door.signIn('bert')
  const enterWest = async () => (await door.withToken(inspector.token)).auth.changeCompany({ companyId: west.id })
  const homeOf = async (name: string) => (await manager.users.find({ name })).data.map(({ company }) => company)
  await manager.auth.changeCompany({ companyId: west.id, userId: bert.id })
  expect(await homeOf('bert')).toEqual(['西北基地'])
  await manager.auth.changeCompany({ companyId: east.id, userId: bert.id })
  expect(await homeOf('bert')).toEqual(['华东基地'])
  await expect(enterWest()).rejects.toEqual(refusal('FORBIDDEN'))
  expect((await (await door.withToken(inspector.token)).auth.companies({})).data.map(({ name }) => name)).toEqual([
    '华东基地',
    '码头',
  ])
  // The machines of a client belong to its base, so its users cannot move to another base.
  await expect(manager.auth.changeCompany({ companyId: west.id, userId: carla.id })).rejects.toEqual(
    refusal('NOT_FOUND'),
  )
  // A user who is no longer a manager loses access to the companies that only managers may enter.
  const { rowVersion } = await manager.users.save({
    id: bert.id,
    rowVersion: 3,
    nickName: roleLabels.manager,
    phone: '13800000001',
    ownPassword: wrapped(testPassword),
  })
  await enterWest()
  await manager.users.update({
    id: bert.id,
    rowVersion,
    nickName: roleLabels.inspector,
    ownPassword: wrapped(testPassword),
  })
  const live = await database.db
    .selectFrom('session')
    .select('company_id')
    .where('user_id', '=', bert.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(live).toEqual([{ company_id: east.id }])
})

test('Keep the company of each browser, and start a new session in the company entered last', async () => {
  const { west } = await buildTwoBases()
  await buildPerson()
  const door = openDoor(database.db)
  const [office, hall] = [await door.signIn('anna'), await door.signIn('anna')]
  const moved = await (await door.withToken(hall.token)).auth.changeCompany({ companyId: west.id })
  expect((await (await door.withToken(office.token)).auth.info()).companyName).toBe('总部')
  expect((await (await door.withToken(moved.token)).auth.info()).companyName).toBe('西北基地')
  expect((await door.signIn('anna')).companyName).toBe('西北基地')
})

test('Let the terminal see all companies, and move users and issue tokens by name', async () => {
  const { west } = await buildTwoBases()
  const anna = await buildPerson()
  const door = openDoor(database.db)
  const terminal = await door.withToken(keys.terminalToken)
  expect((await terminal.auth.companies({})).totalCount).toBe(4)
  await expect(terminal.auth.changeCompany({ companyId: west.id })).rejects.toEqual(refusal('VALIDATION'))
  await terminal.auth.changeCompany({ companyId: west.id, userId: anna.id })
  const issued = await terminal.auth.createToken({ userName: 'ANNA' })
  expect(issued.userName).toBe('anna')
  expect(await (await door.withToken(issued.token)).auth.info()).toMatchObject({ userName: 'anna', companyId: west.id })
  await expect(terminal.auth.createToken({})).rejects.toEqual(refusal('VALIDATION'))
  await expect(terminal.auth.mintTicket({ userName: 'nobody' })).rejects.toEqual(refusal('NOT_FOUND'))
  const ticket = await terminal.auth.mintTicket({ userName: 'anna' })
  expect(await (await door.as()).auth.loginByTicket({ token: ticket.token })).toMatchObject({ userName: 'anna' })
  expect((await terminal.auth.info()).id).toBe(0)
})

test('Show owners the sites of their machines, and refuse a user without a role', async () => {
  const { east, dock } = await buildTwoBases()
  const client = await buildClient(database.db, { company_id: east.id })
  await buildDevice(database.db, { company_id: east.id, site_id: dock.id, client_id: client.id })
  await buildPerson({ nick_name: roleLabels.client, company_id: east.id, client_id: client.id })
  await buildPerson({ user_name: 'bert', nick_name: null, company_id: east.id })
  const door = openDoor(database.db)
  const listOf = async (name: string, part = '') =>
    (await door.withToken((await door.signIn(name)).token)).auth.companies({ name: part })
  expect(await listOf('anna')).toEqual({
    totalCount: 1,
    data: [{ id: dock.id, name: '码头', kind: 'base', superCompanyId: east.id }],
  })
  expect((await listOf('anna', '西')).totalCount).toBe(0)
  await expect(listOf('bert')).rejects.toEqual(refusal('FORBIDDEN'))
})

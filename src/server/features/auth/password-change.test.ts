import { expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { usePhonePeople } from '#tests/support/phone-people.ts'
import { refusal } from '#tests/support/refusal.ts'
import { openDoor, passwordHash, passwords, wrapped } from '#tests/support/sign-in.ts'

const database = useDatabase()
const { buildPerson, phone, chosen, codeSent, minute } = usePhonePeople(database)

test('Allow only the change of a password that an administrator has set, whatever the token', async () => {
  const base = await buildCompany(database.db)
  const user = await buildPerson({
    nick_name: roleLabels.inspector,
    company_id: base.id,
    last_password_reset_date: null,
  })
  const door = openDoor(database.db)
  const login = await door.signIn('anna')
  expect(login).toMatchObject({ lastPasswordResetDate: null, mustChangePassword: true })
  const anna = await door.withToken(login.token)
  for (const call of [anna.devices.find({}), anna.auth.mintTicket({}), anna.auth.sessions(), anna.auth.companies({})]) {
    await expect(call).rejects.toEqual(refusal('PASSWORD_CHANGE_NEEDED'))
  }
  await expect(anna.devices.find({})).rejects.toThrow('您还未重置密码, 请及时在个人页重置密码!')
  expect(await anna.users.profile({ id: user.id })).toMatchObject({ phone })
  expect((await anna.auth.info()).mustChangePassword).toBe(true)
  // Neither the published password of the demonstration nor the one that the administrator knows is accepted, by code
  // or by form.
  await expect(anna.auth.updatePassword({ id: user.id, password: wrapped('ColdFleet#26') })).rejects.toThrow(
    '密码中不能包含',
  )
  await database.db
    .updateTable('app_user')
    .set({ password_hash: await passwords.hash('Frost#Pine88') })
    .execute()
  await expect(anna.auth.updatePassword({ id: user.id, password: chosen })).rejects.toThrow('新密码不能与旧密码相同')
  await (await door.as()).auth.sendCode({ phone })
  const byCode = (await door.as()).auth.resetPassword({ userName: phone, code: codeSent(door), newPasswd: chosen })
  await expect(byCode).rejects.toThrow('新密码不能与旧密码相同')
  await database.db
    .updateTable('app_user')
    .set({ password_hash: await passwordHash() })
    .execute()
  await anna.auth.updatePassword({ id: user.id, userName: 'Anna', password: chosen })
  const fresh = await door.withToken(login.token)
  expect((await fresh.auth.info()).mustChangePassword).toBe(false)
  expect((await fresh.devices.find({})).totalCount).toBe(0)
})

test('Change the own password freely for ten minutes, later with the old one; end other sessions', async () => {
  const user = await buildPerson()
  const other = await buildPerson({ user_name: 'bert', phone: '13800000002' })
  const door = openDoor(database.db)
  const [here, there] = [await door.signIn('anna'), await door.signIn('anna')]
  const anna = await door.withToken(here.token)
  const change = (given: object) => anna.auth.updatePassword({ id: user.id, password: chosen, ...given })
  await expect(change({ id: other.id })).rejects.toEqual(refusal('FORBIDDEN'))
  await expect(change({ userName: 'bert' })).rejects.toEqual(refusal('FORBIDDEN'))
  await expect(change({ password: wrapped('short') })).rejects.toEqual(refusal('PASSWORD_RULE'))
  await expect(change({ passwordAgain: wrapped('Other#Pass26') })).rejects.toThrow('两次输入的密码不一致，请重新输入')
  door.time.now += 10 * minute
  await expect(change({})).rejects.toEqual(refusal('OLD_PASSWORD_NEEDED'))
  await expect(change({ oldPassword: wrapped('Wrong#Pass99') })).rejects.toEqual(refusal('OLD_PASSWORD_WRONG'))
  expect(await change({ oldPassword: wrapped('ColdFleet#26') })).toEqual({ id: user.id, ended: 1 })
  await expect((await door.withToken(there.token)).auth.info()).rejects.toEqual(refusal('SESSION_ENDED'))
  expect((await anna.auth.info()).id).toBe(user.id)
  // The password has just been typed, so the next change needs no old one.
  await change({ password: wrapped('Frost#Pine99') })
  await expect(change({ password: wrapped('Frost#Pine99') })).rejects.toThrow('新密码不能与旧密码相同')
  expect(await door.signIn('anna', 'Frost#Pine99')).toMatchObject({ id: user.id })
})

test('Unlock an account after a hundred failures by a code', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const failure = { user_name: 'anna', network: '198.51.100.0/24', address: '198.51.100.1', succeeded: false }
  const failures = Array.from({ length: 100 }, (_, index) => ({
    ...failure,
    at: new Date(door.time.now - (index + 90) * minute),
  }))
  await database.db.insertInto('login_attempt').values(failures).execute()
  await expect(door.signIn('anna')).rejects.toEqual(refusal('LOGIN_FAILED'))
  const visitor = await door.as()
  await visitor.auth.sendCode({ phone })
  await visitor.auth.resetPassword({ id: phone, userName: phone, code: codeSent(door), newPasswd: chosen })
  expect(await door.signIn('anna', 'Frost#Pine88')).toMatchObject({ userName: 'anna' })
})

test('Refuse every change by a token with scope "read"', async () => {
  await buildPerson()
  const door = openDoor(database.db)
  const boss = await door.withToken((await door.signIn('anna')).token)
  await expect(boss.auth.createToken({ minutes: 30, days: 2 })).rejects.toThrow('oneLifetime')
  const issued = await boss.auth.createToken({ minutes: 30, scope: 'read' })
  expect(issued.expiresAt).toBe(new Date(door.time.now + 30 * minute).toISOString())
  const reader = await door.withToken(issued.token)
  expect((await reader.users.find({})).totalCount).toBe(1)
  await expect(reader.views.save({} as never)).rejects.toEqual(refusal('FORBIDDEN'))
  door.time.now += 30 * minute
  await expect((await door.withToken(issued.token)).auth.info()).rejects.toEqual(refusal('SESSION_EXPIRED'))
})

import { beforeEach } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import type { useDatabase } from './database.ts'
import { buildCompany, buildHeadquarters, buildUser, type Company } from './factories.ts'
import { type Door, openDoor, passwordHash, testPassword, wrapped } from './sign-in.ts'

/** The acting user's own password, as sent with a change that assigns a role. */
export const confirmed = () => ({ ownPassword: wrapped(testPassword) })

/** An inspector as sent by the dialog, with the password of the user who adds the inspector. */
export const annaWith = (more = {}) => ({
  phone: '13800000001',
  name: '安娜',
  nickName: roleLabels.inspector,
  password: wrapped(testPassword),
  ...confirmed(),
  ...more,
})

/**
 * Create before each test two bases with a manager each, and the management (`boss`). All users have the same password.
 */
export function useUserOffice(database: ReturnType<typeof useDatabase>) {
  const office = {} as { door: Door; east: Company; west: Company }
  const person = async (user_name: string, nick_name: string | null, company: Company, more = {}) =>
    buildUser(database.db, {
      user_name,
      name: user_name,
      nick_name,
      company_id: company.id,
      password_hash: await passwordHash(),
      ...more,
    })
  beforeEach(async () => {
    office.door = openDoor(database.db)
    office.east = await buildCompany(database.db, { name: '华东基地' })
    office.west = await buildCompany(database.db, { name: '西北基地' })
    const headquarters = await buildHeadquarters(database.db)
    await person('boss', roleLabels.manager, headquarters)
    await person('east', roleLabels.baseManager, office.east)
    await person('west', roleLabels.baseManager, office.west)
  })
  return {
    office,
    person,
    stored: (id: number) =>
      database.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    callerOf: async (userName: string) => office.door.withToken((await office.door.signIn(userName)).token),
    /** Sign in with the first password and choose a new one. */
    enter: async (userName: string) => {
      const { token, id } = await office.door.signIn(userName)
      await (await office.door.withToken(token)).auth.updatePassword({ id, password: wrapped('Frost#Pine88') })
      return token
    },
  }
}

import { expect, test } from 'vitest'
import { buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters } from '#tests/support/factories.ts'
import { createFirstManager } from './first-manager.ts'

const database = useDatabase()
const make = (ADMIN_USER: string, ADMIN_PASSWORD: string) => {
  const { config, services } = buildContext(database.db, { config: { ADMIN_USER, ADMIN_PASSWORD } })
  return createFirstManager(database.db, config, services)
}

test("Refuse a first manager with a reserved name, a simple password or the demonstration's password", async () => {
  await buildHeadquarters(database.db)
  const own = 'Frost#Pine88'
  await expect(make('cli', own)).rejects.toThrow(/ADMIN_USER: This user name is reserved/)
  await expect(make('SYSTEM', own)).rejects.toThrow(/ADMIN_USER: This user name is reserved/)
  await expect(make('аdmin', own)).rejects.toThrow(/ADMIN_USER: A user name has letters/)
  await expect(make('root', 'ColdFleet#26')).rejects.toThrow(/ADMIN_PASSWORD: The password must not contain/)
  await expect(make('rooted', 'Rooted#Pine88')).rejects.toThrow(/ADMIN_PASSWORD: The password must not contain/)
  await expect(make('cli', 'simple')).rejects.toThrow(/ADMIN_USER[\s\S]*ADMIN_PASSWORD: The password/)
  expect(await database.db.selectFrom('app_user').select('id').execute()).toEqual([])
  expect(await make('root', own)).toBe(true)
  expect(await make('root', own)).toBe(false)
})

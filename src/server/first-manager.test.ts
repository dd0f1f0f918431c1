import { expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { companyForNewcomer } from './features/auth/queries.ts'
import { createFirstManager } from './first-manager.ts'
import { terminalViewer } from './session.ts'

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

test('Create a first manager when every manager is disabled, and say when the name belongs to one of them', async () => {
  const { id } = await buildHeadquarters(database.db)
  const manager = { nick_name: roleLabels.manager, company_id: id, home_company_id: id }
  await buildUser(database.db, { ...manager, user_name: 'former', disabled: true })
  await expect(make('former', 'Frost#Pine88')).rejects.toThrow(/ADMIN_USER: former is taken .* disabled/)
  expect(await make('root', 'Frost#Pine88')).toBe(true)
  expect(await make('later', 'Frost#Pine88')).toBe(false)
})

test('Use the headquarters in force for the terminal, newcomers and the first manager, not a deleted one', async () => {
  const { db } = database
  const former = await buildHeadquarters(db)
  await db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', former.id).execute()
  const { id } = await db
    .insertInto('company')
    .values({ kind: 'headquarters', name: '新总部', tenant_id: former.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('company').set({ tenant_id: id }).where('id', '=', id).execute()
  expect(await terminalViewer(db, { noticeVersion: () => undefined })).toMatchObject({ companyId: id, tenantId: id })
  expect(await companyForNewcomer(db, undefined)).toMatchObject({ id })
  await make('root', 'Frost#Pine88')
  const made = db.selectFrom('app_user').select('home_company_id').where('user_name', '=', 'root')
  expect(await made.executeTakeFirst()).toEqual({ home_company_id: id })
})

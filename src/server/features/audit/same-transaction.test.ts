import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import type { Viewer } from '#server/viewer.ts'
import { roleLabels } from '#shared/permissions.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildCompany, buildDevice, buildHeadquarters, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()
let manager: Viewer
const ids = { user: 0, device: 0, client: 0, account: 0 }

beforeEach(async () => {
  await buildHeadquarters(database.db)
  const base = await buildCompany(database.db)
  manager = await viewerOf(database.db, await buildUser(database.db, { user_name: 'boss' }))
  ids.user = (await buildUser(database.db, { user_name: 'east', nick_name: roleLabels.inspector, company_id: base.id })).id
  ids.device = (await buildDevice(database.db, {})).id
  ids.client = (await buildClient(database.db, { company_id: base.id })).id
  ids.account = (await buildAccount(database.db, { company_id: base.id })).id
})

type Caller = ReturnType<typeof buildCaller>
type Case = [action: string, table: string, target: keyof typeof ids, call: (caller: Caller) => Promise<unknown>]
const cases: Case[] = [
  ['devices.scrap', 'device', 'device', (caller) => caller.devices.scrap({ id: ids.device, reason: '报废' })],
  ['users.delete', 'app_user', 'user', (caller) => caller.users.delete({ id: ids.user })],
  ['users.setDisabled', 'app_user', 'user', (caller) => caller.users.setDisabled({ id: ids.user, disabled: true })],
  ['clients.delete', 'client', 'client', (caller) => caller.clients.delete({ id: ids.client })],
  ['accounts.delete', 'account', 'account', (caller) => caller.accounts.delete({ id: ids.account })],
]
const contentOf = async (table: string) =>
  (await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t order by t.id`.execute(database.db)).rows

test.each(cases)('%s leaves its line with who, when, from where and what, or changes nothing at all', async (action, table, target, call) => {
  const before = await contentOf(table)
  const full = {
    write: async () => {
      throw new Error('the log cannot be written')
    },
    denied: async () => undefined,
  }
  await expect(call(buildCaller(database.db, { viewer: manager, services: { audit: full } }))).rejects.toThrow()
  expect(await contentOf(table)).toEqual(before)

  const request = { address: '203.0.113.7' }
  await call(buildCaller(database.db, { viewer: manager, services: { audit: createAudit() }, request }))
  expect(await contentOf(table)).not.toEqual(before)
  const lines = await database.db.selectFrom('audit_log').selectAll().execute()
  expect(lines).toMatchObject([{ action, actor: 'boss', actor_user_id: manager.userId, address: '203.0.113.7', target_id: String(ids[target]), result: 'ok' }])
  expect(lines[0]?.details).not.toBeNull()
})

test('a refusal leaves its line too', async () => {
  const inspector = { ...manager, role: 'inspector' as const, userName: 'east' }
  const caller = buildCaller(database.db, { viewer: inspector, services: { audit: createAudit() }, now: testNow })
  await expect(caller.users.delete({ id: ids.user })).rejects.toThrow()
  expect(await database.db.selectFrom('audit_log').selectAll().execute()).toMatchObject([{ action: 'users.delete', actor: 'east', result: 'denied' }])
})

import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildCompany, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()
const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? String(error.code),
  )

async function office() {
  const { db } = database
  const centre = await buildHeadquarters(db)
  const [east, west] = [await buildCompany(db), await buildCompany(db)]
  const [site, elsewhere] = [await buildSite(db, { tenant: east, name: '一号站' }), await buildSite(db, { tenant: west })]
  const [client, foreign] = [await buildClient(db, { company_id: east.id, name: '晨曦' }), await buildClient(db, { company_id: west.id })]
  const as = async (given: Parameters<typeof buildUser>[1]) =>
    buildCaller(db, { viewer: await viewerOf(db, await buildUser(db, given)), services: { audit: createAudit() } })
  return {
    db,
    east,
    site,
    elsewhere,
    client,
    foreign,
    manager: await as({ company_id: centre.id }),
    // A manager who works in the base at the moment reaches no further.
    inEast: await as({ company_id: east.id }),
    base: await as({ company_id: east.id, nick_name: '基地负责人' }),
  }
}

test('a sub-account is added to a client, placed on a site of its base, renamed, and of two editors one wins', async () => {
  const { db, manager, base, site, elsewhere, client, foreign, inEast } = await office()
  const made = await manager.accounts.save({ name: ' 晨曦-1 ', clientId: client.id, siteId: site.id })
  expect(made).toMatchObject({ name: '晨曦-1', clientId: client.id, client: '晨曦', siteId: site.id, site: '一号站', rowVersion: 1, totalDeviceCount: 0 })
  expect(await manager.accounts.get({ id: made.id })).toEqual(made)
  expect((await manager.sites.get({ id: site.id })).accounts).toEqual([made.id])
  expect(await code(manager.accounts.save({ name: '晨曦-1', clientId: client.id }))).toBe('DUPLICATE')
  expect(await code(manager.accounts.save({ name: '', clientId: client.id }))).toBe('BAD_REQUEST')
  const change = { id: made.id, name: '晨曦-一', rowVersion: 1 }
  expect(await manager.accounts.update(change)).toMatchObject({ name: '晨曦-一', siteId: site.id, rowVersion: 2 })
  expect(await code(manager.accounts.update(change))).toBe('EDITED_BY_OTHERS')
  expect(await manager.accounts.update({ ...change, rowVersion: 2, siteId: null })).toMatchObject({ siteId: null, rowVersion: 3 })
  // Sites of another base, and clients beyond one’s reach, look like missing ones.
  for (const siteId of [elsewhere.id, 99_999]) {
    expect(await code(manager.accounts.save({ name: '乙', clientId: client.id, siteId }))).toBe('NOT_FOUND')
    expect(await code(manager.accounts.update({ ...change, rowVersion: 3, siteId }))).toBe('NOT_FOUND')
  }
  const { id } = await buildAccount(db, { client_id: foreign.id })
  for (const clientId of [foreign.id, 99_999]) expect(await code(inEast.accounts.save({ name: '乙', clientId }))).toBe('NOT_FOUND')
  for (const account of [id, 99_999]) {
    expect(await code(inEast.accounts.update({ id: account, name: '乙' }))).toBe('NOT_FOUND')
    expect(await code(inEast.accounts.delete({ id: account }))).toBe('NOT_FOUND')
  }
  expect(await code(base.accounts.save({ name: '乙', clientId: client.id }))).toBe('FORBIDDEN')
  const actions = await db.selectFrom('audit_log').select('action').where('result', '=', 'ok').orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual(['accounts.save', 'accounts.update', 'accounts.update'])
})

test('what has machines or users is not deleted; what has none goes, its name is free again, and the second deletion finds nothing', async () => {
  const { db, manager, base, east, client, inEast, foreign } = await office()
  const [used, free] = [await buildAccount(db, { client_id: client.id }), await buildAccount(db, { client_id: client.id, name: '空' })]
  const device = await buildDevice(db, { company_id: east.id, client_id: client.id, account_id: used.id })
  expect(await code(manager.accounts.delete({ id: used.id }))).toBe('IN_USE')
  expect(await code(base.accounts.delete({ id: free.id }))).toBe('FORBIDDEN')
  expect(await manager.accounts.delete({ id: free.id })).toEqual({ id: free.id })
  expect(await code(manager.accounts.delete({ id: free.id }))).toBe('NOT_FOUND')
  expect(await manager.accounts.save({ name: '空', clientId: client.id })).toMatchObject({ name: '空' })
  expect(await code(manager.clients.delete({ id: client.id }))).toBe('IN_USE')
  await db.updateTable('device').set({ client_id: null, account_id: null }).where('id', '=', device.id).execute()
  const person = await buildUser(db, { company_id: east.id, nick_name: '子账号', client_id: client.id, account_id: used.id })
  expect(await code(manager.clients.delete({ id: client.id }))).toBe('IN_USE')
  await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', person.id).execute()
  for (const id of [foreign.id, 99_999]) expect(await code(inEast.clients.delete({ id }))).toBe('NOT_FOUND')
  expect(await manager.clients.delete({ id: client.id })).toEqual({ id: client.id })
  expect(await code(manager.clients.delete({ id: client.id }))).toBe('NOT_FOUND')
  expect((await manager.accounts.find({ companyId: east.id })).totalCount).toBe(0)
  expect(await manager.clients.save({ name: '晨曦', companyId: east.id })).toMatchObject({ name: '晨曦', rowVersion: 1 })
})

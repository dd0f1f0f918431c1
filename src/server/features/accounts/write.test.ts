import { expect, test } from 'vitest'
import { sweepDeletedOwners } from '#server/features/clients/bin.ts'
import { createAudit } from '#server/services/audit.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { buildCallerAs, testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
  type UserValues,
} from '#tests/support/factories.ts'
import { codeOf } from '#tests/support/refusal.ts'

const database = useDatabase()
const dayMs = 86_400_000
const password = 'Right#1'

async function office() {
  const { db } = database
  const centre = await buildHeadquarters(db)
  const [east, west] = [await buildCompany(db), await buildCompany(db)]
  const [site, elsewhere] = [
    await buildSite(db, { tenant: east, name: '一号站' }),
    await buildSite(db, { tenant: west }),
  ]
  const [client, foreign] = [
    await buildClient(db, { company_id: east.id, name: '晨曦' }),
    await buildClient(db, { company_id: west.id }),
  ]
  const as = async (given: UserValues) =>
    buildCallerAs(db, { password_hash: `hash of ${password}`, ...given }, { services: { audit: createAudit() } })
  return {
    db,
    east,
    site,
    elsewhere,
    client,
    foreign,
    manager: await as({ company_id: centre.id }),
    // A manager who works in one base at the moment sees only that base.
    inEast: await as({ company_id: east.id }),
    base: await as({ company_id: east.id, nick_name: '基地负责人' }),
  }
}

test('Add, place and rename a sub-account; the second of two editors gets EDITED_BY_OTHERS', async () => {
  const { db, manager, base, site, elsewhere, client, foreign, inEast } = await office()
  const made = await manager.accounts.save({ name: ' 晨曦-1 ', clientId: client.id, siteId: site.id })
  expect(made).toMatchObject({
    name: '晨曦-1',
    clientId: client.id,
    client: '晨曦',
    siteId: site.id,
    site: '一号站',
    rowVersion: 1,
    totalDeviceCount: 0,
  })
  expect(await manager.accounts.get({ id: made.id })).toEqual(made)
  expect((await manager.sites.get({ id: site.id })).accounts).toEqual([made.id])
  expect(await codeOf(manager.accounts.save({ name: '晨曦-1', clientId: client.id }))).toBe('DUPLICATE')
  expect(await codeOf(manager.accounts.save({ name: '', clientId: client.id }))).toBe('BAD_REQUEST')
  const change = { id: made.id, name: '晨曦-一', rowVersion: 1 }
  expect(await manager.accounts.update(change)).toMatchObject({ name: '晨曦-一', siteId: site.id, rowVersion: 2 })
  expect(await codeOf(manager.accounts.update(change))).toBe('EDITED_BY_OTHERS')
  expect(await manager.accounts.update({ ...change, clientId: client.id, rowVersion: 2, siteId: null })).toMatchObject({
    siteId: null,
    rowVersion: 3,
  })
  // A change of client is refused, not ignored.
  await expect(manager.accounts.update({ ...change, clientId: foreign.id, rowVersion: 3 })).rejects.toThrow(
    '子账号属于其客户',
  )
  // A site of another base and a client out of scope get the same error as one that does not exist.
  for (const siteId of [elsewhere.id, 99_999]) {
    expect(await codeOf(manager.accounts.save({ name: '乙', clientId: client.id, siteId }))).toBe('NOT_FOUND')
    expect(await codeOf(manager.accounts.update({ ...change, rowVersion: 3, siteId }))).toBe('NOT_FOUND')
  }
  const { id } = await buildAccount(db, { client_id: foreign.id })
  for (const clientId of [foreign.id, 99_999])
    expect(await codeOf(inEast.accounts.save({ name: '乙', clientId }))).toBe('NOT_FOUND')
  for (const account of [id, 99_999]) {
    expect(await codeOf(inEast.accounts.update({ id: account, name: '乙' }))).toBe('NOT_FOUND')
    expect(await codeOf(inEast.accounts.delete({ id: account, password }))).toBe('NOT_FOUND')
  }
  expect(await codeOf(base.accounts.save({ name: '乙', clientId: client.id }))).toBe('FORBIDDEN')
  const actions = await db.selectFrom('audit_log').select('action').where('result', '=', 'ok').orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual(['accounts.save', 'accounts.update', 'accounts.update'])
})

test('Refuse to delete what has machines or users; free the name of what was deleted', async () => {
  const { db, manager, base, east, client, inEast, foreign } = await office()
  const [used, free] = [
    await buildAccount(db, { client_id: client.id }),
    await buildAccount(db, { client_id: client.id, name: '空' }),
  ]
  const device = await buildDevice(db, { company_id: east.id, client_id: client.id, account_id: used.id })
  expect(await codeOf(manager.accounts.delete({ id: used.id, password }))).toBe('IN_USE')
  expect(await codeOf(base.accounts.delete({ id: free.id, password }))).toBe('FORBIDDEN')
  expect(await manager.accounts.delete({ id: free.id, password })).toEqual({ id: free.id })
  expect(await codeOf(manager.accounts.delete({ id: free.id, password }))).toBe('NOT_FOUND')
  expect(await manager.accounts.save({ name: '空', clientId: client.id })).toMatchObject({ name: '空' })
  expect(await codeOf(manager.clients.delete({ id: client.id, password }))).toBe('IN_USE')
  await db.updateTable('device').set({ client_id: null, account_id: null }).where('id', '=', device.id).execute()
  const person = await buildUser(db, {
    company_id: east.id,
    nick_name: '子账号',
    client_id: client.id,
    account_id: used.id,
  })
  expect(await codeOf(manager.clients.delete({ id: client.id, password }))).toBe('IN_USE')
  await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', person.id).execute()
  for (const id of [foreign.id, 99_999]) expect(await codeOf(inEast.clients.delete({ id, password }))).toBe('NOT_FOUND')
  expect(await manager.clients.delete({ id: client.id, password })).toEqual({ id: client.id })
  expect(await codeOf(manager.clients.delete({ id: client.id, password }))).toBe('NOT_FOUND')
  expect((await manager.accounts.find({ companyId: east.id })).totalCount).toBe(0)
  expect(await manager.clients.save({ name: '晨曦', companyId: east.id })).toMatchObject({
    name: '晨曦',
    rowVersion: 1,
  })
})

test('Ask for the password before a deletion; restore with all parts, unless the name is taken', async () => {
  const { db, manager, base, east, site, client, inEast, foreign } = await office()
  const stored = newStoredName('png')
  const picture = await db
    .insertInto('attachment')
    .values({
      ...{
        company_id: east.id,
        owner_kind: 'client',
        owner_id: client.id,
        public_id: stored.publicId,
        stored_name: stored.storedName,
        file_name: 'p.png',
      },
      ...{ mime: 'image/png', size: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('client').set({ pic_id: picture.id }).where('id', '=', client.id).execute()
  const [one, two] = [
    await manager.accounts.save({ name: '甲', clientId: client.id, siteId: site.id }),
    await manager.accounts.save({ name: '乙', clientId: client.id }),
  ]
  const read = async () => [
    await manager.clients.get({ id: client.id }),
    await manager.accounts.get({ id: one.id }),
    await db.selectFrom('attachment').select('deleted_at').where('id', '=', picture.id).executeTakeFirst(),
  ]
  const before = await read()
  for (const sent of [{}, { password: 'wrong' }]) {
    expect(await codeOf(manager.clients.delete({ id: client.id, ...sent }))).toBe('VALIDATION')
    expect(await codeOf(manager.accounts.delete({ id: one.id, ...sent }))).toBe('VALIDATION')
  }
  expect(await read()).toEqual(before)
  await manager.accounts.delete({ id: two.id, password })
  await manager.clients.delete({ id: client.id, password })
  expect((await manager.clients.deleted()).data).toMatchObject([
    {
      kind: 'client',
      id: client.id,
      name: '晨曦',
      company: east.name,
      accounts: 1,
      deletedAt: '2026-11-20T04:00:00.000Z',
      restorableUntil: '2026-12-20T04:00:00.000Z',
    },
    { kind: 'account', id: two.id, name: '乙', client: '晨曦' },
  ])
  // A manager of a base has no bin, and sees nothing of another base's bin. A sub-account can be restored only after
  // its client.
  expect(await codeOf(base.clients.deleted())).toBe('FORBIDDEN')
  for (const id of [foreign.id, 99_999]) expect(await codeOf(inEast.clients.restore({ id }))).toBe('NOT_FOUND')
  expect(await codeOf(manager.accounts.restore({ id: two.id }))).toBe('IN_USE')
  const taker = await manager.clients.save({ name: '晨曦', companyId: east.id })
  await expect(manager.clients.restore({ id: client.id })).rejects.toThrow(
    '名称“晨曦”已被其他数据使用，请先将其改名，再恢复',
  )
  await manager.clients.update({ id: taker.id, name: '新晨曦' })
  const restored = await manager.clients.restore({ id: client.id })
  const bumped = (place: object) => ({ ...place, rowVersion: expect.any(Number) })
  expect(restored).toEqual(bumped({ ...before[0], accounts: [one.id] }))
  expect(await read()).toEqual([restored, bumped(before[1] as object), before[2]])
  expect(await manager.accounts.restore({ id: two.id })).toMatchObject({ id: two.id, name: '乙', siteId: null })
  expect(await codeOf(manager.accounts.restore({ id: two.id }))).toBe('NOT_FOUND')
  // A taken name blocks a restore only until it is free. A site deleted meanwhile does not block it.
  await manager.accounts.delete({ id: one.id, password })
  const taken = await manager.accounts.save({ name: '甲', clientId: client.id })
  expect(await codeOf(manager.accounts.restore({ id: one.id }))).toBe('DUPLICATE')
  await manager.accounts.update({ id: taken.id, name: '丙' })
  await db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', site.id).execute()
  expect(await manager.accounts.restore({ id: one.id })).toMatchObject({ name: '甲', siteId: null })
  await manager.accounts.delete({ id: one.id, password })
  expect(await sweepDeletedOwners(db, new Date(testNow.getTime() + 29 * dayMs))).toBe(0)
  expect(await sweepDeletedOwners(db, new Date(testNow.getTime() + 31 * dayMs))).toBe(1)
  expect(await codeOf(manager.accounts.restore({ id: one.id }))).toBe('NOT_FOUND')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { encryptPassword } from '#shared/password-encryption.ts'
import { roleLabels } from '#shared/roles.ts'
import { buildDevice } from '#tests/support/factories.ts'
import { callerAt, firstManager, signInAt, useTwoProcesses } from '#tests/support/processes.ts'

const processes = useTwoProcesses('names')

/** Load all names into both processes. */
async function warm() {
  for (const app of [processes.one, processes.other]) await (await callerAt(app, processes.token)).clients.find({})
}

test('accept in one process at once a base, client or sub-account created, renamed or deleted in another', async () => {
  for (const round of [1, 2, 3]) {
    await warm()
    const base = await (await callerAt(processes.one, processes.token)).sites.save({
      name: `基地 ${round}`,
      province: '江苏省',
      domain: `base${round}`,
    })
    const client = await (await callerAt(processes.other, processes.token)).clients.save({
      name: `客户 ${round}`,
      companyId: base.id,
      province: '江苏省',
    })
    const account = await (await callerAt(processes.one, processes.token)).accounts.save({
      name: `子账号 ${round}`,
      clientId: client.id,
    })
    expect((await (await callerAt(processes.other, processes.token)).accounts.get({ id: account.id })).client).toBe(
      `客户 ${round}`,
    )
    await (await callerAt(processes.other, processes.token)).clients.update({
      id: client.id,
      name: `新名 ${round}`,
      province: '江苏省',
      rowVersion: client.rowVersion,
    })
    expect((await (await callerAt(processes.one, processes.token)).accounts.get({ id: account.id })).client).toBe(
      `新名 ${round}`,
    )
    const password = encryptPassword(processes.one.services.keys.publicKey().pem, firstManager.ADMIN_PASSWORD)
    await (await callerAt(processes.one, processes.token)).clients.delete({ id: client.id, password })
    await expect(
      (await callerAt(processes.other, processes.token)).accounts.save({ name: 'late', clientId: client.id }),
    ).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  }
})

test('read names once and not again until one of them has changed, whatever the number of requests', async () => {
  await warm()
  const reads = async () => (await processes.other.services.places.book()).version
  const before = await processes.other.services.places.book()
  for (let request = 0; request < 20; request++)
    await (await callerAt(processes.other, processes.token)).clients.find({})
  expect(await processes.other.services.places.book()).toBe(before)
  // A manual change, past the product, counts as well.
  await sql`update company set name = '总部 A' where kind = 'headquarters'`.execute(processes.one.db)
  await (await callerAt(processes.other, processes.token)).clients.find({})
  expect(await processes.other.services.places.book()).not.toBe(before)
  expect(await reads()).toBeGreaterThan(before.version)
})

test('show a client its first machine on the site of another base at once in every process', async () => {
  const base = await (await callerAt(processes.one, processes.token)).sites.save({
    name: '东',
    province: '江苏省',
    domain: 'east',
  })
  const west = await (await callerAt(processes.one, processes.token)).sites.save({
    name: '西',
    province: '江苏省',
    domain: 'west',
  })
  const client = await (await callerAt(processes.one, processes.token)).clients.save({
    name: '晨曦',
    companyId: base.id,
    province: '江苏省',
  })
  const user = {
    user_name: 'owner',
    name: 'owner',
    nick_name: roleLabels.client,
    company_id: base.id,
    home_company_id: base.id,
    client_id: client.id,
  }
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from app_user limit 1`.execute(
    processes.one.db,
  )
  const { id } = await processes.one.db
    .insertInto('app_user')
    .values({ ...user, password_hash: rows[0]?.hash ?? '', last_password_reset_date: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await processes.one.db.insertInto('membership').values({ user_id: id, company_id: base.id }).execute()
  const own = await signInAt(processes.one, 'owner', firstManager.ADMIN_PASSWORD)
  for (const app of [processes.one, processes.other])
    expect((await (await callerAt(app, own)).devices.find({})).totalCount).toBe(0)
  await buildDevice(processes.one.db, { company_id: west.id, client_id: client.id })
  for (const app of [processes.one, processes.other])
    expect((await (await callerAt(app, own)).devices.find({})).totalCount).toBe(1)
})

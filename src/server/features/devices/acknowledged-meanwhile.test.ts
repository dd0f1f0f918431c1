import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildDevice, buildSite, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()

/** Build a base with a machine in trouble, and return the calls about it by inspectors of that base. */
async function buildTrouble() {
  const { db } = database
  const base = await buildCompany(db)
  const site = await buildSite(db, { tenant: base })
  const client = await buildClient(db, { company_id: base.id })
  const place = { company_id: base.id, site_id: site.id, client_id: client.id }
  const { id } = await buildDevice(db, { ...place, serial: 'W1', state: 'warn' })
  return async (name: string) => {
    const user = await buildUser(db, { company_id: base.id, home_company_id: base.id, nick_name: '检验员', name })
    const { devices } = buildCaller(db, { viewer: await viewerOf(db, user), services: { audit: createAudit() } })
    return {
      userId: user.id,
      attend: (request: object) => devices.attend({ selection: { ids: [id] }, ...request }),
      care: async () => (await devices.warnings({})).data[0]?.care,
    }
  }
}

test('Neither replace nor withdraw the acknowledgement of another person unseen', async () => {
  const inspector = await buildTrouble()
  const person = async (name: string) => {
    const { attend, care } = await inspector(name)
    return {
      acknowledge: (reason: string, onlyIf?: 'new') => attend({ acknowledged: true, reason, onlyIf }),
      undo: () => attend({ acknowledged: false, onlyIf: 'own' }),
      reason: async () => (await care())?.acknowledged?.reason,
    }
  }
  const [one, other] = [await person('周敏'), await person('何立')]
  await one.acknowledge('fan ordered', 'new')
  await expect(other.acknowledge('planned', 'new')).rejects.toThrow('周敏 已确认知悉')
  expect(await one.reason()).toBe('fan ordered')
  // A person who has seen it may change it; the first one's undo would then withdraw what the other wrote.
  await other.acknowledge('planned')
  await expect(one.undo()).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await one.reason()).toBe('planned')
  await other.undo()
  expect(await one.reason()).toBeUndefined()
})

test('Neither replace nor undo a note or an assignee that another person has written meanwhile', async () => {
  const { userId, attend, care } = await (await buildTrouble())('周敏')
  await attend({ note: 'fan ordered', expected: { note: null } })
  await expect(attend({ note: 'nothing to do', expected: { note: null } })).rejects.toMatchObject({ code: 'CONFLICT' })
  await attend({ note: 'fan arrived', expected: { note: 'fan ordered' } })
  // The undo of the first person, who wrote "fan ordered".
  await expect(attend({ note: null, expected: { note: 'fan ordered' } })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await care())?.note).toBe('fan arrived')
  await attend({ note: null, expected: { note: 'fan arrived' } })
  expect((await care())?.note ?? null).toBeNull()
  await attend({ assigneeId: userId, expected: { assigneeId: null } })
  await expect(attend({ assigneeId: null, expected: { assigneeId: null } })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await care())?.assignee?.id).toBe(userId)
})

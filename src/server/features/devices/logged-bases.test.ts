import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'

const database = useDatabase()

test('Tell the log of each base which of its machines headquarters attended to and marked', async () => {
  const { db } = database
  const headquarters = await buildHeadquarters(db)
  const user = await buildUser(db, { company_id: headquarters.id, nick_name: '管理层' })
  const call = buildCaller(db, { viewer: await viewerOf(db, user), services: { audit: createAudit() } })
  const [one, other] = [await buildCompany(db), await buildCompany(db)]
  const device = async (base: typeof one, serial: string, state: 'warn' | 'scrap' = 'warn') =>
    buildDevice(db, { company_id: base.id, site_id: (await buildSite(db, { tenant: base })).id, serial, state })
  const machines = [
    await device(one, 'A1'),
    await device(one, 'A2'),
    await device(other, 'B1'),
    await device(other, 'B2', 'scrap'),
  ]
  const selection = { ids: machines.map(({ id }) => id) }
  await call.devices.attend({ selection, acknowledged: true, reason: 'known' })
  expect(await call.devices.mark({ mark: 'lost', selection, reason: 'not found' })).toMatchObject({
    changed: 3,
    refused: { scrapped: 1, otherState: 0 },
  })
  const told = await db
    .selectFrom('audit_log')
    .select(['action', 'company_id', 'target_id', 'details'])
    .where('action', 'in', ['devices.attend', 'devices.mark'])
    .orderBy('id')
    .execute()
  const entry = (action: string, base: typeof one, details: object, target: number | undefined = undefined) => ({
    action,
    company_id: base.id,
    target_id: target === undefined ? null : String(target),
    details: expect.objectContaining(details),
  })
  expect(told).toEqual([
    entry('devices.attend', one, { devices: 2, serials: ['A1', 'A2'] }),
    entry('devices.attend', other, { devices: 1, serials: ['B1'] }, machines[2]?.id),
    entry('devices.mark', one, { devices: 2, refused: { scrapped: 0, otherState: 0 }, serials: ['A1', 'A2'] }),
    entry('devices.mark', other, { devices: 1, refused: { scrapped: 1, otherState: 0 }, serials: ['B1'] }),
  ])
})

import { expect, test } from 'vitest'
import type { ScheduleSave } from '#shared/schedules.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildSite } from '#tests/support/factories.ts'
import { refusal } from '#tests/support/refusal.ts'
import { scheduleHouse } from '#tests/support/schedules.ts'

const database = useDatabase()
const db = () => database.db
const weekly = (name: string, channelIds: number[]): ScheduleSave =>
  ({ name, content: 'digest', channelIds, every: 'week', weekdays: [5], time: '13:00' }) as ScheduleSave

/** Create an outage that affects machines of two clients, and an event of the first client alone. */
async function town() {
  const house = scheduleHouse(db)
  const site = await buildSite(db(), { name: '一号站' })
  const companyId = site.tenant_id
  const [own, rival] = [
    await buildClient(db(), { company_id: companyId, name: '晨曦数据' }),
    await buildClient(db(), { company_id: companyId, name: '远山对手' }),
  ]
  const alert = async (kind: 'site.outage' | 'device.away', clientId: number | null, count: number) => {
    const figures = {
      opened_at: '2026-11-19T06:05:00Z',
      last_seen_at: '2026-11-19T06:05:00Z',
      count_now: count,
      count_worst: count,
      count_of: 120,
    }
    const place = {
      company_id: companyId,
      site_id: site.id,
      client_id: clientId,
      account_id: null,
      type: null,
      kind,
      severity: 'critical' as const,
    }
    return (
      await db()
        .insertInto('alert')
        .values({ ...place, ...figures, rule_id: null, detail: '{}' } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  const joined = (alertId: number, clientId: number, count: number) =>
    db()
      .insertInto('alert_device')
      .values({
        ...{
          company_id: companyId,
          batch_id: null,
          joined_at: '2026-11-19T06:05:00Z',
          alert_id: alertId,
          client_id: clientId,
        },
        device_ids: Array.from({ length: count }, (_, id) => id + 1),
      } as never)
      .execute()
  const outage = await alert('site.outage', null, 118)
  await joined(outage, own.id, 7)
  await joined(outage, rival.id, 111)
  await joined(await alert('device.away', rival.id, 3), rival.id, 3)
  const manager = await house.person({ nick_name: '基地负责人', company_id: companyId, home_company_id: companyId })
  const person = (client: { id: number }) =>
    house.person({ nick_name: '客户', company_id: companyId, home_company_id: companyId, client_id: client.id })
  return { house, companyId, own, rival, manager, person }
}

test('Send each client a digest of its own machines only, and the base a digest of all', async () => {
  const { house, companyId, own, rival, manager, person } = await town()
  const channels = {
    base: await house.channel({ company_id: companyId, recipients: 'base@x.example' }),
    own: await house.channel({ company_id: companyId, client_id: own.id, recipients: 'own@x.example', language: 'en' }),
    rival: await house.channel({ company_id: companyId, client_id: rival.id, recipients: 'rival@x.example' }),
  }
  await manager.caller().schedules.save(weekly('基地周报', [channels.base]))
  await (await person(own)).caller().schedules.save(weekly('my week', [channels.own]))
  await (await person(rival)).caller().schedules.save(weekly('对手周报', [channels.rival]))
  const sent = await house.pass('2026-11-20T05:00:00Z')
  const told = new Map(sent.map(({ destination, message }) => [destination.recipients[0], message]))
  expect([...told.keys()]).toEqual(['base@x.example', 'own@x.example', 'rival@x.example'])
  expect([...told.values()].every(({ type }) => type === 'schedule.digest')).toBe(true)
  expect(told.get('base@x.example')?.lines).toEqual([
    expect.stringContaining('离线 118/120'),
    expect.stringContaining('远山对手'),
  ])
  expect(told.get('own@x.example')?.lines).toEqual([expect.stringMatching(/^\[Critical\] 一号站 offline 7, since /)])
  expect(JSON.stringify(told.get('own@x.example'))).not.toMatch(/远山对手|118|120|111/)
  expect(told.get('rival@x.example')?.lines).toEqual([
    expect.stringMatching(/离线 111，/),
    expect.stringContaining('长期离线 3'),
  ])
  expect(JSON.stringify(told.get('rival@x.example'))).not.toMatch(/晨曦数据|118|120|"count":7/)
})

test("Never send a digest of the base to a client's channel, however it got into the schedule", async () => {
  const { house, companyId, own, manager } = await town()
  const [base, ofClient] = [
    await house.channel({ company_id: companyId }),
    await house.channel({ company_id: companyId, client_id: own.id }),
  ]
  await expect(manager.caller().schedules.save(weekly('周报', [base, ofClient]))).rejects.toEqual(refusal('VALIDATION'))
  const { id } = await manager.caller().schedules.save(weekly('周报', [base]))
  // A channel that was assigned to a client afterwards.
  await db()
    .updateTable('schedule')
    .set({ channel_ids: [base, ofClient] })
    .where('id', '=', id)
    .execute()
  const sent = await house.pass('2026-11-20T05:00:00Z')
  expect(sent).toHaveLength(1)
  expect(
    (await db().selectFrom('delivery').select('channel_id').execute()).map(({ channel_id }) => channel_id),
  ).toEqual([base])
})

import { expect, test } from 'vitest'
import { deviceConditions } from '#server/db/device-set.ts'
import { AppError } from '#shared/errors.ts'
import { buildCaller, buildContext, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { type FactBounds, filteredFactsOf, withFacts } from './fact-filter.ts'

const database = useDatabase()

async function town() {
  const { db } = database
  const [base, other] = [await buildCompany(db), await buildCompany(db)]
  const client = await buildClient(db, { company_id: base.id })
  const viewer = await buildViewer(db, { company_id: base.id, nick_name: '基地负责人' })
  const facts = [
    { hall: '一号厂房', rack: 'R-1', ip: '10.12.3.17', firmware: 'v2.1-rc', tags: ['VIP', '待检'] },
    { hall: '一号厂房', rack: 'r-1', ip: '10.12.30.1', firmware: 'V2.10', tags: ['待检'] },
    { hall: '一号厂房', rack: 'R-12', ip: 'fe80::1', firmware: '100%', tags: null },
    { hall: '二号厂房', rack: 'R-1', ip: null, firmware: null, tags: ['vip'] },
  ]
  for (const [at, told] of facts.entries())
    for (const company of [base, other]) {
      const owner = company === base && at < 2 ? { client_id: client.id } : {}
      const device = await buildDevice(db, {
        company_id: company.id,
        serial: `${company === base ? 'OWN' : 'FOREIGN'}-${at}`,
        ...owner,
      })
      await db
        .insertInto('device_facts')
        .values({ company_id: company.id, device_id: device.id, ...told })
        .execute()
    }
  await buildDevice(db, { company_id: base.id, serial: 'OWN-9' })
  return { db, base, viewer, client, caller: buildCaller(db, { viewer, request: { language: 'en' } }) }
}

test('Find machines by hall, firmware prefix, address prefix and tag, in any case, within one tenant', async () => {
  const { caller, client } = await town()
  const found = async (filters: Parameters<typeof caller.devices.find>[0]) =>
    (await caller.devices.find(filters)).data.map(({ serial }) => serial)
  expect(await found({ hall: '一号厂房' })).toEqual(['OWN-0', 'OWN-1', 'OWN-2'])
  expect(await found({ hall: '一号' })).toEqual([])
  expect(await found({ rack: 'r-1' })).toEqual(['OWN-0', 'OWN-1', 'OWN-3'])
  expect(await found({ hall: '一号厂房', rack: ' R-1 ' })).toEqual(['OWN-0', 'OWN-1'])
  expect(await found({ firmware: 'v2.1' })).toEqual(['OWN-0', 'OWN-1'])
  expect(await found({ firmware: '100%' })).toEqual(['OWN-2'])
  expect(await found({ firmware: '%' })).toEqual([])
  expect(await found({ ip: '10.12' })).toEqual(['OWN-0', 'OWN-1'])
  for (const ip of ['10.12.3', '10.12.3.', '10.12.3.*', '10.12.3.17']) expect(await found({ ip })).toEqual(['OWN-0'])
  expect(await found({ ip: 'FE80:' })).toEqual(['OWN-2'])
  expect(await found({ tag: 'vip' })).toEqual(['OWN-0', 'OWN-3'])
  expect(await found({ tag: '待检', clientId: client.id, serial: 'own-1' })).toEqual(['OWN-1'])
  expect(await found({ hall: 'unlimited', tag: '', ip: null })).toHaveLength(5)
  expect(await caller.charts.counts({ rack: 'R-1' })).toMatchObject({ total: 3 })
  const { serialList } = await caller.devices.keepSerials({ serials: 'OWN-0 OWN-9' })
  expect(await found({ serialList, hall: '一号厂房' })).toEqual(['OWN-0'])
  await expect(caller.devices.find({ ip: '10.x' })).rejects.toThrow('ipPart')
})

test('Act on all machines that a filter by facts has listed', async () => {
  const { caller } = await town()
  const selection = { filters: { tag: '待检' }, expected: 3 }
  await expect(caller.devices.mark({ mark: 'lost', reason: 'gone', selection })).rejects.toMatchObject({
    cause: { code: 'COUNT_CHANGED' },
  })
  expect(
    await caller.devices.mark({ mark: 'lost', reason: 'gone', selection: { ...selection, expected: 2 } }),
  ).toMatchObject({ changed: 2 })
  expect(await caller.charts.counts({ state: 'lost', tag: '待检' })).toMatchObject({ total: 2, lost: 2 })
})

test('Find the same machines for any size of fleet, or ask for a narrower filter', async () => {
  const { db, base, viewer, client } = await town()
  const { places } = buildContext(db).services
  const scope = await places.scopeOf(viewer, 'company')
  const none = {
    few: 0,
    some: { devices: 0, picked: 0 },
    joined: { devices: 0, pages: 0 },
    ofSites: 0,
    matching: 10,
    picked: 10,
  }
  const serialsOf = async (filters: Parameters<typeof places.narrow>[1], bounds: Partial<FactBounds>) => {
    const { hall, rack, shelf, firmware, ip, tag, ...others } = filters ?? {}
    const facts = filteredFactsOf({ hall, rack, shelf, firmware, ip, tag })
    const set = await withFacts(db, await places.narrow(scope, others), facts ?? {}, { ...none, ...bounds })
    const rows = await db.selectFrom('device').select('serial').where(deviceConditions(set)).orderBy('serial').execute()
    return rows.map(({ serial }) => serial)
  }
  const joined = { devices: 10, pages: 1_000 }
  for (const bounds of [
    {},
    { joined },
    { joined: { devices: 10, pages: 0 } },
    { few: 10 },
    { some: { devices: 10, picked: 2 } },
    { few: 1, matching: 3, picked: 2 },
  ]) {
    expect(await serialsOf({ hall: '一号厂房', rack: 'R-1' }, bounds)).toEqual(['OWN-0', 'OWN-1'])
    expect(await serialsOf({ tag: '待检', clientId: client.id }, bounds)).toEqual(['OWN-0', 'OWN-1'])
    expect(await serialsOf({ tag: 'nothing' }, bounds)).toEqual([])
    expect(await serialsOf({ firmware: 'v2', tag: 'vip', ip: '10.12' }, bounds)).toEqual(['OWN-0'])
    expect(await serialsOf({ rack: 'R-1', serial: 'own-1' }, bounds)).toEqual(['OWN-1'])
  }
  // For sites one index answers the filter, wherever the machines were before.
  const site = await buildSite(db, { tenant: base })
  await db.updateTable('device').set({ site_id: site.id }).where('serial', 'in', ['OWN-0', 'OWN-2']).execute()
  const ofSites = { ofSites: 2, matching: 0, picked: 0 }
  expect(await serialsOf({ hall: '一号厂房', siteId: site.id }, ofSites)).toEqual(['OWN-0', 'OWN-2'])
  expect(await serialsOf({ firmware: 'v2', siteId: site.id }, ofSites)).toEqual(['OWN-0'])
  expect(await serialsOf({ rack: 'R-12', siteId: site.id, serial: 'own-0' }, ofSites)).toEqual([])
  await expect(serialsOf({ hall: '一号厂房', siteId: site.id }, { ...ofSites, ofSites: 1 })).rejects.toMatchObject({
    code: 'TOO_WIDE',
  })
  await expect(serialsOf({ tag: '待检', siteId: site.id }, ofSites)).rejects.toMatchObject({ code: 'TOO_WIDE' })
  const { serialList } = await buildCaller(db, { viewer }).devices.keepSerials({ serials: 'OWN-1 OWN-2' })
  expect(await serialsOf({ hall: '一号厂房', serialList }, {})).toEqual(['OWN-1', 'OWN-2'])
  // Few machines have the firmware; too many are in the hall.
  expect(await serialsOf({ hall: '一号厂房', firmware: 'v2.1' }, { matching: 2 })).toEqual(['OWN-0', 'OWN-1'])
  // Three machines are in the hall: too many, unless the set is small.
  const wide = { code: 'TOO_WIDE' }
  const some = { devices: 5, picked: 2 }
  await expect(serialsOf({ hall: '一号厂房' }, { matching: 2 })).rejects.toMatchObject(wide)
  await expect(serialsOf({ hall: '一号厂房' }, { picked: 2 })).rejects.toMatchObject(wide)
  await expect(serialsOf({ hall: '一号厂房' }, { some })).rejects.toMatchObject(wide)
  expect(await serialsOf({ hall: '一号厂房', clientId: client.id }, { matching: 2, some })).toEqual(['OWN-0', 'OWN-1'])
  // Few machines match a part of a serial, whatever facts they have.
  expect(await serialsOf({ hall: '一号厂房', serial: 'own-2' }, { few: 1, matching: 2 })).toEqual(['OWN-2'])
  await expect(serialsOf({ hall: '一号厂房', serial: 'own' }, { few: 1, matching: 2 })).rejects.toThrow(AppError)
})

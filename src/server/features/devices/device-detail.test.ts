import { describe, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildUser, type UserValues } from '#tests/support/factories.ts'
import { codeOf } from '#tests/support/refusal.ts'

const database = useDatabase()
const callerAs = async (given: UserValues = {}) => {
  const user = await buildUser(database.db, given)
  return {
    user,
    caller: buildCaller(database.db, { viewer: await viewerOf(database.db, user), services: { audit: createAudit() } }),
  }
}

describe('reviewers of a device', () => {
  test('Add reviewers without removing any, and change nothing the second time', async () => {
    const { db } = database
    const base = await buildCompany(db)
    const device = await buildDevice(db, { company_id: base.id })
    const { user: first, caller } = await callerAs({ company_id: base.id, nick_name: '基地负责人', name: '甲' })
    const { user: second } = await callerAs({ company_id: base.id, nick_name: '检验员', name: '乙' })
    await callerAs({ name: '外人' })
    expect((await caller.devices.reviewers({ id: device.id })).map(({ id }) => id).sort((a, b) => a - b)).toEqual([
      first.id,
      second.id,
    ])
    await caller.devices.addChecks({ id: device.id, people: [{ id: first.id }] })
    const after = await caller.devices.addChecks({
      id: device.id,
      people: [{ id: first.id }, { id: second.id, name: '任意' }],
    })
    expect(after.checks).toEqual([
      { id: first.id, name: '甲' },
      { id: second.id, name: '乙' },
    ])
    const written = await auditEntries(db, 'devices.addChecks', ['details'])
    expect(written.map(({ details }) => details)).toEqual([
      { serial: device.serial, reviewers: [first.id] },
      { serial: device.serial, reviewers: [second.id] },
    ])
  })

  test("Accept reviewers only from the device's base, and answer NOT_FOUND to another base", async () => {
    const { db } = database
    const device = await buildDevice(db)
    const { user, caller } = await callerAs({ company_id: (await buildCompany(db)).id, nick_name: '检验员' })
    expect(await codeOf(caller.devices.addChecks({ id: device.id, people: [{ id: user.id }] }))).toBe('NOT_FOUND')
    const { caller: manager } = await callerAs()
    expect(await codeOf(manager.devices.addChecks({ id: device.id, people: [{ id: user.id }] }))).toBe('NOT_FOUND')
  })
})

test('Accept comments on a scrapped device, but neither reviewers nor a publication', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const device = await buildDevice(db, { company_id: base.id, state: 'scrap' })
  const { user, caller } = await callerAs({ company_id: base.id, nick_name: '检验员' })
  expect(await codeOf(caller.devices.addChecks({ id: device.id, people: [{ id: user.id }] }))).toBe('DEVICE_SCRAPPED')
  expect(await codeOf(caller.traces.setStatus({ deviceId: device.id, status: 1 }))).toBe('DEVICE_SCRAPPED')
  expect((await caller.comments.save({ deviceId: device.id, content: '已拆件' })).content).toBe('已拆件')
})

test('Create the trace of a device with its first publication, and change it with later ones', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const device = await buildDevice(db, { company_id: base.id })
  const { caller } = await callerAs({ company_id: base.id, nick_name: '检验员', name: '李检' })
  expect(await caller.traces.ofDevice({ id: device.id })).toEqual({
    id: null,
    testeeId: null,
    deviceId: device.id,
    status: 0,
    person: null,
    timeStr: null,
  })
  const published = await caller.traces.setStatus({ deviceId: device.id, status: 1 })
  expect(published).toMatchObject({ deviceId: device.id, status: 1, person: '李检', timeStr: '2026-11-20 12:00:00' })
  expect(await caller.traces.setStatus({ id: published.id, status: 3 })).toMatchObject({ id: published.id, status: 3 })
  const { caller: stranger } = await callerAs({ company_id: (await buildCompany(db)).id, nick_name: '检验员' })
  expect(await codeOf(stranger.traces.setStatus({ id: published.id, status: 1 }))).toBe('NOT_FOUND')
})

describe('the history of a device', () => {
  test('List events with cause and author, newest first, and hide names of the staff from the owner', async () => {
    const { db } = database
    const base = await buildCompany(db)
    const device = await buildDevice(db, { company_id: base.id })
    const { user, caller } = await callerAs({ company_id: base.id, nick_name: '基地负责人', name: '王站长' })
    await caller.devices.mark({ mark: 'lost', selection: { ids: [device.id] }, reason: '盘点未见' })
    await caller.devices.mark({ mark: 'found', selection: { ids: [device.id] } })
    const { data, totalCount } = await caller.devices.timeline({ id: device.id })
    expect(totalCount).toBe(2)
    expect(data.map(({ from, to, cause, by }) => [from, to, cause, by])).toEqual([
      ['lost', 'offline', 'found', user.name],
      ['normal', 'lost', 'lost', user.name],
    ])
    expect(data[1]?.note).toBe('盘点未见')
    const { caller: owner } = await callerAs({ company_id: base.id, nick_name: '客户', client_id: device.client_id })
    expect((await owner.devices.timeline({ id: device.id })).data.map(({ by, note }) => [by, note])).toEqual([
      [null, null],
      [null, null],
    ])
  })
})

test('List the longest warnings first, and count each kind of trouble', async () => {
  const { db } = database
  await buildHeadquarters(db)
  const one = await buildCompany(db)
  const other = await buildCompany(db)
  await buildDevice(db, { company_id: one.id, state: 'warn', serial: 'B', state_since: '2026-11-19T00:00:00Z' })
  await buildDevice(db, { company_id: other.id, state: 'warn', serial: 'A', state_since: '2026-11-02T00:00:00Z' })
  await buildDevice(db, { company_id: one.id, state: 'low', serial: 'C' })
  await buildDevice(db, { company_id: one.id, serial: 'D' })
  const { caller } = await callerAs()
  const list = await caller.devices.warnings({})
  expect(list.data.map(({ serial, stateSince }) => [serial, stateSince])).toEqual([
    ['A', '2026-11-02T00:00:00.000Z'],
    ['B', '2026-11-19T00:00:00.000Z'],
  ])
  expect(list).toMatchObject({ totalCount: 2, counts: { warn: 2, low: 1, offline: 0 } })
  expect((await caller.devices.warnings({ companyId: one.id, state: 'low' })).data.map(({ serial }) => serial)).toEqual(
    ['C'],
  )
})

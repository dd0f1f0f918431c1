import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { warningSortColumns } from '#shared/device-detail.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildSite, buildUser, type Company } from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()
const refusedAs = (code: string) => ({ cause: { code } })

async function town() {
  const { db } = database
  const base = await buildCompany(db)
  const site = await buildSite(db, { tenant: base })
  let now = new Date('2026-11-20T02:00:00Z')
  const personOf = async (company: Company, role: string) => {
    const user = await buildUser(db, { company_id: company.id, nick_name: role })
    const viewer = await viewerOf(db, user)
    return {
      user,
      caller: () => buildCaller(db, { viewer, now, services: { audit: createAudit() }, request: { language: 'en' } }),
    }
  }
  const chief = await personOf(base, '基地负责人')
  const inspector = await personOf(base, '检验员')
  const device = (serial: string, given: Parameters<typeof buildDevice>[1] = {}) =>
    buildDevice(db, {
      company_id: base.id,
      site_id: site.id,
      serial,
      state: 'warn',
      state_since: new Date('2026-11-19T02:00:00Z'),
      last_report_at: new Date('2026-11-19T02:00:00Z'),
      ...given,
    })
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000)
  }
  const serials = async (asked: object = {}) => {
    const { data, totalCount } = await chief.caller().devices.warnings(asked)
    expect(totalCount).toBe(data.length)
    return data.map(({ serial }) => serial)
  }
  return { db, base, site, chief, inspector, personOf, device, later, serials }
}

test('Keep an acknowledgement until the machine leaves its state, and drop it for the next trouble', async () => {
  const { db, base, site, chief, inspector, device, later, serials } = await town()
  const one = await device('W1')
  await device('W2')
  await device('N1', { state: 'normal' })
  await inspector.caller().devices.attend({ selection: { ids: [one.id] }, acknowledged: true, reason: 'fan ordered' })
  const { data } = await chief.caller().devices.warnings({ serial: 'W1' })
  expect(data[0]?.care).toEqual({
    acknowledged: { by: inspector.user.name, at: '2026-11-20T02:00:00.000Z', reason: 'fan ordered' },
    assignee: null,
    note: null,
  })
  expect([await serials(), await serials({ acknowledged: 'yes' }), await serials({ acknowledged: 'no' })]).toEqual([
    ['W1', 'W2'],
    ['W1'],
    ['W2'],
  ])
  expect((await chief.caller().devices.warnings({ acknowledged: 'no' })).counts).toEqual({
    warn: 1,
    low: 0,
    offline: 0,
  })

  // A report with the same state changes nothing. A change to another state and back is a new warning.
  const report = async (hashRate: number, activeWorkerState: 'yes' | 'no') => {
    later(1)
    await chief.caller().feeds.update({ devices: [lineOf('W1', { hashRate, activeWorkerState, site: site.name })] })
  }
  await report(30, 'no')
  expect(await serials({ acknowledged: 'yes' })).toEqual(['W1'])
  await report(30, 'yes')
  expect(await serials()).toEqual(['W2'])
  await report(30, 'no')
  expect([await serials({ acknowledged: 'yes' }), await serials({ acknowledged: 'no' })]).toEqual([[], ['W2', 'W1']])
  expect((await chief.caller().devices.warnings({ serial: 'W1' })).data[0]?.care).toEqual({
    acknowledged: null,
    assignee: null,
    note: null,
  })
  const audit = await auditEntries(db, 'devices.attend', ['action', 'details'])
  expect(audit).toEqual([
    expect.objectContaining({ details: expect.objectContaining({ reason: 'fan ordered', serials: ['W1'] }) }),
  ])
  expect(base.id).toBe(one.company_id)
})

test('Change assignee and note separately; skip and count machines without trouble', async () => {
  const { chief, inspector, device, serials } = await town()
  const ids = [(await device('W1')).id, (await device('W2')).id, (await device('N1', { state: 'normal' })).id]
  expect(await chief.caller().devices.attend({ selection: { ids }, assigneeId: inspector.user.id })).toEqual({
    changed: 2,
    skipped: 1,
  })
  await chief.caller().devices.attend({ selection: { ids: ids.slice(0, 1) }, note: 'rack 4' })
  await chief.caller().devices.attend({ selection: { ids: ids.slice(0, 1) }, acknowledged: true, reason: 'known' })
  await chief.caller().devices.attend({ selection: { ids: ids.slice(0, 1) }, acknowledged: false })
  const careOf = async (serial: string) => (await chief.caller().devices.warnings({ serial })).data[0]?.care
  const assignee = { id: inspector.user.id, name: inspector.user.name }
  expect(await careOf('W1')).toEqual({ acknowledged: null, assignee, note: 'rack 4' })
  expect(await careOf('W2')).toEqual({ acknowledged: null, assignee, note: null })
  expect(await serials({ assigneeId: inspector.user.id })).toEqual(['W1', 'W2'])
  expect(await serials({ assigneeId: chief.user.id })).toEqual([])
  await chief.caller().devices.attend({
    selection: { filters: { state: 'warn', assigneeId: inspector.user.id }, expected: 2 },
    assigneeId: null,
    note: '',
  })
  expect(await careOf('W1')).toEqual({ acknowledged: null, assignee: null, note: null })
  await expect(chief.caller().devices.attend({ selection: { ids }, acknowledged: true })).rejects.toThrow()
  await expect(chief.caller().devices.attend({ selection: { ids } })).rejects.toThrow()
})

test('Refuse care for another base and assignees of it, and hide care from owners', async () => {
  const { db, chief, device, personOf } = await town()
  const machine = await device('W1')
  const other = await personOf(await buildCompany(db), '基地负责人')
  const attempt = other.caller().devices.attend({ selection: { ids: [machine.id] }, acknowledged: true, reason: 'x' })
  await expect(attempt).rejects.toMatchObject(refusedAs('NOT_FOUND'))
  await expect(
    chief.caller().devices.attend({ selection: { ids: [machine.id] }, assigneeId: other.user.id }),
  ).rejects.toMatchObject(refusedAs('NOT_FOUND'))
  await expect(chief.caller().devices.warnings({ assigneeId: other.user.id })).rejects.toMatchObject(
    refusedAs('NOT_FOUND'),
  )
  expect((await chief.caller().devices.assignees()).map(({ id }) => id)).not.toContain(other.user.id)
  await chief.caller().devices.attend({ selection: { ids: [machine.id] }, acknowledged: true, reason: 'secret' })
  const owner = await buildUser(db, { company_id: machine.company_id, nick_name: '客户', client_id: machine.client_id })
  const { data } = await buildCaller(db, { viewer: await viewerOf(db, owner) }).devices.warnings({})
  expect(data).toMatchObject([{ serial: 'W1', care: null }])

  const fileOf = async (reader: ReturnType<typeof buildCaller>) => {
    let file = ''
    for await (const part of await reader.devices.exportWarnings({ format: 'csv' }))
      if ('text' in part) file += part.text
    return file
  }
  expect(await fileOf(chief.caller())).toContain('secret')
  const own = buildCaller(db, { viewer: await viewerOf(db, owner) })
  expect(await fileOf(own)).not.toContain('secret')
  await expect(own.devices.exportWarnings({ format: 'csv', columns: ['note'] })).rejects.toMatchObject(
    refusedAs('FORBIDDEN'),
  )
})

test('Sort warnings by each column, both ways', async () => {
  const { chief, device } = await town()
  const since = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour))
  await device('W1', { state_since: since(3), hash_rate: 9, repair_times: 2, last_report_at: since(9) })
  await device('W2', { state_since: since(1), hash_rate: 7, repair_times: 1, last_report_at: since(8) })
  await device('W3', { state_since: since(2), hash_rate: 8, repair_times: 3, last_report_at: since(7) })
  const ordered = async (orderColumn?: (typeof warningSortColumns)[number], orderWay?: 'asc' | 'desc') =>
    (await chief.caller().devices.warnings({ orderColumn, orderWay })).data.map(({ serial }) => serial).join(' ')
  expect(await ordered()).toBe('W2 W3 W1')
  expect(await ordered('stateSince', 'desc')).toBe('W1 W3 W2')
  expect(await ordered('hashRate')).toBe('W2 W3 W1')
  expect(await ordered('hashRate', 'desc')).toBe('W1 W3 W2')
  expect(await ordered('repairTimes')).toBe('W2 W1 W3')
  expect(await ordered('lastReportAt', 'desc')).toBe('W1 W2 W3')
  for (const column of warningSortColumns) {
    const pages = [
      await chief.caller().devices.warnings({ orderColumn: column, size: 2 }),
      await chief.caller().devices.warnings({ orderColumn: column, size: 2, page: 2 }),
    ]
    expect(pages.flatMap(({ data }) => data.map(({ serial }) => serial)).join(' ')).toBe(await ordered(column))
  }
})

test('Match pages, counts and file of acknowledged and other warnings, in each order', async () => {
  const { chief, inspector, device } = await town()
  const ids: number[] = []
  for (const at of [0, 1, 2, 3, 4, 5, 6])
    ids.push(
      (await device(`W${at}`, { state_since: new Date(Date.UTC(2026, 10, 19, at)), state: at === 6 ? 'low' : 'warn' }))
        .id,
    )
  await inspector
    .caller()
    .devices.attend({ selection: { ids: [1, 3, 4, 6].map((at) => ids[at] ?? 0) }, acknowledged: true, reason: 'known' })
  const pagesOf = async (asked: object) => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => chief.caller().devices.warnings({ ...asked, size: 2, page })),
    )
    return {
      serials: pages.flatMap(({ data }) => data.map(({ serial }) => serial)).join(' '),
      counts: pages[0]?.counts,
      totalCount: pages[0]?.totalCount,
    }
  }
  const fileOf = async (asked: object) => {
    let file = ''
    for await (const part of await chief
      .caller()
      .devices.exportWarnings({ format: 'csv', columns: ['serial'], ...asked }))
      if ('text' in part) file += part.text
    return file.match(/W\d/g)?.join(' ')
  }
  expect(await pagesOf({ acknowledged: 'yes' })).toEqual({
    serials: 'W1 W3 W4',
    counts: { warn: 3, low: 1, offline: 0 },
    totalCount: 3,
  })
  expect(await pagesOf({ acknowledged: 'yes', orderWay: 'desc' })).toMatchObject({ serials: 'W4 W3 W1' })
  expect(await pagesOf({ acknowledged: 'no' })).toEqual({
    serials: 'W0 W2 W5',
    counts: { warn: 3, low: 0, offline: 0 },
    totalCount: 3,
  })
  expect(await pagesOf({ acknowledged: 'no', orderWay: 'desc' })).toMatchObject({ serials: 'W5 W2 W0' })
  for (const orderColumn of warningSortColumns) {
    const orders = [{ orderColumn }, { orderColumn, orderWay: 'desc' }]
    for (const order of orders) {
      expect((await pagesOf({ acknowledged: 'yes', ...order })).serials.split(' ').sort()).toEqual(['W1', 'W3', 'W4'])
      expect((await pagesOf({ acknowledged: 'no', ...order })).serials.split(' ').sort()).toEqual(['W0', 'W2', 'W5'])
    }
  }
  expect([await fileOf({ acknowledged: 'yes' }), await fileOf({ acknowledged: 'no' }), await fileOf({})]).toEqual([
    'W1 W3 W4',
    'W0 W2 W5',
    'W0 W1 W2 W3 W4 W5',
  ])
  const { serialList } = await chief.caller().devices.keepSerials({ serials: ['W4', 'W5', 'W6'] })
  expect(await pagesOf({ serialList })).toEqual({
    serials: 'W4 W5',
    counts: { warn: 2, low: 1, offline: 0 },
    totalCount: 2,
  })
  expect(await pagesOf({ serialList, acknowledged: 'no' })).toMatchObject({
    serials: 'W5',
    counts: { warn: 1, low: 0, offline: 0 },
  })
  expect(await fileOf({ serialList })).toBe('W4 W5')
})

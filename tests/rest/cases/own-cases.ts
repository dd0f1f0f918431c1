import { expect } from 'vitest'
import { testNow } from '#tests/support/context.ts'
import { buildClient, buildDevice } from '#tests/support/factories.ts'
import { testPassword, wrapped } from '#tests/support/sign-in.ts'
import type { Row } from './ask.ts'
import { partialUpdates } from './partial-cases.ts'
import { issued, remembered, sessions } from './session-cases.ts'
import type { World } from './world.ts'

const account = 'GET /api/account/getById/{id}'

/** Add, change and delete sub-accounts and clients. */
async function places(world: World): Promise<void> {
  const { company, site } = await world.newBase()
  const { id: clientId } = await world.ask('POST /api/client/save', {}, { name: '临时客户', companyId: company.id })
  const made = await world.ask('POST /api/account/save', {}, { name: '临时-1', clientId, siteId: site.id })
  const changed = await world.ask(
    'POST /api/account/update/{id}',
    { id: made.id },
    { name: '临时-2', siteId: null, rowVersion: made.rowVersion },
  )
  expect(changed).toMatchObject({ name: '临时-2', siteId: null, clientId, rowVersion: made.rowVersion + 1 })
  expect(await world.ask(account, { id: made.id })).toEqual(changed)
  expect(
    await world.ask('POST /api/account/delete/{id}', { id: made.id }, { password: wrapped(testPassword) }),
  ).toEqual({ id: made.id })
  expect((await world.refused(account, { id: made.id })).code).toBe(404)
  expect(
    await world.ask('POST /api/client/delete/{id}', { id: clientId }, { password: wrapped(testPassword) }),
  ).toEqual({ id: clientId })
  expect((await world.refused('GET /api/client/getById/{id}', { id: clientId })).code).toBe(404)
}

/** Fill a month with plans, delete one plan and cancel one reservation. */
async function plans(world: World): Promise<void> {
  const { manager } = await world.newBase()
  const as = manager.token
  const fill = {
    planKind: 'month',
    from: '2026-11-23',
    to: '2026-11-24',
    weekdays: [1, 2],
    reservePeriods: ['上午'],
    tankerTypes: ['常压车'],
    totalCount: 2,
  }
  expect(await world.ask('POST /api/reservationPlan/fill', {}, fill, as)).toEqual({ added: 2, kept: 0 })
  const [first, second] = (await world.list('POST /api/reservationPlan/find/', {}, as)).data.map(({ id }) => id)
  expect(await world.ask('POST /api/reservationPlan/delete/{id}', { id: second ?? 0 }, {}, as)).toEqual({ id: second })
  const booked = await world.ask('POST /api/reservation/save', {}, { planId: first, tankerNumber: '苏F-1' }, as)
  expect(await world.ask('POST /api/reservation/cancel/{id}', { id: booked.id }, {}, as)).toMatchObject({
    id: booked.id,
    state: 'cancelled',
  })
  expect((await world.list('POST /api/reservationPlan/find/', {}, as)).data).toMatchObject([
    { id: first, reservedCount: 0, remainCount: 2 },
  ])
}

/** Create a testee with a trace, and share a class and withdraw it. */
async function inspections(world: World): Promise<void> {
  const { company } = await world.newBase()
  const { token: as } = await world.person({ nick_name: '检验员', company_id: company.id })
  const testee = await world.ask('POST /api/testee/save', {}, { name: '王五' }, as)
  const renamed = await world.ask(
    'POST /api/testee/update/{id}',
    { id: testee.id },
    { name: '王六', rowVersion: testee.rowVersion },
    as,
  )
  expect(await world.ask('GET /api/testee/getById/{id}', { id: testee.id }, {}, as)).toEqual(renamed)
  expect((await world.list('POST /api/testee/find/', { name: '王六' }, as)).data).toEqual([renamed])
  const trace = await world.ask('POST /api/trace/save', {}, { testeeId: testee.id, bmi: 22 }, as)
  const measured = await world.ask(
    'POST /api/trace/update/{id}',
    { id: trace.id },
    { systolic: 130, rowVersion: trace.rowVersion },
    as,
  )
  expect(await world.ask('GET /api/trace/getDetail/{id}', { id: trace.id }, {}, as)).toEqual(measured)
  const given = { name: '公开课', type: '录播', dateRange: ['2026-11-20 09:00', '2026-11-20 10:00'] }
  const { id } = await world.ask('POST /api/classes/save', {}, given, as)
  const { shareKey } = await world.ask<{ shareKey: string }>('POST /api/classes/share/{id}', { id }, {}, as)
  expect(await world.ask('GET /api/classes/activity?key={key}', { key: shareKey }, {}, null)).toMatchObject({
    name: '公开课',
  })
  await world.ask('POST /api/classes/unshare/{id}', { id }, {}, as)
  expect((await world.refused('GET /api/classes/activity?key={key}', { key: shareKey }, {}, null)).code).toBe(404)
  expect(await world.ask('POST /api/classes/delete/{id}', { id }, {}, as)).toEqual({ id })
  expect((await world.refused('GET /api/classes/getById/{id}', { id }, {}, as)).code).toBe(404)
}

/** Change and delete scales and goods. */
async function goods(world: World): Promise<void> {
  const scale = await world.ask('POST /api/model/save', {}, { name: '临时量表' })
  const update = { name: '临时量表二', rowVersion: scale.rowVersion }
  expect(await world.ask('PUT /api/model/update/{id}', { id: scale.id }, update)).toMatchObject({ name: '临时量表二' })
  expect(await world.ask('DELETE /api/model/delete/{id}', { id: scale.id })).toEqual({ id: scale.id })
  expect((await world.list('POST /api/model/find/', { name: '临时量表' })).totalCount).toBe(0)
  const { id: materialTypeId } = await world.ask('POST /api/materialType/save', {}, { name: '临时类' })
  const part = await world.ask('POST /api/material/save', {}, { name: '临时件', materialTypeId })
  const given = { name: '临时件二', materialTypeId, rowVersion: part.rowVersion }
  expect(await world.ask('PUT /api/material/update/{id}', { id: part.id }, given)).toMatchObject({ name: '临时件二' })
  expect(await world.ask('DELETE /api/material/delete/{id}', { id: part.id })).toEqual({ id: part.id })
  expect((await world.list('POST /api/material/find/', { materialTypeId })).totalCount).toBe(0)
}

/** Try, save and read back a catalogue; a wrong line is named, and nothing is saved. */
async function catalogue(world: World): Promise<void> {
  type Newest = { version: string; models: Record<string, unknown>[] }
  const save = 'POST /api/catalogue/save'
  const newest = await world.ask<Newest>('GET /api/catalogue/get')
  const rows = newest.models.map((model, index) => ({
    line: index + 2,
    ...model,
    ...(index === 0 ? { fanKw: 0.45 } : {}),
  }))
  const given = { baseVersion: newest.version, source: '厂家数据', rows }
  const [first, ...others] = rows
  const wrong = await world.ask(save, {}, { ...given, rows: [{ ...first, fanKw: '快' }, ...others] })
  expect(wrong).toMatchObject({
    read: rows.length,
    refused: 1,
    applied: false,
    version: newest.version,
    errors: [{ line: 2 }],
  })
  const counts = { read: rows.length, changed: 1, unchanged: rows.length - 1, refused: 0, errors: [] }
  expect(await world.ask(save, {}, { ...given, dryRun: true })).toMatchObject({ ...counts, applied: false })
  const saved = await world.ask<Row & { version: string }>(save, {}, given)
  expect(saved).toMatchObject({ ...counts, applied: true })
  const read = await world.ask<Newest>('GET /api/catalogue/get')
  expect([read.version, read.models[0]?.fanKw]).toEqual([saved.version, 0.45])
}

/**
 * Undo an update while one of its machines is in repair and another one scrapped: these two stay and are named, and no
 * others.
 */
async function updates(world: World): Promise<void> {
  const { company, site, accountId, manager } = await world.newBase()
  const as = manager.token
  const undo = 'POST /api/device/undoUpdate'
  const device = {
    company_id: company.id,
    site_id: site.id,
    account_id: accountId,
    last_report_at: new Date(testNow.getTime() - 86_400_000),
  }
  const [free, sent, scrapped] = [
    await buildDevice(world.db, device),
    await buildDevice(world.db, device),
    await buildDevice(world.db, device),
  ]
  const devices = [free, sent, scrapped].map(({ serial }) => ({ serial, activeWorkerState: true, hashRate: 12.5 }))
  const { batchId } = await world.ask<Row & { batchId: number }>('POST /api/device/updateDevice', {}, { devices }, as)
  await world.ask('POST /api/repairDaily/save', {}, { type: '送修', deviceSerial: sent.serial, notes: '风扇' }, as)
  await world.ask('POST /api/device/scrap/{id}', { id: scrapped.id }, { reason: '主板烧毁' }, as)
  // The clock of these cases stands still: a change at the moment of the feed has no specific reason.
  const kept = [
    { serial: sent.serial, why: 'changed', whatToDo: expect.stringMatching(/.+/) },
    { serial: scrapped.serial, why: 'scrapped', whatToDo: expect.stringMatching(/.+/) },
  ].sort((left, right) => left.serial.localeCompare(right.serial))
  const counts = { batchId, total: 3, undone: 1, kept: 2, restored: 1, removed: 0, machines: kept }
  expect(await world.ask(undo, {}, { id: batchId, dryRun: true }, as)).toMatchObject({ ...counts, dryRun: true })
  expect(await world.ask('GET /api/device/getById/{id}', { id: free.id }, {}, as)).toMatchObject({ state: 'low' })
  const { manager: stranger } = await world.newBase()
  expect((await world.refused(undo, {}, { id: batchId, dryRun: true }, stranger.token)).code).toBe(404)
  expect(await world.ask(undo, {}, { id: batchId, companyId: company.id }, as)).toMatchObject({
    ...counts,
    dryRun: false,
  })
  expect(await world.ask('GET /api/device/getById/{id}', { id: free.id }, {}, as)).toMatchObject({ state: free.state })
  // Undone machines stay undone: a second undo finds the two that stay, and nothing else.
  expect((await world.refused(undo, {}, { id: batchId }, as)).message).toContain('2')
  expect(await world.list('POST /api/audit/find', { action: 'feeds.undo', companyId: company.id })).toMatchObject({
    totalCount: 1,
  })
}

/**
 * Transfer a machine to another client, three days back: a dry run saves nothing, the batch names it, and it is undone
 * once.
 */
async function transfers(world: World): Promise<void> {
  const { company, site, accountId, manager } = await world.newBase()
  const as = manager.token
  const machine = await buildDevice(world.db, { company_id: company.id, site_id: site.id, account_id: accountId })
  const receiver = await buildClient(world.db, { company_id: company.id })
  const request = { selection: { serials: [machine.serial] }, to: { clientId: receiver.id }, reason: '合同变更' }
  const save = 'POST /api/device/transfer'
  expect(await world.ask(save, {}, { ...request, dryRun: true }, as)).toMatchObject({ moved: 1, batchId: null })
  expect(await world.ask('GET /api/device/getById/{id}', { id: machine.id }, {}, as)).toMatchObject({
    clientId: machine.client_id,
  })
  const { manager: stranger } = await world.newBase()
  expect((await world.refused(save, {}, request, stranger.token)).code).toBe(404)
  const { batchId } = await world.ask<Row & { batchId: number }>(save, {}, request, as)
  expect(await world.ask('GET /api/device/getById/{id}', { id: machine.id }, {}, as)).toMatchObject({
    clientId: receiver.id,
    accountId: null,
  })
  expect(await world.list('POST /api/device/transferred', { batchId }, as)).toMatchObject({
    totalCount: 1,
    data: [{ serial: machine.serial, undone: false }],
  })
  expect((await world.refused(save, {}, request, as)).code).toBe(409)
  expect(await world.ask('POST /api/device/undoUpdate', {}, { id: batchId }, as)).toMatchObject({
    batchId,
    undone: 1,
    kept: 0,
  })
  expect(await world.ask('GET /api/device/getById/{id}', { id: machine.id }, {}, as)).toMatchObject({
    clientId: machine.client_id,
    accountId: machine.account_id,
  })
}

/** Calls of our own, without a number in the documents, by what they save. */
export const ownCases: readonly (readonly [what: string, proves: (world: World) => Promise<void>])[] = [
  ['sub-accounts and clients', places],
  ['plans and reservations', plans],
  ['testees, traces and shared classes', inspections],
  ['scales and goods', goods],
  ['updates that are taken back', updates],
  ['transfers of machines', transfers],
  ['sessions, log and catalogue', sessions],
  ['remembered browsers', remembered],
  ['tickets and tokens', issued],
  ['a catalogue of another version', catalogue],
  ['changes that name one field', partialUpdates],
]

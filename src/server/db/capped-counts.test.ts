import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'
import { mostListed } from './capped-counts.ts'

const database = useDatabase()
/** Keeps user names unique. */
let people = 0
async function callerOf(company_id: number, nick_name = '基地负责人') {
  people += 1
  const user = await buildUser(database.db, { company_id, nick_name, user_name: `bounded${people}` })
  return { user, caller: buildCaller(database.db, { viewer: await viewerOf(database.db, user) }) }
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { cause?: unknown }) =>
      error.cause instanceof AppError ? { code: error.cause.code, ...error.cause.details } : error,
  )
const rows = mostListed + 20

test('count a long list up to the limit of its pages, and tell the user what to do beyond it', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const { caller, user } = await callerOf(base.id)
  const device = await buildDevice(db, { company_id: base.id })
  await sql`insert into comment (company_id, target_kind, class_id, user_id, type, content)
    select ${base.id}, 'device', ${device.id}, ${user.id}, '评价', n::text from generate_series(1, ${rows}::int) n`.execute(
    db,
  )
  const first = await caller.comments.find({})
  expect(first).toMatchObject({ totalCount: mostListed, totalCapped: true })
  expect(first.data.map(({ content }) => content).slice(0, 2)).toEqual([String(rows), String(rows - 1)])
  const last = await caller.comments.find({ page: mostListed / 20, size: 20 })
  expect(last.data.at(-1)?.content).toBe('21')
  expect(await refusal(caller.comments.find({ page: mostListed / 20 + 1, size: 20 }))).toMatchObject({
    code: 'TOO_WIDE',
    word: 'error.listTooLong',
  })
  expect(await caller.comments.find({ type: '精准点评' })).toEqual({ data: [], totalCount: 0 })
})

test('count repair records by their days, read pages from both ends and refuse an order without an index', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const { caller } = await callerOf(base.id)
  const { id, serial } = await buildDevice(db, { company_id: base.id })
  await sql`insert into repair_daily (company_id, type, device_id, device_serial, repair_date, outcome, closed)
    select ${base.id}, '送回', ${id}, ${serial}, '2026-01-01'::date + n % 300, 'fixed', true from generate_series(1, ${2 * rows + 20}::int) n`.execute(
    db,
  )
  const total = 2 * rows + 20
  const first = await caller.repairs.find({ orderColumn: 'id', orderWay: 'asc' })
  expect(first.totalCount).toBe(total)
  const last = await caller.repairs.find({ orderColumn: 'id', orderWay: 'asc', page: total / 20 })
  const ids = await db.selectFrom('repair_daily').select('id').where('company_id', '=', base.id).orderBy('id').execute()
  expect(last.data.map((row) => row.id)).toEqual(ids.slice(-20).map((row) => row.id))
  expect(await refusal(caller.repairs.find({ page: Math.ceil(total / 40) }))).toMatchObject({
    code: 'TOO_WIDE',
    values: { rows: mostListed },
  })
  expect(await refusal(caller.repairs.find({ orderColumn: 'notes' }))).toMatchObject({
    code: 'TOO_WIDE',
    word: 'error.sortTooWide',
  })
  expect(await caller.repairs.find({ outcome: 'fixed' })).toMatchObject({ totalCount: mostListed, totalCapped: true })
  const chart = await caller.repairs.chart({
    line: '送回',
    reservePeriod: 'month',
    repairDateQuery: ['2026-01-01', '2026-11-20'],
  })
  expect(chart.series[0]?.data.reduce((sum, records) => sum + records, 0)).toBe(total)
  await db
    .updateTable('repair_daily')
    .set({ voided_at: new Date() })
    .where('id', '=', ids[0]?.id ?? 0)
    .execute()
  expect((await caller.repairs.find({})).totalCount).toBe(total - 1)
})

test('find one, two or more characters of a column in any letter case, and never across two columns', async () => {
  const { db } = database
  const headquarters = await buildHeadquarters(db)
  const { caller } = await callerOf(headquarters.id, '管理层')
  const named = { name: '欧阳海', user_name: 'MiXed.Q7', phone: '13912340000' }
  await buildUser(db, { ...named, company_id: headquarters.id })
  const found = async (name: string) => (await caller.users.find({ name })).totalCount
  for (const part of ['海', '欧阳', '阳海', '欧阳海', 'x', 'MI', 'mix', 'ED.', 'Q7', '1234', '0000'])
    expect([part, await found(part)]).toEqual([part, 1])
  for (const part of ['海M', '海阳', '%', 'Q\\7', '2341']) expect([part, await found(part)]).toEqual([part, 0])
})

test('list traces and comments where their device or testee is, also after a move, and find them by name', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const [here, there] = [await buildSite(db, { tenant: base }), await buildSite(db, { tenant: base })]
  const { caller } = await callerOf(base.id)
  const [atHere, atThere] = [await callerOf(here.id, '检验员'), await callerOf(there.id, '检验员')].map(
    (one) => one.caller,
  )
  const device = await buildDevice(db, { company_id: base.id, site_id: here.id, serial: 'Trace-Place-1' })
  await caller.traces.setStatus({ deviceId: device.id, status: 1 })
  await caller.comments.save({ deviceId: device.id, content: '甲' })
  const testee = await caller.testees.save({ name: '王五', companyId: here.id })
  await caller.traces.save({ testeeId: testee.id, bmi: 23 })
  const seen = async (one = caller) => [
    (await one.traces.find({})).totalCount,
    (await one.comments.find({})).totalCount,
  ]
  expect([await seen(atHere), await seen(atThere)]).toEqual([
    [2, 1],
    [0, 0],
  ])
  await db.updateTable('device').set({ site_id: there.id }).where('id', '=', device.id).execute()
  await sql`select devices_moved(array[${base.id}::int], array[${device.id}::int])`.execute(db)
  await db.updateTable('testee').set({ name: '赵六', site_id: there.id }).where('id', '=', testee.id).execute()
  expect([await seen(atHere), await seen(atThere)]).toEqual([
    [0, 0],
    [2, 1],
  ])
  for (const [name, count] of [
    ['trace-place', 1],
    ['赵', 1],
    ['王五', 0],
  ] as const)
    expect([name, (await caller.traces.find({ name })).totalCount]).toEqual([name, count])
  const figures = await caller.kpi.basic({ companyId: there.id })
  expect(figures).toMatchObject({ traces: 2, users: 1 })
})

import { EventEmitter, once } from 'node:events'
import type { CompiledQuery, Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { findRepairs } from '#server/features/repairs/queries.ts'
import { RepairListRequest } from '#shared/repairs.ts'
import { buildContext, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { findDevices } from './queries.ts'

const database = useDatabase()
const calendar = { timeZone: 'Asia/Shanghai', today: '2026-11-30' }
const page = { page: 1, size: 10 }

/** Execute queries of the table `late` only once one of the table `early` is asked. */
function answerAfter(db: Kysely<Database>, late: string, early: string) {
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const asking = new EventEmitter()
  const asked = once(asking, early)
  const isOf = (query: CompiledQuery, table: string) => new RegExp(`from ${table}\\b`).test(query.sql)
  return vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
    if (isOf(query, early)) asking.emit(early)
    if (isOf(query, late)) await asked
    return execute(query)
  })
}

test('Complete the rows of the first page from several nodes without waiting for their number', {
  timeout: 10_000,
}, async () => {
  const { db } = database
  const { id: companyId } = await buildHeadquarters(db)
  const viewer = await viewerOf(db, await buildUser(db, { company_id: companyId }))
  const base = await buildCompany(db)
  const machine = await buildDevice(db, { company_id: base.id, serial: 'F1' })
  const record = { company_id: base.id, device_id: machine.id, device_serial: 'F1', repair_date: '2026-11-20' }
  await db
    .insertInto('repair_daily')
    .values({ ...record, type: '送修' })
    .execute()
  const { places } = buildContext(db, { viewer }).services
  const book = await places.book()
  const everything = await places.narrow(await places.scopeOf(viewer, 'all'), { companyId: base.id })
  const set: DeviceSet = { ...everything, partial: true, spread: true }

  const devices = answerAfter(db, 'device_count', 'device_check')
  const listed = await findDevices(db, book, set, page)
  devices.mockRestore()
  expect(listed).toMatchObject({ totalCount: 1, data: [{ serial: 'F1' }] })

  const repairs = answerAfter(db, 'repair_count', 'device')
  const repaired = await findRepairs(db, { book, set, language: 'zh' }, set, RepairListRequest.parse(page), calendar)
  repairs.mockRestore()
  expect(repaired).toMatchObject({ totalCount: 1, data: [{ deviceSerial: 'F1' }] })
})

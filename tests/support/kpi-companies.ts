import { type Insertable, sql } from 'kysely'
import { beforeAll } from 'vitest'
import type { ReportTable } from '#server/db/report-tables.ts'
import type { TraceTable } from '#server/db/trace-tables.ts'
import { createAudit } from '#server/services/audit.ts'
import { buildCallerAs } from './context.ts'
import { useDatabase } from './database.ts'
import {
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildUser,
  type Company,
  type UserValues,
} from './factories.ts'

/** Create once for the file: two bases, one with a site, and a fleet, reports and records with known figures. */
export function useKpiCompanies() {
  const database = useDatabase({ emptied: 'file' })
  const callerAs = async (given: UserValues = {}) =>
    buildCallerAs(database.db, given, { services: { audit: createAudit() } })
  const baseOf = (company: Company) => callerAs({ nick_name: '基地负责人', company_id: company.id })
  const today = '2026-11-20'
  const made = {} as {
    headquarters: Company
    east: Company
    site: Company
    west: Company
    deviceIds: number[]
    stationId: number
  }

  let reportNumber = 0
  const report = (values: Partial<Insertable<ReportTable>>) =>
    database.db
      .insertInto('report')
      .values({
        company_id: made.east.id,
        report_number: `BG${++reportNumber}`,
        check_code: 'ABC234',
        ...values,
      } as Insertable<ReportTable>)
      .execute()
  const trace = (values: Partial<Insertable<TraceTable>> & { testee_id: number; company_id: number }) =>
    database.db
      .insertInto('trace')
      .values({ measure_time: '2026-11-20T01:00:00Z', ...values } as Insertable<TraceTable>)
      .execute()
  const testeeAt = async (company: Company, siteId: number | null = null) => {
    const { rows } = await sql<{
      id: number
    }>`insert into testee (company_id, site_id, name) values (${company.id}, ${siteId}, '张三') returning id`.execute(
      database.db,
    )
    return rows[0]?.id ?? 0
  }

  beforeAll(async () => {
    const { db } = database
    made.headquarters = await buildHeadquarters(db)
    made.east = await buildCompany(db, { name: '华东基地', province: '江苏省' })
    made.site = await buildCompany(db, { name: '苏州站', super_company_id: made.east.id, province: '江苏省' })
    made.west = await buildCompany(db, { name: '西北基地' })
    const client = await buildClient(db, { company_id: made.east.id })
    const states = ['normal', 'normal', 'offline', 'repairing'] as const
    const devices = await Promise.all(
      states.map((state) =>
        buildDevice(db, {
          company_id: made.east.id,
          site_id: made.site.id,
          client_id: client.id,
          account_id: null,
          state,
        }),
      ),
    )
    devices.push(
      await buildDevice(db, {
        company_id: made.east.id,
        site_id: null,
        client_id: client.id,
        account_id: null,
        state: 'warn',
      }),
    )
    const foreign = await buildDevice(db, { company_id: made.west.id, site_id: null, state: 'normal' })
    for (const device of [...devices, foreign]) await buildDaily(db, device, today)
    made.deviceIds = devices.map(({ id }) => id)

    const manager = await callerAs()
    made.stationId = (await manager.stations.save({ name: '一号工位', companyId: made.east.id })).id
    const empty = await manager.stations.save({ name: '二号工位', companyId: made.east.id })
    const inspectors = await Promise.all(
      [1, 2].map(() => buildUser(db, { nick_name: '检验员', company_id: made.east.id, group_id: made.stationId })),
    )
    const checks = [
      [0, 0],
      [1, 0],
      [1, 1],
    ].map(([device = 0, user = 0]) => ({ device_id: made.deviceIds[device] ?? 0, user_id: inspectors[user]?.id ?? 0 }))
    await db.insertInto('device_check').values(checks).execute()
    await manager.measures.save({ checkMethod: '水压试验', cashAmount: '120.10', companyId: made.east.id })
    await manager.measures.save({ checkMethod: '外观检查', cashAmount: '0.35', companyId: made.headquarters.id })
    const done = { status: 2 as const, finished_at: '2026-11-20T02:00:00Z' }
    await report({ ...done, check_method: '水压试验', station_id: made.stationId })
    await report({ ...done, check_method: '水压试验', station_id: made.stationId, site_id: made.site.id })
    await report({ ...done, check_method: '外观检查', station_id: empty.id })
    // The last moment of the previous month in business time.
    await report({ ...done, check_method: '水压试验', finished_at: '2026-10-31T15:59:59Z' })
    await report({ status: 3, check_method: '水压试验' })
    await report({ status: 1, check_method: '水压试验' })
    await report({ ...done, company_id: made.west.id, check_method: '水压试验' })
    const person = await testeeAt(made.east)
    await trace({ testee_id: person, company_id: made.east.id, systolic: 150, diastolic: 80, bmi: 30 })
    await trace({ testee_id: person, company_id: made.east.id, systolic: 120, diastolic: 80, fasting_blood_sugar: 5 })
    await trace({
      testee_id: await testeeAt(made.east, made.site.id),
      company_id: made.east.id,
      fasting_blood_sugar: 7.5,
      measure_time: '2026-11-18T16:30:00Z',
    })
    await trace({ testee_id: person, company_id: made.east.id, systolic: 180, diastolic: 99, status: 3 })
    await trace({ testee_id: await testeeAt(made.west), company_id: made.west.id, bmi: 40 })
  })
  return { baseOf, made, callerAs, today, database }
}

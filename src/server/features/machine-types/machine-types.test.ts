import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import type { FilePart } from '#shared/files.ts'
import { buildCaller, testNow, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildUser, type Company } from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'
import { refusal } from '#tests/support/refusal.ts'

const database = useDatabase()
let headquarters: Company
let base: Company
beforeEach(async () => {
  await sql`delete from machine_type where id > 2`.execute(database.db)
  await sql`update machine_type set retired_at = null, row_version = 1`.execute(database.db)
  headquarters = await buildHeadquarters(database.db)
  base = await buildCompany(database.db, { province: '江苏' })
})

async function callerAs(company: Company, nick_name: string) {
  const user = await buildUser(database.db, { company_id: company.id, nick_name })
  const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
  return buildCaller(database.db, {
    viewer: await viewerOf(database.db, user),
    services: { jobs, audit: createAudit() },
    config: database.url === null ? {} : { DATABASE_URL: database.url },
  })
}
async function textOf(file: Promise<AsyncIterable<FilePart>>): Promise<string> {
  let text = ''
  for await (const part of await file) if ('text' in part) text += part.text
  return text
}
const figures = { targetHashRate: 200, complianceShare: 0.9, powerW: 3_500 }

test('Use a new type in feeds, lists, counts, charts and files, with its own target', async () => {
  const manager = await callerAs(headquarters, '管理层')
  const added = await manager.machineTypes.save({ name: 'S21-Pro', ...figures })
  expect(added).toMatchObject({ name: 'S21-Pro', ...figures, retired: false, rowVersion: 1 })
  expect((await manager.machineTypes.find({})).data.map(({ name }) => name)).toEqual(['T30', 'T20', 'S21-Pro'])

  const clerk = await callerAs(base, '基地负责人')
  await buildDevice(database.db, {
    serial: 'OLD1',
    type: 'T30',
    last_report_at: null,
    company_id: base.id,
    site_id: base.id,
  })
  const line = (serial: string, hashRate: number) =>
    lineOf(serial, { type: 's21-pro', site: base.name, hashRate, activeWorkerState: true })
  const fed = await clerk.feeds.update({
    devices: [line('S1', 190), line('S2', 170), lineOf('OLD1', { type: 'S21-PRO' })],
    confirm: ['new-machines', 'owners'],
  })
  expect(fed).toMatchObject({ created: 2, updated: 1, refused: 0 })
  const devices = (await clerk.devices.find({ type: 'S21-Pro', orderColumn: 'serial' })).data
  expect(devices.map(({ serial, type, state }) => [serial, type, state])).toEqual([
    ['OLD1', 'S21-Pro', 'low'],
    ['S1', 'S21-Pro', 'normal'],
    ['S2', 'S21-Pro', 'low'],
  ])
  expect(await clerk.charts.pie({ indicator: 'type' })).toEqual([{ name: 'S21-Pro', value: 3 }])
  expect(await clerk.charts.bar({ by: 'type' })).toEqual({ provinces: ['T30', 'T20', 'S21-Pro'], counts: [0, 0, 3] })
  expect((await clerk.machines.bar({})).map(({ machineName }) => machineName)).toEqual(['T30', 'T20', 'S21-Pro'])
  const file = await textOf(clerk.data.export({ kind: 'machineType', companyId: base.id }))
  expect(file.trim().split(/\r?\n/)).toEqual(['省份,T30,T20,S21-Pro,总数', '江苏,0,0,3,3'])
  const dailies = await database.db
    .selectFrom('device_daily')
    .select(['hash_target', 'compliant'])
    .orderBy('device_id')
    .execute()
  expect(dailies.map(({ hash_target, compliant }) => [hash_target, compliant])).toEqual([
    [200, false],
    [200, true],
    [200, false],
  ])
})

test('Refuse an invalid name, one that differs only in case, and users outside headquarters', async () => {
  const manager = await callerAs(headquarters, '管理层')
  for (const name of ['', 'T 40', '机型', 'x'.repeat(17), 'T_40'])
    await expect(manager.machineTypes.save({ name, ...figures })).rejects.toThrow('invalid_format')
  await expect(manager.machineTypes.save({ name: 't30', ...figures })).rejects.toEqual(refusal('DUPLICATE'))
  for (const wrong of [{ targetHashRate: 0 }, { targetHashRate: 1_001 }, { complianceShare: 1.01 }, { powerW: 0.5 }])
    await expect(manager.machineTypes.save({ name: 'T40', ...figures, ...wrong })).rejects.toThrow(
      Object.keys(wrong)[0],
    )
  for (const [company, role] of [
    [base, '管理层'],
    [base, '基地负责人'],
  ] as const)
    await expect((await callerAs(company, role)).machineTypes.save({ name: 'T40', ...figures })).rejects.toEqual(
      refusal('FORBIDDEN'),
    )
  expect((await manager.machineTypes.find({})).totalCount).toBe(2)
})

test('Create one type when two users add it at once, and refuse an outdated change', async () => {
  const [one, other] = [await callerAs(headquarters, '管理层'), await callerAs(headquarters, '管理层')]
  const made = await Promise.allSettled([
    one.machineTypes.save({ name: 'T50', ...figures }),
    other.machineTypes.save({ name: 't50', ...figures }),
  ])
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [type] = (await one.machineTypes.find({})).data.slice(2)
  if (!type) throw new Error('no type was made')
  await one.machineTypes.update({ id: type.id, powerW: null, rowVersion: 1 })
  await expect(other.machineTypes.update({ id: type.id, powerW: 1, rowVersion: 1 })).rejects.toEqual(
    refusal('EDITED_BY_OTHERS'),
  )
  await expect(other.machineTypes.update({ id: 4_711, powerW: 1 })).rejects.toEqual(refusal('NOT_FOUND'))
})

test('Refuse new machines of a retired type, keep existing ones, and list types for an unknown one', async () => {
  const manager = await callerAs(headquarters, '管理层')
  const clerk = await callerAs(base, '基地负责人')
  const t20 = (await manager.machineTypes.find({})).data[1]
  await buildDevice(database.db, { serial: 'A1', type: 'T20', company_id: base.id, site_id: base.id })
  await buildDevice(database.db, { serial: 'A2', type: 'T30', company_id: base.id, site_id: base.id })
  await manager.machineTypes.update({ id: t20?.id ?? 0, retired: true })
  const lines = [
    lineOf('A1', { type: 'T20', hashRate: 19 }),
    lineOf('A2', { type: 'T20' }),
    lineOf('A3', { type: 'T20', site: base.name }),
    lineOf('A4', { type: 'T99' }),
  ]
  const fed = await clerk.feeds.update({ devices: lines, dryRun: true })
  expect(fed.errors.map(({ serial, reason }) => [serial, reason])).toEqual([
    ['A2', 'typeRetired'],
    ['A3', 'typeRetired'],
    ['A4', 'typeUnknown'],
  ])
  expect(fed.errors[2]?.text).toBe('类型未知：T99（现有 T30；管理层可在“机型分布”页新增）')
  expect((await clerk.charts.bar({ by: 'type' })).provinces).toEqual(['T30', 'T20'])
  await expect(clerk.devices.find({ type: 'T99' })).rejects.toEqual(refusal('VALIDATION'))
  await expect(
    textOf(clerk.data.export({ kind: 'machineType', companyId: base.id, columns: ['T99'] })),
  ).rejects.toThrow()
})

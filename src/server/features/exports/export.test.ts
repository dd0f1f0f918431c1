import { expect, test } from 'vitest'
import { dataKinds } from '#shared/exports.ts'
import type { FilePart } from '#shared/files.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildClient, buildDaily, buildDevice, buildSite, buildUser } from '#tests/support/factories.ts'
import { recordedAudit } from '#tests/support/services.ts'

const database = useDatabase()
async function base() {
  const { db } = database
  const site = await buildSite(db, { name: '一号站', province: '江苏省' })
  const [owner, other] = [
    await buildClient(db, { company_id: site.tenant_id, name: '=甲' }),
    await buildClient(db, { company_id: site.tenant_id, name: '乙' }),
  ]
  const place = { company_id: site.tenant_id, site_id: site.id, account_id: null }
  const device = await buildDevice(db, { ...place, client_id: owner.id, serial: '0012', state: 'warn' })
  await buildDevice(db, { ...place, client_id: other.id, serial: '0013', type: 'T20', state: 'normal' })
  const user = await buildUser(db, {
    company_id: site.tenant_id,
    home_company_id: site.tenant_id,
    nick_name: '基地负责人',
  })
  const viewer = await viewerOf(db, user)
  const { audit, written } = recordedAudit()
  const caller = () => buildCaller(db, { viewer, services: { audit } })
  return { site, owner, other, device, viewer, caller, written }
}
async function textOf(parts: AsyncIterable<FilePart> | Promise<AsyncIterable<FilePart>>) {
  let [head, text] = [{}, '']
  for await (const part of await parts) {
    if ('text' in part) text += part.text
    if ('fileName' in part) head = part
  }
  return {
    head,
    text,
    lines: text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1),
  }
}
const company = (id: number) => ({ companyId: id })

test('Export each documented kind of data as 数据列表.csv, and log the number of rows', async () => {
  const { site, caller, written } = await base()
  const heads: Record<string, string> = {
    machineType: '省份,T30,T20,总数',
    province: '省份,总数,正常,低算力,告警,已下线,送修中,修复未上线,丢失,报废',
    site: '基地名称,省份,总数,正常,低算力,告警,已下线,送修中,修复未上线,丢失,报废',
    device: '序列号,站点,客户,子账号,矿工,矿工状态,类型,状态,维修次数',
  }
  for (const kind of dataKinds) {
    const { head, text, lines } = await textOf(caller().data.export({ kind, ...company(site.tenant_id) }))
    expect(head).toMatchObject({ fileName: '数据列表.csv', contentType: 'text/csv; charset=utf-8' })
    expect(text.startsWith('\uFEFF')).toBe(true)
    if (heads[kind]) expect(lines[0]).toBe(heads[kind])
    expect(written.at(-1)).toMatchObject({ result: 'done', details: { rows: lines.length - 1, format: 'csv' } })
  }
  const types = await textOf(caller().data.export({ kind: 'machineType', ...company(site.tenant_id) }))
  expect(types.lines[1]).toBe('江苏,1,1,2')
  const warned = await textOf(
    caller().data.export({ kind: 'device', ...company(site.tenant_id), state: 'warn', columns: ['serial', 'client'] }),
  )
  expect(warned.lines).toEqual(['序列号,客户', "0012\t,'=甲"])
})

test('Refuse an unknown kind or filter by name, and answer NOT_FOUND for a foreign company', async () => {
  const { site, caller } = await base()
  const foreign = await buildSite(database.db)
  const refused = (input: object) =>
    caller().data.export(input as Parameters<ReturnType<typeof buildCaller>['data']['export']>[0])
  await expect(refused({ kind: 'everything', ...company(site.tenant_id) })).rejects.toThrow(
    /machineType.*province.*site.*client.*repair.*device/s,
  )
  await expect(refused({ kind: 'site', ...company(site.tenant_id), serial: '1' })).rejects.toThrow('serial')
  for (const id of [foreign.tenant_id, 2_000_000_000])
    await expect(refused({ kind: 'device', companyId: id })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
})

test('Export each day with its owner then, and without figures if nobody reported', async () => {
  const { site, owner, other, device, caller } = await base()
  await buildDaily(database.db, device, '2026-11-02')
  await buildDaily(database.db, device, '2026-11-04', { client_id: other.id, state: 'normal' })
  const range = { businessDateQuery: ['2026-11-02', '2026-11-04'] as [string, string] }
  const names = { columns: ['date', 'serial', 'state', 'client'] as ('date' | 'serial' | 'state' | 'client')[] }
  const all = await textOf(caller().dailies.export({ ...range, ...names }))
  expect(all.lines).toEqual(['业务日期,序列号,状态,客户', "2026-11-02,0012\t,告警,'=甲", '2026-11-04,0012\t,正常,乙'])
  const owned = await textOf(caller().dailies.export({ ...range, ...names, clientId: owner.id, format: 'json' }))
  expect(JSON.parse(owned.text)).toEqual([{ date: '2026-11-02', serial: '0012', state: 'warn', client: '=甲' }])
  const days = await textOf(
    caller().dailies.exportDays({ ...range, clientId: owner.id, columns: ['date', 'total', 'warn', 'onlineRate'] }),
  )
  expect(days.lines).toEqual(['业务日期,总数,告警,在线率', '2026-11-02,1,1,100', '2026-11-03,,,', '2026-11-04,,,'])
  const moved = await textOf(
    caller().dailies.exportDays({ ...range, siteId: site.id, columns: ['date', 'total'], format: 'json' }),
  )
  expect(JSON.parse(moved.text).map(({ total }: { total: number | null }) => total)).toEqual([1, null, 1])
})

test('Export warnings longest first, and machines with their parts', async () => {
  const { site, device, caller } = await base()
  const { db } = database
  await db
    .updateTable('device')
    .set({ state_since: new Date('2026-11-01T00:00:00Z') })
    .where('id', '=', device.id)
    .execute()
  await buildDevice(db, {
    company_id: site.tenant_id,
    site_id: site.id,
    state: 'warn',
    serial: 'later',
    state_since: new Date('2026-11-02T00:00:00Z'),
  })
  const warnings = await textOf(caller().devices.exportWarnings({ format: 'csv', columns: ['serial', 'stateSince'] }))
  expect(warnings.lines).toEqual(['序列号,状态开始时间', '0012\t,2026-11-01 08:00:00', 'later,2026-11-02 08:00:00'])
  const type = await db
    .insertInto('material_type')
    .values({ name: `类${device.id}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fan = await db
    .insertInto('material')
    .values({ name: '风扇', unit: '个', material_type_id: type.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('company_material')
    .values({ company_id: site.tenant_id, machine_id: device.id, material_id: fan.id, number: 4 })
    .execute()
  const machines = await textOf(
    caller().devices.exportMachines({ format: 'csv', columns: ['serial', 'parts', 'type'] }),
  )
  expect(machines.lines).toEqual(['序列号,已装配件,类型', '0012\t,风扇 × 4 个,T30', '0013\t,,T20', 'later,,T30'])
})

test('Export sub-accounts with the counts of their list, and log the number of rows', async () => {
  const { site, owner, device, caller, written } = await base()
  const account = await buildAccount(database.db, {
    client_id: owner.id,
    company_id: site.tenant_id,
    site_id: site.id,
    name: '甲-01',
  })
  await database.db.updateTable('device').set({ account_id: account.id }).where('id', '=', device.id).execute()
  const { head, lines } = await textOf(caller().accounts.export({ clientId: owner.id }))
  expect(head).toMatchObject({ fileName: '子账号列表.csv' })
  expect(lines).toEqual([
    '子账号,客户,站点,总数,正常,低算力,告警,已下线,送修中,修复未上线,丢失,报废',
    "甲-01,'=甲,一号站,1,0,0,1,0,0,0,0,0",
  ])
  expect(written.at(-1)).toMatchObject({
    action: 'accounts.export',
    result: 'done',
    details: { rows: 1, format: 'csv', filters: { clientId: owner.id } },
  })
})

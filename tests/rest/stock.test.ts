import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDaily, buildDevice, type Company, type Device } from '#tests/support/factories.ts'
import { type RestServer, startRest } from '#tests/support/rest-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: RestServer
let base: Company
let device: Device
beforeAll(async () => {
  base = await buildCompany(database.db, { name: '东基地' })
  device = await buildDevice(database.db, { company_id: base.id, serial: 'T30A900001' })
  server = await startRest(database.db, {
    audit: createAudit(),
    jobs: createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null }),
  })
})
afterAll(() => server.close())

const terminal = { Authorization: 'cat terminal' }
type Envelope = { code: number; message: string; data: unknown }
async function send(
  method: string,
  path: string,
  body: BodyInit | null,
  headers: Record<string, string> = terminal,
): Promise<Envelope> {
  const answer = await fetch(server.address + path, { method, headers, body })
  return (await answer.json()) as Envelope
}
const post = (path: string, body: object) => send('POST', path, JSON.stringify(body))

test('serve orders, stock and parts at their documented addresses, with each change in the next read', async () => {
  const type = (await post('/materialType/save', { name: '电气件' })).data as { id: number }
  const fan = (await post('/material/save', { name: '风扇', materialTypeId: type.id, unit: '个' })).data as {
    id: number
  }
  // As in the documents: only the two companies.
  const empty = (await post('/companyMaterialOrder/save', { buyCompanyId: base.id, saleCompanyId: '' })).data as {
    id: number
  }
  expect(empty).toMatchObject({ type: '入库', buyCompany: '东基地', saleCompany: null, items: [] })
  for (const nothing of [{}, { type: '入库' }, { buyCompanyId: base.id, items: [] }])
    expect(await post('/companyMaterialOrder/save', nothing)).toMatchObject({
      code: 400,
      message: expect.stringContaining('请至少填写一种物料和数量'),
    })
  await post(`/companyMaterialOrder/update/${empty.id}`, {
    buyCompanyId: String(base.id),
    items: [{ materialId: fan.id, number: '12' }],
  })
  const stock = async () => (await post('/companyMaterial/find/', { companyId: base.id })).data
  expect(await stock()).toMatchObject({ totalCount: 1, data: [{ name: '风扇', number: 12, fitted: 0 }] })
  expect(
    (await post(`/machine/updatePart/${device.id}`, { materialId: fan.id, number: 4, notes: '前排' })).data,
  ).toMatchObject([{ name: '风扇', number: 4 }])
  expect(
    (await send('POST', `/machine/updatePart/${device.id}`, JSON.stringify([{ materialId: fan.id, number: 3 }]))).data,
  ).toMatchObject([{ number: 3, notes: '前排' }])
  expect((await send('GET', `/companyMaterial/find/listByMachineId?machineId=${device.id}`, null)).data).toMatchObject([
    { materialId: fan.id, number: 3 },
  ])
  expect(await stock()).toMatchObject({ data: [{ number: 9, fitted: 3 }] })
  expect(await post(`/companyMaterialOrder/delete/${empty.id}`, {})).toMatchObject({
    code: 409,
    message: expect.stringContaining('「风扇」库存不足'),
  })
  expect((await post(`/machine/clearMach/${device.id}`, {})).data).toMatchObject({
    serial: device.serial,
    moved: [{ name: '风扇', number: 3 }],
  })
  expect((await post(`/companyMaterialOrder/delete/${empty.id}`, {})).data).toEqual({ id: empty.id })
  expect(await post(`/companyMaterialOrder/delete/${empty.id}`, {})).toMatchObject({
    code: 409,
    message: '该出入库单已作废',
  })
  expect(await stock()).toMatchObject({ data: [{ number: 0, fitted: 0 }] })
  expect((await post('/companyMaterialOrder/find/', { withVoided: true })).data).toMatchObject({
    totalCount: 1,
    data: [{ id: empty.id, voided: { person: null } }],
  })
})

const csv = 'serial,type,activeWorkerState,hashRate\nT30A900001,T30,yes,30\nT30A900001,T30,yes,30\n,T30,yes,30\n'
const rehearsed = {
  read: 3,
  created: 0,
  refused: 2,
  dryRun: true,
  batchId: null,
  errors: [
    { line: 3, reason: 'serialDuplicate' },
    { line: 4, reason: 'serialMissing' },
  ],
}
function form(
  text: string,
  fields: Record<string, string> = { companyId: String(base.id), dryRun: 'true' },
  field = 'file',
): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  made.append(field, new Blob([text], { type: 'text/csv' }), '设备.csv')
  return made
}

test('import a file of devices from a form or a body, in three formats, with counts and refused lines', async () => {
  const json = JSON.stringify([{ serial: 'T30A900001', activeWorkerState: true, hashRate: 30 }])
  const query = `?companyId=${base.id}&dryRun=true`
  expect(await send('POST', '/device/import', form(csv))).toMatchObject({ code: 200, data: rehearsed })
  expect(await send('POST', `/device/import${query}`, csv)).toMatchObject({ code: 200, data: rehearsed })
  expect(
    await send('POST', `/device/import${query}`, new Uint8Array(gzipSync(csv)), {
      ...terminal,
      'Content-Encoding': 'gzip',
    }),
  ).toMatchObject({
    data: rehearsed,
  })
  for (const body of [json, `${json.slice(1, -1)}\n`, JSON.stringify({ devices: JSON.parse(json) as unknown })])
    expect(
      await send('POST', `/device/import${query}`, body, { ...terminal, 'Content-Type': 'application/json' }),
    ).toMatchObject({
      code: 200,
      data: { read: 1, refused: 0 },
    })
  const done = await send('POST', '/device/import', form(csv, { companyId: String(base.id) }))
  expect(done).toMatchObject({
    code: 200,
    data: { read: 3, refused: 2, dryRun: false, batchId: expect.any(Number), date: '2026-11-20' },
  })
  const batch = await database.db.selectFrom('import_batch').select(['file_name', 'read']).executeTakeFirstOrThrow()
  expect(batch).toEqual({ file_name: '设备.csv', read: 3 })
})

test('refuse an empty, broken, misnamed or large file, and read none of an anonymous caller', async () => {
  expect(await send('POST', '/device/import', '')).toMatchObject({ code: 400, message: '文件中没有任何数据行' })
  expect(await send('POST', '/device/import', form(''))).toMatchObject({ code: 400, message: '文件中没有任何数据行' })
  expect(await send('POST', '/device/import', form(csv, {}, 'other'))).toMatchObject({
    code: 400,
    message: expect.stringContaining('file'),
  })
  const type = { ...terminal, 'Content-Type': 'multipart/form-data; boundary=x' }
  expect(
    await send(
      'POST',
      '/device/import',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nserial',
      type,
    ),
  ).toMatchObject({
    code: 400,
  })
  expect(
    await send('POST', '/device/import', 'x', { ...terminal, 'Content-Type': 'multipart/form-data' }),
  ).toMatchObject({ code: 400 })
  // A misspelt field of a form applies nothing.
  for (const name of ['dryrun', 'date', 'absent'])
    expect(
      await send('POST', '/device/import', form(csv, { companyId: String(base.id), [name]: 'true' })),
    ).toMatchObject({
      code: 400,
      message: expect.stringMatching(new RegExp(`${name}.*dryRun`)),
      data: null,
    })
  expect(await send('POST', '/device/import?dryRun=perhaps', csv)).toMatchObject({
    code: 400,
    message: expect.stringContaining('dryRun'),
  })
  expect(await send('POST', '/device/import', new Uint8Array(90 * 1024 * 1024))).toMatchObject({ code: 413 })
  expect(await send('POST', '/device/import', form(csv), {})).toMatchObject({ code: 50008 })
  expect(server.defects).toEqual([])
})

test('serve months by type under the documented addresses with a slash at the end', async () => {
  await buildDaily(database.db, await buildDevice(database.db, { company_id: base.id }), '2026-10-01')
  for (const path of ['/machine/bar/month/', '/machine/line/month']) {
    const { code, data } = await post(path, {
      type: 'T30',
      businessDateQuery: ['2026-10-01', '2026-10-31'],
      companyId: '',
    })
    expect([code, data]).toEqual([200, [{ machineName: 'T30', totalNumber: [1], xAxisData: ['2026-10'] }]])
  }
})

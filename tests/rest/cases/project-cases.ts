import { expect } from 'vitest'
import { fakePdf } from '#tests/support/engineer.ts'
import { pngPicture } from '#tests/support/pictures.ts'
import { exampleA } from '#tests/support/projects.ts'
import { formOf, type List, type Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const save = 'POST /api/project/save'
const get = 'GET /api/project/get/getProject?id={id}'
const own = 'POST /api/project/find/'
const exportPdf = 'POST /api/project/exportPdf'
type Saved = Row & { pdfUrl: string; pdfFileName: string; version: string }
const ids = ({ data }: List) => data.map(({ id }) => id)

/** Create a user of a new base with two projects, a colleague with one, and the manager of the base. */
async function office(world: World) {
  const { company, manager } = await world.newBase()
  const people = { nick_name: '检验员', company_id: company.id }
  const [engineer, colleague] = [await world.person(people), await world.person(people)]
  const first = await world.ask(save, {}, { name: '一号库', city: '广州' }, engineer.token)
  const second = await world.ask(save, {}, { name: '二号库', city: '上海' }, engineer.token)
  const other = await world.ask(save, {}, { name: '三号库', userId: engineer.user.id }, colleague.token)
  return { company, manager, engineer, colleague, first, second, other, as: engineer.token }
}

/** The owner changes only the sent fields; a colleague may not. */
async function updates(world: World, address: string): Promise<void> {
  const { first, as, colleague, second } = await office(world)
  const { id, rowVersion } = first
  // The id in a body is ignored.
  const changed = await world.ask(
    address,
    { id },
    { id: second.id, name: '改名库', designTempStorage: '-18', rowVersion },
    as,
  )
  expect(changed).toMatchObject({
    id,
    name: '改名库',
    city: '广州',
    designTempStorage: -18,
    rowVersion: rowVersion + 1,
  })
  expect(await world.ask(get, { id }, {}, as)).toMatchObject({
    name: '改名库',
    designTempStorage: -18,
    rowVersion: rowVersion + 1,
  })
  expect(await world.ask(get, { id: second.id }, {}, as)).toMatchObject({ name: '二号库' })
  expect((await world.refused(address, { id }, { name: '旧', rowVersion }, as)).code).toBe(409)
  expect((await world.refused(address, { id }, { name: '别人的', rowVersion }, colleague.token)).code).toBe(404)
}

export const projectCases: Cases = {
  C090: async (world) => {
    const { engineer, colleague, first, second, other, as } = await office(world)
    const all = await world.list(own, { page: 1, size: 12, total: 0, userId: engineer.user.id }, as)
    expect([all.totalCount, ids(all).sort()]).toEqual([2, [first.id, second.id].sort()])
    expect(ids(await world.list(own, { page: 1, size: 12 }, colleague.token))).toEqual([other.id])
    // The list of own projects refuses another user's id.
    expect((await world.refused(own, {}, { userId: engineer.user.id }, colleague.token)).code).toBe(403)
    expect((await world.list(own, { page: 2, size: 1 }, as)).data).toHaveLength(1)
  },
  C091: async (world) => {
    const { company, manager, first, second, other } = await office(world)
    const find = 'POST /api/project/find2/'
    const all = await world.list(find, { page: 1, size: 12, companyId: company.id }, manager.token)
    expect([all.totalCount, ids(all).sort()]).toEqual([3, [first.id, second.id, other.id].sort()])
    expect(ids(await world.list(find, { name: '二号' }, manager.token))).toEqual([second.id])
    expect(ids(await world.list(find, { city: '广州', exportStatus: 0 }, manager.token))).toEqual([first.id])
    expect((await world.list(find, { exportStatus: 1 }, manager.token)).totalCount).toBe(0)
  },
  C092: async (world) => {
    const { company, engineer, first, manager } = await office(world)
    const find = 'POST /api/project/findCenter'
    const told = await world.list(find, { name: '一号库', companyId: company.id })
    expect(told).toMatchObject({
      totalCount: 1,
      data: [{ id: first.id, company: company.name, userId: engineer.user.id, userName: engineer.user.name }],
    })
    expect((await world.refused(find, {}, {}, manager.token)).code).toBe(403)
  },
  C093: async (world) => {
    const unassigned = 'GET /api/project/getUnassigned/{x}'
    const { company, manager, colleague, other } = await office(world)
    expect(await world.ask(unassigned, { x: company.id }, {}, manager.token)).toEqual([])
    await world.ask('POST /api/users/delete/{id}', { id: colleague.user.id }, {}, manager.token)
    expect(await world.ask(unassigned, { x: company.id }, {}, manager.token)).toEqual([
      { id: other.id, name: '三号库' },
    ])
    expect((await world.refused(unassigned, { x: company.id }, {}, world.fleet.baseManager.token)).code).toBe(404)
  },
  C094: async (world) => {
    const { first, as, engineer, colleague } = await office(world)
    const told = await world.ask(get, { id: first.id }, {}, as)
    expect(told).toMatchObject({
      id: first.id,
      name: '一号库',
      city: '广州',
      userId: engineer.user.id,
      exportStatus: 0,
      pdfUrl: null,
      pdfList: [],
    })
    expect((await world.refused(get, { id: first.id }, {}, colleague.token)).code).toBe(404)
  },
  C095: async (world) => {
    const { engineer, as } = await office(world)
    // A draft is not validated, and belongs to the signed-in user.
    const made = await world.ask(
      save,
      {},
      { projectName: '草稿', projectCity: '广州', tempSummerAvg: '', userId: world.manager.user.id },
      as,
    )
    expect(made).toMatchObject({
      name: '草稿',
      city: '广州',
      userId: engineer.user.id,
      projectNo: expect.stringMatching(/\S/),
    })
    const { problems: _, ...project } = made
    expect(await world.ask(get, { id: made.id }, {}, as)).toEqual(project)
    expect((await world.list(own, {}, as)).totalCount).toBe(3)
  },
  C096: (world) => updates(world, 'PUT /api/project/update/{id}'),
  C097: (world) => updates(world, 'POST /api/project/update/{id}'),
  C098: async (world) => {
    const { first, as } = await office(world)
    const refused = await world.refused(exportPdf, {}, { id: first.id, name: '一号库' }, as)
    expect([refused.code, refused.message.split('\n')[0]]).toEqual([400, '请完善以下信息：'])
    const made = await world.ask<Saved>(exportPdf, {}, { ...exampleA, name: '新库' }, as)
    expect(made).toMatchObject({
      exportStatus: 1,
      name: '新库',
      version: 'V1.0',
      pdfFileName: '新库无霜选型报告-V1.0',
      pdfList: [{ version: 'V1.0' }],
    })
    const again = await world.ask<Saved>(exportPdf, {}, { id: made.id, rowVersion: made.rowVersion }, as)
    expect(again).toMatchObject({ id: made.id, version: 'V1.1' })
    expect(await world.ask(get, { id: made.id }, {}, as)).toMatchObject({
      exportStatus: 1,
      version: 'V1.1',
      pdfFileName: '新库无霜选型报告-V1.1',
    })
  },
  C099: async (world) => {
    const { first, as } = await office(world)
    const upload = 'POST /api/project/upload'
    const picture = await world.ask<{ id: string; path: string; width: number }>(
      upload,
      {},
      formOf('草图.png', await pngPicture()),
      as,
    )
    expect(picture).toMatchObject({ fileName: '草图.png', width: 60, height: 40, path: picture.id })
    await world.ask(
      'POST /api/project/update/{id}',
      { id: first.id },
      { mainImage: picture.id, rowVersion: first.rowVersion },
      as,
    )
    const { images } = await world.ask<{ images: { fileName: string }[] }>(get, { id: first.id }, {}, as)
    expect(images).toMatchObject([{ fileName: '草图.png', width: 60 }])
    expect((await world.refused(upload, {}, formOf('草图.png', Buffer.from('not a picture')), as)).code).not.toBe(200)
  },
  C100: async (world) => {
    const remove = 'POST /api/materialType/delete/{id}'
    const { first, second, as, colleague } = await office(world)
    expect((await world.refused(remove, { id: first.id }, {}, colleague.token)).code).toBe(404)
    await world.ask(remove, { id: first.id }, {}, as)
    expect(ids(await world.list(own, {}, as))).toEqual([second.id])
    expect((await world.refused(get, { id: first.id }, {}, as)).code).toBe(404)
  },
  C101: async (world) => {
    const { as } = await office(world)
    const { pdfUrl } = await world.ask<Saved>(exportPdf, {}, { ...exampleA, name: '报告库' }, as)
    const address = 'GET /pdfs/{file}'
    const file = await world.open(address, pdfUrl)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toContain('报告库无霜选型报告-V1.0.pdf')
    expect(fakePdf.equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
    for (const wrong of [pdfUrl.split('?')[0] ?? '', `${pdfUrl}x`])
      expect((await world.open(address, wrong)).status).toBeGreaterThanOrEqual(400)
  },
  C102: async (world) => {
    const names = await world.ask<string[]>('GET /api/city/listCityName')
    expect(names).toContain('广州')
    expect(new Set(names).size).toBe(names.length)
    const rows = await world.db.selectFrom('city').select('name').execute()
    expect(names).toHaveLength(rows.length)
  },
  C103: async (world) => {
    const climate = 'GET /api/city/listCityData?cityName={name}'
    const guangzhou = {
      altitude: 41.7,
      avgTempSummer: 30.7,
      avgTempWinter: 13.6,
      avgHumiSummer: 68,
      avgHumiWinter: 72,
      highTempSummer: 38.1,
    }
    expect(await world.ask(climate, { name: '广州' })).toMatchObject({ name: '广州', ...guangzhou, maxHumidity: 21.3 })
    expect(await world.ask(climate, { name: '没有这座城' })).toBeNull()
  },
}

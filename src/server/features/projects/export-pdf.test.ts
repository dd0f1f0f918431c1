import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { FilePart } from '#shared/files.ts'
import { emptyProject } from '#shared/selection/project.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildEngineer, fakePdf, fakeReports, storedReport } from '#tests/support/engineer.ts'
import type { UserValues } from '#tests/support/factories.ts'
import { exampleA } from '#tests/support/projects.ts'
import { reportFileName } from './export-pdf.ts'

const database = useDatabase()
const engineer = (given: UserValues = {}, reports = fakeReports()) => buildEngineer(database.db, reports, given)

test('Create a new version in each export, and keep all versions available', async () => {
  const { projects, storage, viewer } = await engineer()
  const first = await projects.exportPdf({ project: { ...exampleA, name: '一号库' } })
  const again = await projects.exportPdf({
    language: 'en',
    project: { id: first.id, rowVersion: first.rowVersion, designTemperature: '-18' },
  })
  expect(again).toMatchObject({
    id: first.id,
    version: 'V1.1',
    exportStatus: 1,
    designTempStorage: -18,
    name: '一号库',
  })
  expect(again.pdfList.map(({ version, language }) => [version, language])).toEqual([
    ['V1.1', 'en'],
    ['V1.0', 'zh'],
  ])
  for (const { pdfUrl } of again.pdfList) expect(await storage.read(storedReport(pdfUrl))).toEqual(fakePdf)
  const changed = await projects.update({ id: first.id, rowVersion: again.rowVersion, project: { name: '二号库' } })
  expect(changed).toMatchObject({
    exportStatus: 0,
    version: 'V1.1',
    pdfFileName: '一号库 frost-free selection report-V1.1',
  })
  const rows = await database.db.selectFrom('attachment').selectAll().where('owner_kind', '=', 'projectPdf').execute()
  expect(rows).toMatchObject([
    {
      owner_id: first.id,
      user_id: viewer.userId,
      file_name: '一号库无霜选型报告-V1.0.pdf',
      mime: 'application/pdf',
      size: fakePdf.length,
    },
    { owner_id: first.id, file_name: '一号库 frost-free selection report-V1.1.pdf' },
  ])
})

test('Save the input of a failed check, and name every field with label, unit and range', async () => {
  const { projects, storage } = await engineer()
  const sent = { ...exampleA, name: '', tempWinterAvg: 0, storageLength: '3000', outdoorHumidity: 'wet' }
  const refused = await projects.exportPdf({ project: sent }).catch((error: { cause: unknown }) => error.cause)
  expect(refused).toBeInstanceOf(AppError)
  const { code, details } = refused as AppError
  expect(code).toBe('VALIDATION')
  expect(details.sentence?.split('\n')).toEqual([
    '请完善以下信息：',
    '项目名称不能为空！',
    '冬季平均温度不能为空！',
    '库外湿度不是有效的数字',
    '冷库长度应在 1 到 300 m 之间',
  ])
  expect(details.fields).toEqual([
    { field: 'name', problem: '项目名称不能为空！', label: '项目名称' },
    { field: 'tempWinterAvg', problem: '冬季平均温度不能为空！', label: '冬季平均温度', unit: '°C', min: -50, max: 35 },
    { field: 'outdoorHumidity', problem: '库外湿度不是有效的数字', label: '库外湿度', unit: '%', min: 5, max: 100 },
    { field: 'storageLength', problem: '冷库长度应在 1 到 300 m 之间', label: '冷库长度', unit: 'm', min: 1, max: 300 },
  ])
  expect((await projects.find({})).data).toMatchObject([{ exportStatus: 0, city: '广州' }])
  expect(storage.names()).toEqual([])
  const { id } = (await projects.find({})).data[0] ?? {}
  const repaired = { id, name: '好', zeroConfirmed: ['tempWinterAvg'], storageLength: 30, outdoorHumidity: 68 }
  expect(await projects.exportPdf({ project: repaired })).toMatchObject({ id, exportStatus: 1, version: 'V1.0' })
})

test('Refuse the second of two exports at once, and leave nothing of it', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { projects, storage } = await engineer(
    {},
    fakeReports(async () => {
      await held
      return fakePdf
    }),
  )
  const saved = await projects.save(exampleA)
  const first = projects.exportPdf({ project: { id: saved.id, rowVersion: saved.rowVersion } })
  first.catch(() => undefined)
  await expect.poll(async () => (await projects.get({ id: saved.id })).rowVersion).toBe(2)
  await expect(projects.exportPdf({ project: { id: saved.id } })).rejects.toMatchObject({
    cause: { code: 'REPORT_RUNNING' },
  })
  release()
  expect(await first).toMatchObject({ version: 'V1.0', rowVersion: 3 })
  await expect(projects.exportPdf({ project: { id: saved.id, rowVersion: saved.rowVersion } })).rejects.toMatchObject({
    cause: { code: 'EDITED_BY_OTHERS' },
  })
  expect(storage.names()).toHaveLength(1)
})

test('Keep a change made while the report is printed, and discard the report', async () => {
  let meanwhile: () => Promise<void> = async () => undefined
  const { projects, storage } = await engineer(
    {},
    fakeReports(async () => {
      await meanwhile()
      return fakePdf
    }),
  )
  const { id } = await projects.save(exampleA)
  meanwhile = async () => {
    await projects.update({ id, rowVersion: 2, project: { name: '改过' } })
  }
  await expect(projects.exportPdf({ project: { id } })).rejects.toMatchObject({ cause: { code: 'EDITED_BY_OTHERS' } })
  expect(await projects.get({ id })).toMatchObject({ name: '改过', exportStatus: 0, pdfList: [], selection: null })
  expect(storage.names()).toEqual([])
})

test('Refuse to export another user’s project, and ignore fields that only the server sets', async () => {
  const owner = await engineer()
  const { id } = await owner.projects.save(exampleA)
  for (const nickName of [null, '基地负责人', '管理层']) {
    const { projects } = await engineer({ nick_name: nickName })
    for (const given of [{ project: { id } }, { project: { id: 999_999 } }])
      await expect(projects.exportPdf(given)).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
    await expect(projects.pdf({ id })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  }
  const forged = {
    id,
    projectNo: 'X',
    version: 'V9.9',
    exportStatus: 0,
    pdfUrl: '/etc/passwd',
    pdfFileName: '../x',
    userId: 1,
    companyId: 1,
  }
  const exported = await owner.projects.exportPdf({ project: forged })
  expect(exported).toMatchObject({
    version: 'V1.0',
    exportStatus: 1,
    userId: owner.viewer.userId,
    pdfFileName: '示例 A无霜选型报告-V1.0',
  })
  expect(exported.projectNo).toMatch(/^XM/)
})

test('Keep the project a draft without a file when the report cannot be printed', async () => {
  const { projects, storage } = await engineer(
    {},
    fakeReports(() => Promise.reject(new AppError('BUSY', { retryAfterSeconds: 5 }))),
  )
  const { id } = await projects.save(exampleA)
  await expect(projects.exportPdf({ project: { id } })).rejects.toMatchObject({ cause: { code: 'BUSY' } })
  expect(await projects.get({ id })).toMatchObject({ exportStatus: 0, pdfList: [] })
  expect(storage.names()).toEqual([])
})

test('Limit a user to 200 reports a day', async () => {
  const { projects, viewer } = await engineer()
  const { id, companyId } = await projects.save(exampleA)
  const row = (index: number) => ({
    public_id: index.toString(16).padStart(32, '0'),
    company_id: companyId,
    user_id: viewer.userId,
    owner_kind: 'projectPdf' as const,
    owner_id: id,
    stored_name: `${index}.pdf`,
    file_name: 'x.pdf',
    mime: 'application/pdf',
    size: 1,
    width: null,
    height: null,
    deleted_at: null,
    create_time: new Date('2026-11-20T01:00:00Z'),
  })
  await projects.exportPdf({ project: { id } })
  await database.db
    .insertInto('attachment')
    .values(Array.from({ length: 199 }, (_, index) => row(index)))
    .execute()
  await expect(projects.exportPdf({ project: { id } })).rejects.toMatchObject({
    cause: { code: 'TOO_MANY', details: { retryAfterSeconds: 75_600 } },
  })
})

test('Print a report for download once per change and language', async () => {
  const { projects } = await engineer()
  const { id } = await projects.save(exampleA)
  const file = async (language: 'zh' | 'en') => {
    const parts: FilePart[] = []
    for await (const part of await projects.pdf({ id, language })) parts.push(part)
    return parts
  }
  const first = await file('zh')
  expect(first).toEqual([
    { fileName: '示例 A无霜选型报告-V1.0.pdf', contentType: 'application/pdf' },
    { base64: fakePdf.toString('base64') },
  ])
  expect(await file('zh')).toEqual(first)
  expect((await file('en'))[0]).toMatchObject({ fileName: '示例 A frost-free selection report-V1.1.pdf' })
  await expect(
    projects.save(emptyProject()).then(({ id: empty }) => projects.pdf({ id: empty })),
  ).rejects.toMatchObject({ cause: { code: 'VALIDATION' } })
})

test('Create a file name that is valid on every system', () => {
  expect(reportFileName('a/b\\c:d\u202E\n"e"', 'V1.0')).toBe('a b c d e无霜选型报告-V1.0')
  expect(reportFileName('../..', 'V1.0')).toBe('无霜选型报告-V1.0')
  expect(reportFileName(null, 'V1.0')).toBe('无霜选型报告-V1.0')
  expect(reportFileName(null, 'V1.0', 'en')).toBe('frost-free selection report-V1.0')
  expect(reportFileName('Store 2', 'V1.0', 'both')).toBe('Store 2无霜选型报告-V1.0')
  expect(reportFileName('库'.repeat(200), 'V1.10')).toBe(`${'库'.repeat(60)}无霜选型报告-V1.10`)
})

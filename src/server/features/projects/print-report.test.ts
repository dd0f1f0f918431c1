import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createReports } from '#server/services/pdf/pdf-thread.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildEngineer, storedReport } from '#tests/support/engineer.ts'
import { filledOfPdf, textOfPdf } from '#tests/support/pdf-text.ts'
import { jpegPicture, pngPicture } from '#tests/support/pictures.ts'
import { exampleA } from '#tests/support/projects.ts'

const database = useDatabase()
const reports = createReports({ logger: pino({ level: 'silent' }) })
afterAll(reports.close)
const engineer = () => buildEngineer(database.db, reports)

test('Print worked example A as a report with searchable text', async () => {
  const { projects, storage, written } = await engineer()
  const project = await projects.exportPdf({ language: 'both', project: exampleA })
  expect(project).toMatchObject({
    exportStatus: 1,
    version: 'V1.0',
    pdfFileName: '示例 A无霜选型报告-V1.0',
    selection: { status: 'ok', model: 'S-2000', count: 1 },
    catalogueVersion: '1',
    rowVersion: 2,
  })
  expect(project.pdfList).toEqual([
    {
      version: 'V1.0',
      pdfUrl: project.pdfUrl,
      pdfFileName: project.pdfFileName,
      language: 'both',
      createTimeStr: '2026-11-20 12:00:00',
    },
  ])
  const bytes = await storage.read(storedReport(project.pdfUrl))
  const text = await textOfPdf(bytes)
  for (const wanted of ['S-2000', '3.951', '1721', '示例 A', '广州', project.projectNo, 'V1.0'])
    expect(text).toContain(wanted)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(written).toMatchObject([
    {
      action: 'projects.exportPdf',
      targetId: project.id,
      details: { version: 'V1.0', language: 'both', model: 'S-2000', count: 1 },
    },
  ])
}, 60_000)

const withoutRoom = { ...exampleA, reentryRoomLength: null, reentryRoomWidth: null, reentryRoomHeight: null }

test.each([
  ['zh', exampleA],
  ['en', exampleA],
  ['zh', { ...withoutRoom, designTempStorage: 2 }],
  ['both', { ...exampleA, designTempStorage: -25, moisture: 0.5 }],
] as const)(
  'Print a small report in %s with language and title metadata and no half-empty page',
  async (language, project) => {
    const { projects, storage } = await engineer()
    const { pdfUrl } = await projects.exportPdf({ language, project: { ...project, name: `A ${language}` } })
    const bytes = await storage.read(storedReport(pdfUrl))
    expect(bytes.length).toBeLessThan(language === 'both' ? 600_000 : 400_000)
    const source = bytes.toString('latin1')
    for (const said of [
      '%PDF-1.7',
      language === 'en' ? '/Lang (en)' : '/Lang (zh-CN)',
      '/DisplayDocTitle true',
      '/Outlines',
    ])
      expect(source).toContain(said)
    const filled = await filledOfPdf(bytes)
    for (const share of filled.slice(0, -1)) expect(share).toBeGreaterThan(0.6)
  },
  60_000,
)

test('Export a project that no model fits, with its limit and the remedies', async () => {
  const { projects, storage } = await engineer()
  const { pdfUrl, selection } = await projects.exportPdf({
    language: 'zh',
    project: { ...withoutRoom, designTempStorage: -40 },
  })
  expect(selection).toMatchObject({ status: 'noFit', model: null })
  expect(await textOfPdf(await storage.read(storedReport(pdfUrl)))).toContain('特殊设计')
}, 60_000)

test('Print hostile texts as typed', async () => {
  const { projects, storage } = await engineer()
  const name = '{{need}} <svg onload=1> \u202Eabc {"image":"/etc/passwd"}'
  const { pdfUrl, pdfFileName } = await projects.exportPdf({
    project: { ...exampleA, name, city: 'file:///etc/passwd' },
  })
  const text = await textOfPdf(await storage.read(storedReport(pdfUrl)))
  expect(text.replace(/\s+/g, '')).toContain('{{need}}<svgonload=1>abc{"image":"/etc/passwd"}')
  expect(text).toContain('file:///etc/passwd')
  expect(text).not.toContain('root:')
  expect(pdfFileName).toBe('{{need}} svg onload=1 abc { image etc passwd }无霜选型报告-V1.0')
}, 60_000)

test('Print sketches, and print the report without a sketch whose file is missing', async () => {
  const { projects, storage } = await engineer()
  const pictures = await Promise.all([jpegPicture(), pngPicture()])
  const uploaded = []
  for (const [index, picture] of pictures.entries())
    uploaded.push(await projects.upload({ fileName: `sketch ${index}`, content: picture.toString('base64') }))
  const [first, second] = uploaded
  const sent = { ...exampleA, coldStorageImages: uploaded.map(({ id }) => id), mainImage: second?.id }
  const imagesIn = async (pdfUrl: string | null) =>
    (await storage.read(storedReport(pdfUrl))).toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
  const { id, pdfUrl } = await projects.exportPdf({ project: sent })
  expect(await imagesIn(pdfUrl)).toBe(2)
  await storage.remove(first?.id.match(/[0-9a-f]{32}\.\w+/)?.[0] ?? '')
  const again = await projects.exportPdf({ project: { id } })
  expect(again.version).toBe('V1.1')
  expect(await imagesIn(again.pdfUrl)).toBe(1)
}, 60_000)

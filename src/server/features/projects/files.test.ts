import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { useDatabase } from '#tests/support/database.ts'
import type { User } from '#tests/support/factories.ts'
import { buildSketch, projectPerson, refusalOf } from '#tests/support/project-people.ts'
import { exampleA } from '#tests/support/projects.ts'

const database = useDatabase()

test('Bind own sketches to the saved project, with the first as main image until another is chosen', async () => {
  const { user, viewer, projects } = await projectPerson(database.db)
  const [first, second] = [
    await buildSketch(database.db, user, viewer.tenantId),
    await buildSketch(database.db, user, viewer.tenantId),
  ]
  const saved = await projects.save({ name: '甲', coldStorageImages: [`${first}?expires=1&signature=x`, second] })
  expect(saved.images).toMatchObject([
    { path: expect.stringMatching(new RegExp(`^${first}\\?expires=`)), fileName: 'sketch.png', width: 4, height: 3 },
    { path: expect.stringMatching(new RegExp(`^${second}\\?expires=`)) },
  ])
  expect(saved.mainImage).toBe(saved.coldStorageImages[0])
  const chosen = await projects.update({
    id: saved.id,
    rowVersion: 1,
    project: { ...saved, mainImage: saved.coldStorageImages[1] },
  })
  expect(chosen.mainImage).toBe(saved.coldStorageImages[1])
  expect((await projects.find({})).data[0]?.mainImageUrl).toBe(chosen.mainImage)
  const fewer = await projects.update({
    id: saved.id,
    rowVersion: 2,
    project: { coldStorageImages: [first], mainImage: second },
  })
  expect(fewer).toMatchObject({
    mainImage: expect.stringContaining(first),
    coldStorageImages: [expect.stringContaining(first)],
  })
  expect(
    await projects.update({ id: saved.id, rowVersion: 3, project: { coldStorageImages: [], mainImage: null } }),
  ).toMatchObject({
    images: [],
    mainImage: null,
  })
})

test('Refuse an image of another user or project like a missing one, and save nothing', async () => {
  const [one, other] = [await projectPerson(database.db), await projectPerson(database.db)]
  const theirs = await buildSketch(database.db, other.user, other.viewer.tenantId)
  const own = await buildSketch(database.db, one.user, one.viewer.tenantId)
  await one.projects.save({ name: '有图', coldStorageImages: [own] })
  const missing = `/images/${'0'.repeat(32)}.png`
  const answers = await Promise.all(
    [theirs, own, missing, '../../etc/passwd', 'http://example.org/x.png'].flatMap((path) => [
      refusalOf(one.projects.save({ name: '甲', coldStorageImages: [path] })),
      refusalOf(one.projects.save({ name: '甲', mainImage: path })),
    ]),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ code: 'NOT_FOUND', message: '数据不存在' })]),
  )
  expect((await one.projects.find({})).totalCount).toBe(1)
})

test('Make a changed project a draft again, and keep its last result and report', async () => {
  const { user, viewer, projects } = await projectPerson(database.db)
  const { id } = await projects.save(exampleA)
  const { pdf, selection } = await exported(id, user, viewer.tenantId)
  const done = await projects.get({ id })
  expect(done).toMatchObject({
    exportStatus: 1,
    version: 'V1.1',
    selection,
    catalogueVersion: '1',
    pdfFileName: '示例 A V1.1',
  })
  expect(done.pdfUrl).toContain(`/pdfs/${pdf}.pdf?expires=`)
  expect(done.pdfList).toEqual([
    {
      version: 'V1.1',
      pdfUrl: done.pdfUrl,
      pdfFileName: '示例 A V1.1',
      language: 'zh',
      createTimeStr: '2026-11-20 12:00:00',
    },
  ])
  const changed = await projects.update({ id, rowVersion: 1, project: { ...done, storageLength: 31 } })
  expect(changed).toMatchObject({
    exportStatus: 0,
    storageLength: 31,
    version: 'V1.1',
    selection,
    pdfList: done.pdfList,
  })
})

/** Store a project as an export leaves it: state, result, version and one report. */
async function exported(id: number, user: User, companyId: number) {
  const outcome = selectEquipment(exampleA, referenceCatalogue)
  if (!outcome.complete) throw new Error('example A is complete')
  const { selection } = outcome
  const pdf = randomBytes(16).toString('hex')
  const now = new Date('2026-11-20T04:00:00Z')
  const file = {
    public_id: pdf,
    company_id: companyId,
    user_id: user.id,
    owner_kind: 'projectPdf',
    owner_id: id,
    stored_name: `${pdf}.pdf`,
  } as const
  const { id: attachment_id } = await database.db
    .insertInto('attachment')
    .values({
      ...file,
      file_name: 'x.pdf',
      mime: 'application/pdf',
      size: 1,
      width: null,
      height: null,
      deleted_at: null,
      create_time: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = {
    project_id: id,
    attachment_id,
    version: 'V1.1',
    pdf_file_name: '示例 A V1.1',
    language: 'zh',
    user_name: '周工',
    create_time: now,
  } as const
  await database.db
    .insertInto('project_pdf')
    .values({ ...report, selection: JSON.stringify(selection), catalogue_version_id: 1 })
    .execute()
  await database.db
    .updateTable('project')
    .set({ export_status: 1, selection: JSON.stringify(selection), catalogue_version_id: 1, version: 'V1.1' })
    .where('id', '=', id)
    .execute()
  return { pdf, selection }
}

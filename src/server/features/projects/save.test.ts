import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SavedProject } from '#shared/projects.ts'
import { emptyProject } from '#shared/selection/project.ts'
import { choiceFields, numberFields, type ProjectData, textFields } from '#shared/selection/project-fields.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { projectPerson, refusalOf } from '#tests/support/project-people.ts'
import { validProjects } from '#tests/support/projects.ts'
import { codeOf } from '#tests/support/refusal.ts'

const database = useDatabase()

/** Return the form's fields of an answer. */
function fieldsOf(saved: SavedProject): ProjectData {
  const names = Object.keys(emptyProject())
  return Object.fromEntries(Object.entries(saved).filter(([name]) => names.includes(name))) as unknown as ProjectData
}
/** Rename the fields as the wizard does. */
function inWizardNaming(project: ProjectData): Record<string, unknown> {
  const names: Record<string, { wizard: string | null }> = { ...numberFields, ...choiceFields, ...textFields }
  return Object.fromEntries(Object.entries(project).map(([name, value]) => [names[name]?.wizard ?? name, value]))
}
test('Give a new draft a number of the business day, its owner, its company and the documented defaults', async () => {
  const company = await buildCompany(database.db, { name: '华东' })
  const { user, at } = await projectPerson(database.db, { company_id: company.id, name: '周工' })
  const saved = await at('2026-11-20T16:30:00Z').save({ name: '一号库' })
  expect(saved).toMatchObject({
    projectNo: 'XM202611210001',
    userId: user.id,
    userName: '周工',
    companyId: company.id,
    company: '华东',
    name: '一号库',
    exportStatus: 0,
    version: 'V1.0',
    rowVersion: 1,
    estSafety: 1.1,
    estWindSpeed: 0.5,
    deviceCount: 1,
    moisture: 0,
    pdfUrl: null,
    pdfList: [],
    selection: null,
    images: [],
    createTimeStr: '2026-11-21 00:30:00',
    problems: [],
  })
  expect((await at('2026-11-20T16:31:00Z').save({ name: '二号库' })).projectNo).toBe('XM202611210002')
  expect((await at('2026-11-21T16:00:00Z').save({ name: '三号库' })).projectNo).toBe('XM202611220001')
})

test('Return every field as it was sent, in the server’s and the wizard’s naming', async () => {
  const { projects } = await projectPerson(database.db)
  await fc.assert(
    fc.asyncProperty(
      validProjects,
      fc.boolean(),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      async (drawn, wizard, text) => {
        const name = text.trim() === '' || text.includes('\0') ? '库' : text.trim()
        const project = { ...drawn, name, zeroConfirmed: drawn.tempWinterAvg === 0 ? ['tempWinterAvg' as const] : [] }
        const saved = await projects.save(wizard ? inWizardNaming(project) : project)
        expect(saved.problems).toEqual([])
        expect(fieldsOf(saved)).toEqual(project)
        const { problems: _, ...answered } = saved
        expect(await projects.get({ id: saved.id })).toEqual(answered)
        // Documented clients send the whole answer back: it must not change the project.
        const again = await projects.update({
          id: saved.id,
          rowVersion: saved.rowVersion,
          project: wizard ? inWizardNaming(saved) : saved,
        })
        expect(fieldsOf(again)).toEqual(project)
        expect(again.rowVersion).toBe(saved.rowVersion + 1)
      },
    ),
    { numRuns: 40 },
  )
}, 60_000)

test('Save an incomplete draft, name invalid values, and keep the rest', async () => {
  const { projects } = await projectPerson(database.db)
  const saved = await projects.save({
    name: '草稿',
    storageLength: '三十',
    storageWidth: '２０,5',
    hasAirCurtain: 'maybe',
    coldStorageType: '冷风机库',
  })
  expect(saved).toMatchObject({
    storageLength: null,
    storageWidth: 20.5,
    hasAirCurtain: null,
    coldStorageType: 'coldAirFan',
  })
  expect(saved.problems).toEqual([
    { field: 'storageLength', problem: 'notANumber' },
    { field: 'hasAirCurtain', problem: 'notAChoice' },
  ])
  const changed = await projects.update({
    id: saved.id,
    rowVersion: 1,
    project: { storageWidth: '1e3', storageHeight: '' },
  })
  expect(changed).toMatchObject({
    storageWidth: 20.5,
    storageHeight: null,
    name: '草稿',
    problems: [{ field: 'storageWidth', problem: 'notANumber' }],
  })
})

test('Store a name literally or refuse it with its field, never truncated', async () => {
  const { projects } = await projectPerson(database.db)
  for (const name of [
    '🧊 冷库 👨‍👩‍👧',
    '\u202eabc\u200f',
    '{{name}} <b>%s',
    '甲\n乙',
    'a'.repeat(200),
    '🧊'.repeat(200),
  ])
    expect((await projects.save({ name })).name).toBe(name)
  const customers = { customer: '🧊 {{name}}', customerContact: 'O’Neil, 电话 020-8888', customerReference: '=1+1' }
  expect(await projects.save({ name: '甲', ...customers })).toMatchObject({ ...customers, problems: [] })
  expect(await refusalOf(projects.save({ customer: 'a'.repeat(201) }))).toEqual({
    code: 'VALIDATION',
    field: 'customer',
    message: '输入有误：客户名称 (长度不能超过 200)',
  })
  for (const name of ['a'.repeat(201), '🧊'.repeat(201), 'x'.repeat(20_000)])
    expect(await refusalOf(projects.save({ name }))).toEqual({
      code: 'VALIDATION',
      field: 'name',
      message: '输入有误：项目名称 (长度不能超过 200)',
    })
  for (const city of ['a\0b', '\ud800'])
    expect(await refusalOf(projects.save({ city }))).toMatchObject({ code: 'VALIDATION', field: 'city' })
  expect(await refusalOf(projects.save({ projectName: 'a\0' }))).toMatchObject({ field: 'name' })
})

test('Ignore an owner, number, state, version or report in a request', async () => {
  const stranger = await projectPerson(database.db)
  const { user, projects } = await projectPerson(database.db)
  const forbidden = {
    id: 77,
    userId: stranger.user.id,
    companyId: 99,
    company: '别家',
    projectNo: 'XM000000000000',
    projectId: 'XM000000000000',
    exportStatus: 1,
    version: 'V9.9',
    pdfUrl: '/pdfs/x.pdf',
    pdfFileName: 'x',
    pdfList: [{ version: 'V9.9' }],
    selection: { status: 'ok' },
    catalogueVersion: '9',
    climate: { name: '别处' },
    createTimeStr: '2000-01-01 00:00:00',
    deletedAt: '2000-01-01',
  }
  const saved = await projects.save({ name: '甲', ...forbidden })
  const updated = await projects.update({ id: saved.id, rowVersion: 1, project: { ...forbidden, rowVersion: 1 } })
  for (const project of [saved, updated]) {
    expect(project).toMatchObject({
      userId: user.id,
      exportStatus: 0,
      version: 'V1.0',
      pdfUrl: null,
      pdfList: [],
      selection: null,
      climate: null,
    })
    expect(project.id).not.toBe(77)
    expect(project.projectNo).toMatch(/^XM20261120\d{4}$/)
  }
})

test('Give 20 projects saved at once 20 numbers, and one project sent 20 times a single row', async () => {
  const { projects } = await projectPerson(database.db)
  const saved = await Promise.all(Array.from({ length: 20 }, (_, index) => projects.save({ name: `库${index}` })))
  expect(new Set(saved.map(({ projectNo }) => projectNo)).size).toBe(20)
  expect(saved.map(({ projectNo }) => projectNo).sort()).toEqual(
    Array.from({ length: 20 }, (_, index) => `XM20261120${String(index + 1).padStart(4, '0')}`),
  )
  const repeated = await Promise.all(Array.from({ length: 20 }, () => projects.save({ name: '同一个' })))
  expect(new Set(repeated.map(({ id }) => id)).size).toBe(1)
})

test('Create a new project for the same content after ten seconds, or for another user at once', async () => {
  const [one, other] = [await projectPerson(database.db), await projectPerson(database.db)]
  const first = await one.at('2026-11-20T04:00:00Z').save({ name: '甲' })
  expect((await one.at('2026-11-20T04:00:09Z').save({ name: '甲' })).id).toBe(first.id)
  expect((await one.at('2026-11-20T04:00:11Z').save({ name: '甲' })).id).not.toBe(first.id)
  expect((await other.at('2026-11-20T04:00:01Z').save({ name: '甲' })).id).not.toBe(first.id)
})

test('Accept one of two concurrent edits completely, and refuse the other', async () => {
  const { projects } = await projectPerson(database.db)
  const { id } = await projects.save({ name: '甲' })
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      codeOf(projects.update({ id, rowVersion: 1, project: { name: `编辑${index}`, storageLength: index + 1 } })),
    ),
  )
  expect(tries.filter((code) => code === 'answered')).toHaveLength(1)
  expect(tries.filter((code) => code === 'EDITED_BY_OTHERS')).toHaveLength(19)
  const winner = tries.indexOf('answered')
  expect(await projects.get({ id })).toMatchObject({ name: `编辑${winner}`, storageLength: winner + 1, rowVersion: 2 })
  expect(await refusalOf(projects.update({ id, rowVersion: 1, project: {} }))).toMatchObject({
    message: '数据已被他人修改，请刷新后重试',
  })
  expect(await refusalOf(projects.update({ id, project: {} }))).toMatchObject({
    code: 'VALIDATION',
    field: 'rowVersion',
  })
})

test('Store the climate when the city is chosen, and read it again only for another city', async () => {
  const { projects } = await projectPerson(database.db)
  const saved = await projects.save({ city: '广州' })
  expect(saved.climate).toMatchObject({ name: '广州', altitude: 41.7, avgTempWinter: 13.6 })
  try {
    await database.db.updateTable('city').set({ altitude: 1 }).where('name', '=', '广州').execute()
    expect(
      (await projects.update({ id: saved.id, rowVersion: 1, project: { tempWinterAvg: 12 } })).climate?.altitude,
    ).toBe(41.7)
  } finally {
    await database.db.updateTable('city').set({ altitude: 41.7 }).where('name', '=', '广州').execute()
  }
  expect((await projects.update({ id: saved.id, rowVersion: 2, project: { city: '开封' } })).climate).toMatchObject({
    name: '开封',
    avgTempWinter: 0,
  })
  expect((await projects.update({ id: saved.id, rowVersion: 3, project: { city: '无此城' } })).climate).toBeNull()
})

test('Hide a deleted project from everybody, and refuse a second deletion', async () => {
  const { projects } = await projectPerson(database.db)
  const { id } = await projects.save({ name: '甲' })
  expect(await projects.delete({ id })).toEqual({ id })
  const gone = await Promise.all(
    [projects.delete({ id }), projects.get({ id }), projects.update({ id, rowVersion: 1, project: {} })].map(codeOf),
  )
  expect(gone).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  expect(await projects.find({})).toEqual({ data: [], totalCount: 0 })
})

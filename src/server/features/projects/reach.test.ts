import { beforeAll, expect, test } from 'vitest'
import { buildCaller } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildHeadquarters, buildSite, type Company } from '#tests/support/factories.ts'
import { buildSketch, projectPerson, refusalOf } from '#tests/support/project-people.ts'
import { codeOf } from '#tests/support/refusal.ts'
import { recordedAudit } from '#tests/support/services.ts'

const database = useDatabase({ emptied: 'file' })
type Person = Awaited<ReturnType<typeof projectPerson>>
type Name = 'manager' | 'head' | 'engineer' | 'siteHead' | 'sitePerson' | 'inspector' | 'otherHead' | 'other' | 'nobody'
const people = {} as Record<Name, Person>
const projectIds = {} as Record<Name, number>
const companies = {} as Record<'headquarters' | 'base' | 'site' | 'otherBase', Company>
const missing = 999_999

const roles: Record<Name, [label: string | null, company: keyof typeof companies]> = {
  manager: ['管理层', 'headquarters'],
  head: ['基地负责人', 'base'],
  engineer: [null, 'base'],
  siteHead: ['基地负责人', 'site'],
  sitePerson: ['登记人员', 'site'],
  inspector: ['检验员', 'base'],
  otherHead: ['基地负责人', 'otherBase'],
  other: [null, 'otherBase'],
  nobody: [null, 'base'],
}
const names = Object.keys(roles) as Name[]

beforeAll(async () => {
  const { db } = database
  companies.headquarters = await buildHeadquarters(db)
  companies.base = await buildCompany(db, { name: '华东' })
  companies.otherBase = await buildCompany(db, { name: '西北' })
  companies.site = await buildSite(db, { tenant: companies.base, name: '一号站' })
  for (const [index, name] of names.entries()) {
    const [nick_name, company] = roles[name]
    people[name] = await projectPerson(db, { nick_name, company_id: companies[company].id })
    if (name === 'nobody') continue
    projectIds[name] = (
      await people[name].at(new Date(Date.UTC(2026, 10, 20, 4, index))).save({ name: `${name}的库`, city: '广州' })
    ).id
  }
})

const found = async (list: Promise<{ data: { name: string | null }[]; totalCount: number }>) => {
  const { data, totalCount } = await list
  expect(totalCount).toBe(data.length)
  return data.map(({ name }) => name?.replace('的库', ''))
}
const terminal = () =>
  buildCaller(database.db, {
    viewer: { ...people.manager.viewer, actor: 'cli', userId: null, userName: 'cli', role: 'manager' },
  }).projects

test.each(names)('Show %s exactly the own projects, with or without the own userId', async (name) => {
  const { projects, user } = people[name]
  const own = name === 'nobody' ? [] : [name]
  expect(await found(projects.find({}))).toEqual(own)
  expect(await found(projects.find({ userId: user.id }))).toEqual(own)
})

test.each(names)('Refuse %s the projects of another user, whether that user exists or not', async (name) => {
  const { projects } = people[name]
  const others = names.filter((other) => other !== name).map((other) => people[other].user.id)
  const answers = await Promise.all([...others, missing].map((userId) => refusalOf(projects.find({ userId }))))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ code: 'FORBIDDEN' })
})

test('Show managers the projects of their base or site, and the management all', async () => {
  const base = ['inspector', 'sitePerson', 'siteHead', 'engineer', 'head']
  expect(await found(people.head.projects.findCompany({}))).toEqual(base)
  expect(await found(people.siteHead.projects.findCompany({}))).toEqual(['sitePerson', 'siteHead'])
  expect(await found(people.otherHead.projects.findCompany({}))).toEqual(['other', 'otherHead'])
  const all = ['other', 'otherHead', ...base, 'manager']
  expect(await found(people.manager.projects.findCompany({}))).toEqual(all)
  expect(await found(people.manager.projects.findCenter({}))).toEqual(all)
  expect(await found(terminal().find({}))).toEqual(all)
  const [first] = (await people.manager.projects.findCenter({})).data
  expect(first).toMatchObject({ userName: people.other.user.name, company: '西北' })
  for (const name of ['engineer', 'inspector', 'sitePerson', 'other', 'nobody'] as const)
    expect(await codeOf(people[name].projects.findCompany({}))).toBe('FORBIDDEN')
  for (const name of names.filter((name) => name !== 'manager'))
    expect(await codeOf(people[name].projects.findCenter({}))).toBe('FORBIDDEN')
})

test('Filter a list by a company in reach, and refuse others like missing ones', async () => {
  const { head, siteHead, manager, engineer } = people
  expect(await found(head.projects.findCompany({ companyId: companies.site.id }))).toEqual(['sitePerson', 'siteHead'])
  expect(await found(head.projects.findCompany({ companyId: companies.base.id }))).toHaveLength(5)
  expect(await found(manager.projects.findCenter({ companyId: companies.otherBase.id }))).toEqual([
    'other',
    'otherHead',
  ])
  expect(await found(manager.projects.findCenter({ companyId: companies.headquarters.id }))).toHaveLength(8)
  expect(await found(engineer.projects.find({ companyId: companies.base.id }))).toEqual(['engineer'])
  const foreign = [companies.otherBase.id, companies.headquarters.id, missing]
  const refused = await Promise.all(
    foreign
      .flatMap((companyId) => [
        head.projects.findCompany({ companyId }),
        siteHead.projects.findCompany({ companyId }),
        engineer.projects.find({ companyId }),
      ])
      .map(refusalOf),
  )
  expect(new Set(refused.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(refused[0]).toMatchObject({ code: 'FORBIDDEN' })
  expect(await codeOf(siteHead.projects.findCompany({ companyId: companies.base.id }))).toBe('FORBIDDEN')
})

const readers: Record<Name, readonly Name[]> = {
  manager: names.filter((name) => name !== 'nobody'),
  head: ['head', 'engineer', 'siteHead', 'sitePerson', 'inspector'],
  engineer: ['engineer'],
  siteHead: ['siteHead', 'sitePerson'],
  sitePerson: ['sitePerson'],
  inspector: ['inspector'],
  otherHead: ['otherHead', 'other'],
  other: ['other'],
  nobody: [],
}
test.each(names)(
  'Let %s read what the role allows, change only own projects, and see others as missing',
  async (name) => {
    const { projects } = people[name]
    const nothing = await refusalOf(projects.get({ id: missing }))
    expect(nothing).toMatchObject({ code: 'NOT_FOUND' })
    for (const owner of names.filter((other) => other !== 'nobody')) {
      const id = projectIds[owner]
      const opened = await refusalOf(projects.get({ id }))
      expect(opened, owner).toEqual(readers[name].includes(owner) ? null : nothing)
      if (owner === name) continue
      expect(await refusalOf(projects.update({ id, rowVersion: 1, project: { name: '改' } })), owner).toEqual(nothing)
      expect(await refusalOf(projects.delete({ id })), owner).toEqual(nothing)
    }
    const { rows } = await database.pool.query(`select 1 from project where name = '改' or deleted_at is not null`)
    expect(rows).toHaveLength(0)
  },
)

test('Refuse a sketch of another user’s project, even to a user who may read it', async () => {
  const { engineer, head } = people
  const path = await buildSketch(database.db, engineer.user, engineer.viewer.tenantId)
  const own = await engineer.projects.get({ id: projectIds.engineer })
  const saved = await engineer.projects.update({
    id: own.id,
    rowVersion: own.rowVersion,
    project: { coldStorageImages: [path] },
  })
  const theirs = await head.projects.get({ id: projectIds.head })
  for (const image of [path, saved.mainImage ?? ''])
    expect(
      await codeOf(
        head.projects.update({ id: theirs.id, rowVersion: theirs.rowVersion, project: { coldStorageImages: [image] } }),
      ),
    ).toBe('NOT_FOUND')
})

test('List projects of deleted owners by id and name to managers only', async () => {
  const { db } = database
  const leaver = await projectPerson(db, { company_id: companies.base.id })
  const { id } = await leaver.projects.save({ name: '留下的库' })
  await db.deleteFrom('membership').where('user_id', '=', leaver.user.id).execute()
  await db.deleteFrom('app_user').where('id', '=', leaver.user.id).execute()
  const orphans = [{ id, name: '留下的库' }]
  expect(await people.head.projects.unassigned({ companyId: companies.base.id })).toEqual(orphans)
  expect(await people.manager.projects.unassigned({ companyId: companies.base.id })).toEqual(orphans)
  expect(await people.otherHead.projects.unassigned({ companyId: companies.otherBase.id })).toEqual([])
  for (const companyId of [companies.base.id, missing])
    expect(await codeOf(people.otherHead.projects.unassigned({ companyId }))).toBe('NOT_FOUND')
  expect(await codeOf(people.engineer.projects.unassigned({ companyId: companies.base.id }))).toBe('FORBIDDEN')
  expect(await people.head.projects.get({ id })).toMatchObject({ userId: null, userName: null })
  expect(await codeOf(people.head.projects.update({ id, rowVersion: 1, project: {} }))).toBe('NOT_FOUND')
  expect(await terminal().delete({ id })).toEqual({ id })
})

test('Let the terminal change and delete any project, and audit the deletion', async () => {
  const { audit, written } = recordedAudit()
  const viewer = { ...people.manager.viewer, actor: 'cli' as const, userId: null, userName: 'cli' }
  const { projects } = buildCaller(database.db, { viewer, services: { audit } })
  const { id, rowVersion } = await projects.get({ id: projectIds.other })
  expect(await projects.update({ id, rowVersion, project: { name: '更名' } })).toMatchObject({
    name: '更名',
    userId: people.other.user.id,
  })
  await projects.delete({ id })
  expect(written).toEqual([
    {
      action: 'projects.delete',
      targetKind: 'project',
      targetId: id,
      companyId: companies.otherBase.id,
      details: { projectNo: expect.stringMatching(/^XM/) },
    },
  ])
})

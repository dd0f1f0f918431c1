import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { planFields } from '#shared/selection/room-plan.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildCompany, buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { projectPerson } from '#tests/support/project-people.ts'
import { findCards } from './lists.ts'

const database = useDatabase({ emptied: 'file' })
type Person = Awaited<ReturnType<typeof projectPerson>>
let engineer: Person
let manager: Person
const companyIds: number[] = []
const perUser = 400

beforeAll(async () => {
  const { db } = database
  companyIds.push((await buildHeadquarters(db)).id)
  for (let index = 0; index < 9; index += 1) {
    const company = await buildCompany(db)
    companyIds.push(company.id)
    for (let user = 0; user < 2; user += 1) {
      const { id } = await buildUser(db, { company_id: company.id, nick_name: null })
      await sql`insert into project (project_no, company_id, user_id, name, city, update_time, create_time)
        select 'XM' || ${company.id * 10 + user} || '-' || number, ${company.id}, ${id}, '库' || number, '广州',
          timestamptz '2026-01-01Z' + number * interval '1 hour' + ${user} * interval '1 minute', timestamptz '2026-01-01Z'
        from generate_series(1, ${perUser}) number`.execute(db)
    }
  }
  engineer = await projectPerson(db, { company_id: companyIds[1] ?? 0 })
  manager = await projectPerson(db, { nick_name: '管理层' })
  const names = ['乙库', '甲库', null, '丙 100%_库', '🧊']
  for (const [index, name] of names.entries())
    await engineer.at(new Date(Date.UTC(2026, 10, 20, 4, index))).save({ name, city: index % 2 ? '开封' : '广州' })
  await database.vacuum(['project'])
})

test('Show twelve cards a page, last changed first, with the total', async () => {
  const first = await manager.projects.findCenter({})
  expect(first.data).toHaveLength(12)
  expect(first.totalCount).toBe(9 * 2 * perUser + 5)
  expect(first.data.slice(0, 5).map(({ name }) => name)).toEqual(['🧊', '丙 100%_库', null, '甲库', '乙库'])
  const times = first.data.map(({ updateTimeStr }) => updateTimeStr)
  expect(times).toEqual([...times].sort().reverse())
  const pages = await Promise.all([1, 2, 3].map((page) => manager.projects.findCenter({ page, size: 20 })))
  const whole = await manager.projects.findCenter({ size: 60 })
  expect(pages.flatMap(({ data }) => data)).toEqual(whole.data)
})

test('Return the sizes for the plan on a card, null where they are missing', async () => {
  const { id } = await engineer.projects.save({
    name: '有尺寸',
    storageLength: 30,
    storageWidth: '20',
    door1Length: 2.4,
    door1Height: 2.7,
    door1OpenState: '常开',
  })
  try {
    const { data } = await engineer.projects.find({ search: '有尺寸' })
    expect(data[0]?.plan).toMatchObject({
      storageLength: 30,
      storageWidth: 20,
      door1Length: 2.4,
      door1OpenState: 'alwaysOpen',
      reentryRoomLength: null,
    })
    expect(Object.keys(data[0]?.plan ?? {}).sort()).toEqual([...planFields].sort())
  } finally {
    await database.db.deleteFrom('project').where('id', '=', id).execute()
  }
})

test('Search parts of name, number and city with any characters', async () => {
  const names = async (request: Parameters<Person['projects']['find']>[0]) =>
    (await engineer.projects.find(request)).data.map(({ name }) => name)
  expect(await names({ search: '甲' })).toEqual(['甲库'])
  expect(await names({ search: '100%_' })).toEqual(['丙 100%_库'])
  expect(await names({ search: '%' })).toEqual(['丙 100%_库'])
  expect(await names({ search: '🧊' })).toEqual(['🧊'])
  expect(await names({ search: 'xm202611200002' })).toEqual(['甲库'])
  expect(await names({ search: '开封' })).toEqual(['丙 100%_库', '甲库'])
  expect(await names({ city: '开', name: '甲' })).toEqual(['甲库'])
  expect(await names({ exportStatus: 1 })).toEqual([])
  expect(await names({ search: '', name: '', city: null as never, exportStatus: '' as never, total: 5 })).toHaveLength(
    5,
  )
  expect(await names({ orderColumn: 'project_no' as never, orderWay: 'asc' })).toEqual([
    '乙库',
    '甲库',
    null,
    '丙 100%_库',
    '🧊',
  ])
  expect((await names({ orderColumn: 'name' })).at(-1)).toBeNull()
  expect((await names({ orderColumn: 'name', orderWay: 'desc' })).at(-1)).toBeNull()
})

const sets = {
  'one’s own projects': () => ({ ownerId: engineer.user.id, companyIds: null }),
  'the projects of a company': () => ({ companyIds: [companyIds[2] ?? 0], siteIds: null }),
  'the projects of all companies': () => ({ companyIds, siteIds: null }),
}
test.each(Object.entries(sets))('Read the first page of %s from an index in its order', async (_, set) => {
  const plans = await explain(database, (db) => findCards(db, set(), { page: 1, size: 12 }, { totalCount: 12 }))
  const nodes = plans.flatMap((plan) => plan.nodes)
  expect(nodes).not.toContain('Seq Scan project')
  expect(nodes.some((node) => /^Index (Only )?Scan project_(of_user|by_user|of_company)$/.test(node))).toBe(true)
  expect(plans.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(250)
})

test('Sort the projects of a company by number without those of the others, up to the number that is sorted', async () => {
  const plans = await explain(database, (db) =>
    findCards(
      db,
      { companyIds: [companyIds[9] ?? 0], siteIds: null },
      { orderColumn: 'projectNo', page: 1, size: 12 },
      { totalCount: 2 * perUser },
    ),
  )
  const nodes = plans.flatMap((plan) => plan.nodes)
  expect(nodes.some((node) => /project_project_no_key|project_pkey|Seq Scan project/.test(node))).toBe(false)
})

test.each(['city', 'search'] as const)('Read the newest of many projects with a %s in their order', async (filter) => {
  const request = { [filter]: '广州', page: 1, size: 12 }
  const total = { totalCount: 7_000, totalCapped: true }
  const plans = await explain(database, (db) => findCards(db, { companyIds, siteIds: null }, request, total))
  expect(plans.flatMap((plan) => plan.nodes).some((node) => /Bitmap|Seq Scan project/.test(node))).toBe(false)
  expect(plans.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(250)
})

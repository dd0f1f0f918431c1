import { expect, test } from 'vitest'
import { maxViews, viewQueryOf } from '#shared/views.ts'
import { buildCaller, viewerOf } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildUser, type Company } from '#tests/support/factories.ts'

const database = useDatabase()

const person = async (tenant: Company, nickName: '基地负责人' | '检验员' | '客户') => {
  const { db } = database
  const client = nickName === '客户' ? await buildClient(db, { company_id: tenant.id }) : null
  const user = await buildUser(db, {
    nick_name: nickName,
    company_id: tenant.id,
    home_company_id: tenant.id,
    client_id: client?.id ?? null,
  })
  return buildCaller(db, { viewer: await viewerOf(db, user) })
}
const view = {
  screen: 'devices' as const,
  hidden: ['type'],
  name: 'low at night',
  query: '?state=low&orderColumn=site&orderWay=desc',
  shared: false,
}
const names = async (caller: Awaited<ReturnType<typeof person>>) =>
  (await caller.views.find({ screen: 'devices' })).map(({ name }) => name)

test('Keep a view private until it is shared with the staff of the base, and nobody else', async () => {
  const tenant = await buildCompany(database.db)
  const author = await person(tenant, '检验员')
  const others = [
    await person(tenant, '基地负责人'),
    await person(tenant, '客户'),
    await person(await buildCompany(database.db), '基地负责人'),
  ]
  const { id } = await author.views.save(view)
  expect(await author.views.find({ screen: 'devices' })).toMatchObject([
    { name: view.name, query: view.query, hidden: ['type'], own: true, mayDelete: true },
  ])
  expect(await Promise.all(others.map(names))).toEqual([[], [], []])
  expect(await author.views.save({ ...view, shared: true })).toEqual({ id })
  expect(await Promise.all(others.map(names))).toEqual([[view.name], [], []])
})

test("Let only its author and the base's manager delete a shared view", async () => {
  const tenant = await buildCompany(database.db)
  const [author, colleague, manager, stranger] = [
    await person(tenant, '基地负责人'),
    await person(tenant, '检验员'),
    await person(tenant, '基地负责人'),
    await person(await buildCompany(database.db), '基地负责人'),
  ]
  const { id } = await author.views.save({ ...view, shared: true })
  await expect(colleague.views.delete({ id })).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } })
  await expect(stranger.views.delete({ id })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  await manager.views.delete({ id })
  expect(await names(author)).toEqual([])
})

test('Refuse sharing by an owner of machines, an invalid address, and views beyond the limit', async () => {
  const tenant = await buildCompany(database.db)
  const client = await person(tenant, '客户')
  await expect(client.views.save({ ...view, shared: true })).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } })
  await expect(client.views.save({ ...view, query: 'javascript:alert(1)' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  for (let index = 0; index < maxViews; index++) await client.views.save({ ...view, name: `view ${index}` })
  await expect(client.views.save(view)).rejects.toMatchObject({ cause: { code: 'TOO_MANY_VIEWS' } })
  await client.views.save({ ...view, name: 'view 0', query: '' })
  expect((await client.views.find({ screen: 'devices' })).length).toBe(maxViews)
  expect(await client.views.find({ screen: 'repairs' })).toEqual([])
})

test('Keep views of each list separate: the same name on two lists is two views', async () => {
  const author = await person(await buildCompany(database.db), '检验员')
  const { id } = await author.views.save({ ...view, screen: 'repairs', query: '?worklist=out', hidden: null })
  expect((await author.views.save(view)).id).not.toBe(id)
  expect(await author.views.find({ screen: 'repairs' })).toMatchObject([{ id, query: '?worklist=out', hidden: null }])
  expect(viewQueryOf('?list=machines&materialId=4&row=5')).toBe('?list=machines&materialId=4')
  expect(viewQueryOf('?state=low&page=3&device=7&name=%E7%94%B2')).toBe('?state=low&name=%E7%94%B2')
})

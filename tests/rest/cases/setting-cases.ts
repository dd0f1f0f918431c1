import { expect } from 'vitest'
import type { Row } from './ask.ts'
import type { Cases, World } from './world.ts'

type Addresses = { find: string; save: string; update: string }
const out: Addresses = {
  find: 'POST /api/measure/findOut/',
  save: 'POST /api/measure/saveOut',
  update: 'POST /api/measure/updateMeasureOut',
}
const amount = { checkMethod: '水压试验', description: '承压车', cashAmount: '1280.30' }

/** Create a base with one amount. */
async function priced(world: World, save: string) {
  const { company, manager } = await world.newBase()
  const companyId = company.id
  return { companyId, company, manager, made: await world.ask(save, {}, { ...amount, companyId }) }
}

/** Add an amount, find it by its text, and expect a second one to be refused. */
async function savesAmounts(world: World, { find, save }: Addresses): Promise<void> {
  const { companyId, company, made } = await priced(world, save)
  expect(made).toMatchObject({ ...amount, cashAmount: 1280.3, companyId, company: company.name })
  expect(await world.list(find, { page: 1, size: 10, companyId })).toEqual({ totalCount: 1, data: [made] })
  expect((await world.refused(save, {}, { ...amount, companyId })).code).toBe(409)
  expect((await world.refused(save, {}, { ...amount, cashAmount: '', companyId })).code).toBe(400)
}

/** Change an amount and check the next list; an outdated version is refused. */
async function changesAmounts(world: World, { find, save, update }: Addresses): Promise<void> {
  const { companyId, made } = await priced(world, save)
  const body = { id: made.id, checkMethod: '水压试验', description: '', cashAmount: 99.5, rowVersion: made.rowVersion }
  const { id: _, ...rest } = body
  const changed = await world.ask(update, { id: made.id }, update.includes('{id}') ? rest : body)
  expect(changed).toMatchObject({ id: made.id, description: null, cashAmount: 99.5, rowVersion: made.rowVersion + 1 })
  expect((await world.list(find, { companyId })).data).toEqual([changed])
  expect((await world.refused(update, { id: made.id }, update.includes('{id}') ? rest : body)).code).toBe(409)
}

export const settingCases: Cases = {
  C021: async (world) => {
    const { companyId, made, manager } = await priced(world, out.save)
    const second = await world.ask(
      out.save,
      {},
      { checkMethod: '外观检查', description: '', cashAmount: 0.35, companyId },
    )
    expect(await world.list(out.find, { page: 2, size: 1, companyId })).toEqual({ totalCount: 2, data: [second] })
    expect((await world.list(out.find, { name: '承压', companyId })).data).toEqual([made])
    expect((await world.refused(out.find, {}, {}, manager.token)).code).toBe(403)
  },
  C022: (world) => savesAmounts(world, out),
  C023: (world) => changesAmounts(world, out),
  C024: async (world) => {
    const plain: Addresses = {
      find: 'POST /api/measure/find/',
      save: 'POST /api/measure/save',
      update: 'POST /api/measure/update/{id}',
    }
    await savesAmounts(world, plain)
    await changesAmounts(world, plain)
  },
  C141: async (world) => {
    const find = 'POST /api/groups/find/'
    const save = 'POST /api/groups/save'
    const remove = 'POST /api/groups/delete/{id}'
    const { company, manager } = await world.newBase()
    const made = await world.ask(save, {}, { name: '一号工位', companyId: company.id })
    const other = await world.ask(save, {}, { name: '二号工位', companyId: company.id })
    await world.person({ nick_name: '检验员', company_id: company.id, group_id: made.id })
    const all = await world.list(find, { page: 1, size: 20, companyId: company.id }, manager.token)
    const counted = (rows: Row[]) => rows.map(({ id, name, users }) => [id, name, users])
    expect([all.totalCount, counted(all.data)]).toEqual([
      2,
      expect.arrayContaining([
        [made.id, '一号工位', 1],
        [other.id, '二号工位', 0],
      ]),
    ])
    const renamed = await world.ask(save, {}, { id: other.id, name: '三号工位', rowVersion: other.rowVersion })
    expect(renamed).toEqual({ id: other.id, rowVersion: other.rowVersion + 1 })
    expect(counted((await world.list(find, { name: '三号', companyId: company.id })).data)).toEqual([
      [other.id, '三号工位', 0],
    ])
    expect(await world.ask(remove, { id: other.id })).toEqual({ id: other.id })
    expect((await world.list(find, { companyId: company.id })).data.map(({ id }) => id)).toEqual([made.id])
    expect((await world.refused(remove, { id: other.id })).code).toBe(404)
  },
}

import { expect } from 'vitest'
import type { List, Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const find = 'POST /api/trace/find/'
const detail = 'GET /api/trace/getDetail/{id}'
const measured = { systolic: 128, diastolic: 82, fastingBloodSugar: 5.6, bmi: 23.4, conclusions: '正常' }
const ids = (list: List) => list.data.map(({ id }) => id)

let towns = 0
/** Create a testee of a new base with two traces of one inspector, the newer second. */
async function inspected(world: World) {
  const { company } = await world.newBase()
  const inspector = await world.person({ nick_name: '检验员', company_id: company.id, name: '李检' })
  const as = inspector.token
  const town = await world.ask('POST /api/town/save', {}, { name: `和平镇${++towns}` })
  const person = { name: '王五', sex: '男', phone: '13812345678', birthday: '1980-11-21', townId: town.id }
  const testee = await world.ask('POST /api/testee/save', {}, person, as)
  const first = await world.ask<Row>(
    'POST /api/trace/save',
    {},
    { testeeId: testee.id, measureTimeStr: '2026-11-01 08:30', ...measured },
    as,
  )
  const second = await world.ask<Row>('POST /api/trace/save', {}, { testeeId: testee.id, bmi: 22 }, as)
  return { as, inspector, town, testee, first, second }
}

export const traceCases: Cases = {
  C042: async (world) => {
    const set = 'POST /api/trace/setStatus/{id}?status={status}'
    const { as, first } = await inspected(world)
    for (const status of [1, 2, 3]) {
      expect(await world.ask(set, { id: first.id, status }, {}, as)).toMatchObject({ id: first.id, status })
      expect(await world.ask(detail, { id: first.id }, {}, as)).toMatchObject({ status })
    }
    for (const status of [0, 4, 'x'])
      expect(await world.refused(set, { id: first.id, status }, {}, as)).toMatchObject({
        code: 400,
        message: '输入有误：状态 status (可选值：1, 2, 3)',
      })
    expect((await world.refused(set, { id: first.id, status: 1 }, {}, world.fleet.inspector.token)).code).toBe(404)
  },
  C043: async (world) => {
    const { as, first, testee, town } = await inspected(world)
    const told = await world.ask(detail, { id: first.id }, {}, as)
    expect(told).toMatchObject({
      ...measured,
      name: '王五',
      sex: '男',
      age: 45,
      testeeId: testee.id,
      townId: town.id,
      userName: '李检',
    })
    expect(told).toMatchObject({ measureTimeStr: '2026-11-01 08:30:00', status: 0, attachments: [] })
    expect((await world.refused(detail, { id: first.id }, {}, world.fleet.inspector.token)).code).toBe(404)
  },
  C045: async (world) => {
    const { as, inspector, testee, first, second } = await inspected(world)
    const all = await world.list(find, { testeeId: testee.id, userId: '', page: 1, size: 20 }, as)
    expect([all.totalCount, ids(all)]).toEqual([2, [second.id, first.id]])
    expect(all.data[1]).toMatchObject({
      ...measured,
      name: '王五',
      sex: '男',
      age: 45,
      phone: '138****5678',
      measureTimeStr: '2026-11-01 08:30:00',
    })
    expect(
      ids(await world.list(find, { testeeId: testee.id, userId: inspector.user.id, page: 2, size: 1 }, as)),
    ).toEqual([first.id])
    const short = await world.ask<List>('GET /api/trace/listByTesteeId/{testeeId}', { testeeId: testee.id }, {}, as)
    expect(short).toEqual(all)
  },
  C046: async (world) => {
    const { inspector, as, first, second } = await inspected(world)
    const own = await world.list(find, { userId: inspector.user.id }, as)
    expect([own.totalCount, ids(own)]).toEqual([2, [second.id, first.id]])
    expect(ids(await world.list('POST /api/trace/mine', {}, as))).toEqual([second.id, first.id])
    expect((await world.list('POST /api/trace/mine', {}, world.manager.token)).totalCount).toBe(0)
  },
  C047: async (world) => {
    const ofTown = 'GET /api/trace/townTrace?townId={id}'
    const { as, town, first, second } = await inspected(world)
    const told = await world.ask<List>(ofTown, { id: town.id }, {}, as)
    expect([told.totalCount, ids(told)]).toEqual([2, [second.id, first.id]])
    expect(told.data[0]).toMatchObject({ townId: town.id, townName: town.name })
    expect((await world.ask<List>(ofTown, { id: town.id }, {}, world.fleet.inspector.token)).totalCount).toBe(0)
  },
}

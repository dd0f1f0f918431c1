import { expect } from 'vitest'
import { buildDevice } from '#tests/support/factories.ts'
import type { Cases, World } from './world.ts'

const find = 'POST /api/Comment/find/'
const save = 'POST /api/Comment/save'
const update = 'PUT /api/Comment/update/{id}'
const remove = 'DELETE /api/Comment/delete/{id}'

/** Create a class session of a new base with two inspectors, the first with one comment on it, and a machine. */
async function reviewed(world: World) {
  const { company } = await world.newBase()
  const device = await buildDevice(world.db, { company_id: company.id })
  const people = { nick_name: '检验员', company_id: company.id }
  const [author, colleague] = [
    await world.person({ ...people, name: '李检', identifier: '质检部' }),
    await world.person(people),
  ]
  const session = { name: '公开课', type: '录播', dateRange: ['2026-11-20 09:00', '2026-11-20 10:00'] }
  const { id: classId } = await world.ask('POST /api/classes/save', {}, session, author.token)
  // The author is the signed-in user, even if a body names another.
  const made = await world.ask(save, {}, { classId, type: '评价', content: '风扇有异响' }, author.token)
  return { classId, device, author, colleague, made }
}

export const commentCases: Cases = {
  C037: async (world) => {
    const { classId, device, author, colleague, made } = await reviewed(world)
    const precise = await world.ask(
      save,
      {},
      { classId, type: '精准点评', content: '噪声偏大', point: '01:20', score: 82.5 },
      colleague.token,
    )
    const all = await world.list(find, { page: 1, size: 10, classId, type: '' }, author.token)
    expect(all).toEqual({ totalCount: 2, data: [precise, made] })
    expect(await world.list(find, { classId, type: '精准点评' }, author.token)).toEqual({
      totalCount: 1,
      data: [precise],
    })
    expect((await world.list(find, { classId, page: 2, size: 1 }, author.token)).data).toEqual([made])
    expect((await world.refused(find, {}, { classId }, world.fleet.inspector.token)).code).toBe(404)
    // A machine has its own comments, and a caller without a subject reads all visible ones.
    const onDevice = await world.ask(save, {}, { deviceId: device.id, content: '机器的评价' }, author.token)
    expect(onDevice).toMatchObject({ classId: device.id, targetKind: 'device' })
    expect((await world.list(find, { classId: device.id, targetKind: 'device' }, author.token)).data).toEqual([
      onDevice,
    ])
    for (const body of [{}, { page: 1, size: 10, total: 0, name: '', companyId: '', classId: '', type: '' }])
      expect(await world.list(find, body, author.token)).toEqual({ totalCount: 3, data: [onDevice, precise, made] })
    expect((await world.list(find, { targetKind: 'class' }, author.token)).data).toEqual([precise, made])
    expect((await world.list(find, {}, world.fleet.inspector.token)).data).not.toContainEqual(made)
  },
  C038: async (world) => {
    const { classId, author, made } = await reviewed(world)
    expect(made).toMatchObject({
      classId,
      targetKind: 'class',
      userId: author.user.id,
      userName: '李检',
      identifier: '质检部',
      type: '评价',
      content: '风扇有异响',
      edited: false,
    })
    const model = await world.ask('POST /api/model/save', {}, { name: `外观量表${classId}` })
    const kind = await world.ask('POST /api/materialType/save', {}, { name: `点评类${classId}` })
    const more = {
      classId,
      type: '精准点评',
      content: '噪声',
      point: '01:20',
      score: '82.5',
      modelId: model.id,
      materialTypeId: kind.id,
      tagType: '噪声',
    }
    const precise = await world.ask(save, {}, more, author.token)
    expect(precise).toMatchObject({
      ...more,
      score: 82.5,
      model: `外观量表${classId}`,
      materialType: `点评类${classId}`,
    })
    expect((await world.list(find, { classId, type: '精准点评' }, author.token)).data).toEqual([precise])
    for (const wrong of [{ classId, content: ' ' }, { content: '没有对象' }])
      expect((await world.refused(save, {}, wrong, author.token)).code).toBe(400)
    expect((await world.refused(save, {}, { ...more, point: '1:75' }, author.token)).message).toContain(
      '时间点 point (时间点应为 mm:ss 或 hh:mm:ss)',
    )
  },
  C039: async (world) => {
    const { classId, author, colleague, made } = await reviewed(world)
    const { id, rowVersion } = made
    expect((await world.refused(update, { id }, { content: '不是我的' }, colleague.token)).code).toBe(404)
    const changed = await world.ask(update, { id }, { content: '已更换风扇', rowVersion }, author.token)
    expect(changed).toMatchObject({ id, content: '已更换风扇', edited: true, rowVersion: rowVersion + 1 })
    expect((await world.list(find, { classId }, colleague.token)).data).toEqual([changed])
    expect((await world.refused(update, { id }, { content: '再改', rowVersion }, author.token)).code).toBe(409)
  },
  C040: async (world) => {
    const { classId, author, colleague, made } = await reviewed(world)
    expect((await world.refused(remove, { id: made.id }, {}, colleague.token)).code).toBe(404)
    expect(await world.ask(remove, { id: made.id }, {}, author.token)).toEqual({ id: made.id })
    expect(await world.list(find, { classId }, author.token)).toEqual({ totalCount: 0, data: [] })
  },
}

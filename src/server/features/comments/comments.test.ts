import { expect, test } from 'vitest'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, type UserValues } from '#tests/support/factories.ts'
import { codeOf } from '#tests/support/refusal.ts'

const database = useDatabase()
const callerAs = async (given: UserValues = {}) => buildCallerAs(database.db, { nick_name: '检验员', ...given })

test('List the comments of a device by kind, newest first, with author and time', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const device = await buildDevice(db, { company_id: base.id })
  const caller = await callerAs({ company_id: base.id, name: '李检', identifier: '质检部' })
  const model = await db.insertInto('model').values({ name: '外观' }).returning('id').executeTakeFirstOrThrow()
  await caller.comments.save({ deviceId: device.id, content: '风扇有异响' })
  await caller.comments.save({ deviceId: device.id, content: '已更换风扇' })
  await caller.comments.save({
    deviceId: device.id,
    type: '精准点评',
    content: '噪声偏大',
    point: '01:20',
    score: '82.5',
    modelId: model.id,
    tagType: '噪声',
  })
  const plain = await caller.comments.find({ deviceId: device.id, type: '评价' })
  expect(plain.data.map(({ content }) => content)).toEqual(['已更换风扇', '风扇有异响'])
  expect(plain.data[0]).toMatchObject({
    userName: '李检',
    identifier: '质检部',
    createTimeStr: '2026-11-20 12:00:00',
    edited: false,
  })
  const precise = await caller.comments.find({ deviceId: device.id, type: '精准点评' })
  expect(precise.data[0]).toMatchObject({ point: '01:20', score: 82.5, model: '外观', tagType: '噪声' })
  // A program that fills its choices from the list of tags sends the id of a tag.
  const tag = await db.insertInto('tag_type').values({ name: '建议' }).returning('id').executeTakeFirstOrThrow()
  const tagged = await caller.comments.save({
    deviceId: device.id,
    type: '精准点评',
    content: '加装滤网',
    tagType: tag.id,
  })
  expect(tagged.tagType).toBe('建议')
  expect((await caller.comments.update({ id: tagged.id, tagType: '噪声' })).tagType).toBe('噪声')
  expect((await caller.comments.update({ id: tagged.id, tagType: String(tag.id) })).tagType).toBe('建议')
})

test('Let only the author change or delete a comment', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const device = await buildDevice(db, { company_id: base.id })
  const author = await callerAs({ company_id: base.id })
  const colleague = await callerAs({ company_id: base.id, nick_name: '基地负责人' })
  const { id } = await author.comments.save({ deviceId: device.id, content: '甲' })
  expect(await codeOf(colleague.comments.update({ id, content: '乙' }))).toBe('NOT_FOUND')
  expect(await codeOf(colleague.comments.delete({ id }))).toBe('NOT_FOUND')
  expect(await author.comments.update({ id, content: '丙', rowVersion: 1 })).toMatchObject({
    content: '丙',
    edited: true,
  })
  expect(await codeOf(author.comments.update({ id, content: '丁', rowVersion: 1 }))).toBe('EDITED_BY_OTHERS')
  await author.comments.delete({ id })
  expect((await colleague.comments.find({ deviceId: device.id })).totalCount).toBe(0)
})

test('Require a text, a score from 0 to 100, a valid time point and a device of the own base', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const device = await buildDevice(db, { company_id: base.id })
  const caller = await callerAs({ company_id: base.id })
  const save = (given: object) => codeOf(caller.comments.save({ deviceId: device.id, content: '甲', ...given }))
  expect(
    await Promise.all(
      [{ content: ' ' }, { score: 101 }, { score: -1 }, { point: '1:2' }, { point: '00:61' }].map(save),
    ),
  ).toEqual(Array(5).fill('BAD_REQUEST'))
  expect(await Promise.all([{ score: 0 }, { point: '1:02:03' }, { point: '00:59' }].map(save))).toEqual(
    Array(3).fill('answered'),
  )
  const stranger = await callerAs({ company_id: (await buildCompany(db)).id })
  expect(await codeOf(stranger.comments.save({ deviceId: device.id, content: '甲' }))).toBe('NOT_FOUND')
  expect(await codeOf(stranger.comments.find({ deviceId: device.id }))).toBe('NOT_FOUND')
})

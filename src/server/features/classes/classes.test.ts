import { expect, test } from 'vitest'
import { pointOfSeconds, secondsOfPoint } from '#shared/classes.ts'
import { useAvatars } from '#tests/support/avatars.ts'
import { classCaller, today } from '#tests/support/class-people.ts'
import { buildCaller } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildUser } from '#tests/support/factories.ts'
import { codeOf } from '#tests/support/refusal.ts'

const database = useDatabase()
const { avatarOf } = useAvatars(database)
const callerAs = (given: Parameters<typeof classCaller>[1] = {}) => classCaller(database, given)

test('Return a session as it was saved, with a state by its time or by a manual end', async () => {
  const base = await buildCompany(database.db)
  const { caller } = await callerAs({ company_id: base.id, name: '李检' })
  const save = (name: string, type: '录播' | '直播', dateRange: [string, string]) =>
    caller.classes.save({ name, type, dateRange })
  const over = await save('过去', '录播', today('09:00', '10:00'))
  const live = await save('现在', '直播', today('11:30', '12:30'))
  const later = await save('以后', '直播', today('14:00', '15:00:30'))
  expect([over.state, live.state, later.state]).toEqual(['已结束', '进行中', '未开始'])
  expect(later).toMatchObject({
    dateRange: ['2026-11-20 14:00:00', '2026-11-20 15:00:30'],
    userName: '李检',
    company: base.name,
    checks: [],
    shared: false,
  })
  const names = async (filters: Parameters<typeof caller.classes.find>[0]) =>
    (await caller.classes.find(filters)).data.map(({ name }) => name)
  expect(await names({})).toEqual(['以后', '现在', '过去'])
  expect(await Promise.all((['未开始', '进行中', '已结束'] as const).map((state) => names({ state })))).toEqual([
    ['以后'],
    ['现在'],
    ['过去'],
  ])
  expect([
    await names({ type: '直播', page: 2, size: 1 }),
    await names({ name: '过' }),
    await names({ classId: live.id }),
  ]).toEqual([['现在'], ['过去'], ['现在']])
  const fields = { name: '现在', type: '直播' as const, dateRange: live.dateRange }
  const ended = await caller.classes.update({ id: live.id, ...fields, guidance: '看板书', ended: true, rowVersion: 1 })
  expect(ended).toMatchObject({ state: '已结束', guidance: '看板书', rowVersion: 2 })
  expect(await codeOf(caller.classes.update({ id: live.id, ...fields, rowVersion: 1 }))).toBe('EDITED_BY_OTHERS')
  expect(await codeOf(save('倒', '录播', today('10:00', '09:00')))).toBe('BAD_REQUEST')
})

test('Add people once, let only authors edit comments, and report scores by person, scale and tag', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const device = await buildDevice(db, { company_id: base.id })
  const { caller, user, written } = await callerAs({ company_id: base.id, name: '甲' })
  const avatarId = await avatarOf(user, base.id)
  const { caller: other, user: colleague } = await callerAs({ company_id: base.id, name: '乙' })
  const { id } = await caller.classes.save({ name: '公开课', type: '录播', dateRange: today('09:00', '10:00') })
  expect((await caller.classes.staff({ id, name: '乙' })).map(({ name }) => name)).toEqual(['乙'])
  await caller.classes.addChecks({ id, people: [{ id: colleague.id }, { id: colleague.id }] })
  expect(
    (await caller.classes.addChecks({ id, people: [{ id: colleague.id }, { id: user.id }] })).checks
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['乙', '甲'])
  expect(written.filter(({ action }) => action === 'classes.addChecks').map(({ details }) => details)).toEqual([
    { people: [colleague.id] },
    { people: [user.id] },
  ])
  const foreigner = await buildUser(db, { company_id: (await buildCompany(db)).id })
  expect(await codeOf(caller.classes.addChecks({ id, people: [{ id: foreigner.id }] }))).toBe('NOT_FOUND')

  const model = await db.insertInto('model').values({ name: '教学量表' }).returning('id').executeTakeFirstOrThrow()
  const on = { classId: id, targetKind: 'class' as const }
  const plain = await caller.comments.save({ ...on, content: '语速合适' })
  await caller.comments.save({
    ...on,
    type: '精准点评',
    content: '导入好',
    point: '01:20',
    score: 90,
    modelId: model.id,
    tagType: '导入',
  })
  await other.comments.save({
    ...on,
    type: '精准点评',
    content: '板书乱',
    point: '12:05',
    score: '70.5',
    modelId: model.id,
  })
  await other.comments.save({ ...on, type: '精准点评', content: '无分' })
  await caller.comments.save({ deviceId: device.id, content: '设备的评价' })
  expect((await caller.comments.find({ ...on })).data.map(({ content }) => content)).toEqual([
    '无分',
    '板书乱',
    '导入好',
    '语速合适',
  ])
  expect((await caller.comments.find({ deviceId: device.id })).data.map(({ content }) => content)).toEqual([
    '设备的评价',
  ])
  expect(await codeOf(other.comments.update({ id: plain.id, content: '乙改' }))).toBe('NOT_FOUND')
  expect(await codeOf(other.comments.delete({ id: plain.id }))).toBe('NOT_FOUND')
  expect(await caller.comments.update({ id: plain.id, content: '语速很合适' })).toMatchObject({
    content: '语速很合适',
    targetKind: 'class',
    edited: true,
  })
  // A user with an avatar has it as author of a comment, as listener and as host of the session.
  const picture = { avatarId, avatar: expect.stringMatching(/^\/images\/.*expires=/) }
  expect((await caller.comments.find(on)).data.map(({ avatar }) => avatar !== null)).toEqual([false, false, true, true])
  expect(await other.classes.get({ id })).toMatchObject({
    ...picture,
    checks: expect.arrayContaining([expect.objectContaining({ name: '甲', ...picture })]),
  })
  const report = await caller.classes.report({ id })
  expect(report.total).toEqual({ name: null, comments: 3, scored: 2, average: 80.3, lowest: 70.5, highest: 90 })
  expect(report.people.map(({ name, comments, average }) => [name, comments, average])).toEqual(
    expect.arrayContaining([
      ['甲', 1, 90],
      ['乙', 2, 70.5],
    ]),
  )
  expect(report.models.map(({ name, scored }) => [name, scored])).toEqual([
    ['教学量表', 2],
    [null, 0],
  ])
  expect(report.tags.map(({ name, comments }) => [name, comments])).toEqual([
    ['导入', 1],
    [null, 2],
  ])
  expect([report.precise.map(({ point }) => point), report.comments.length, report.session.comments]).toEqual([
    ['01:20', '12:05', null],
    1,
    4,
  ])
})

test('Let the host or the base delete a session once, with its link and comments, and log it', async () => {
  const base = await buildCompany(database.db)
  const { caller, user, written } = await callerAs({ company_id: base.id })
  const { caller: colleague } = await callerAs({ company_id: base.id })
  const { caller: manager } = await callerAs({ company_id: base.id, nick_name: '基地负责人' })
  const save = (name: string) => caller.classes.save({ name, type: '录播', dateRange: today('09:00', '10:00') })
  const [mine, second, kept] = [await save('一'), await save('二'), await save('三')]
  const { shareKey } = await caller.classes.share({ id: mine.id })
  const on = { classId: mine.id, targetKind: 'class' as const }
  await colleague.comments.save({ ...on, content: '好' })
  const file = {
    public_id: 'f'.repeat(32),
    company_id: base.id,
    user_id: user.id,
    stored_name: 'a.mp4',
    file_name: 'a.mp4',
    mime: 'video/mp4',
    size: 1,
  }
  await database.db
    .insertInto('attachment')
    .values({
      ...file,
      owner_kind: 'classVideo',
      owner_id: mine.id,
      width: null,
      height: null,
      deleted_at: null,
      create_time: new Date(),
    })
    .execute()
  expect(await codeOf(colleague.classes.delete({ id: mine.id }))).toBe('NOT_FOUND')
  expect(await caller.classes.delete({ id: mine.id })).toEqual({ id: mine.id })
  expect(await manager.classes.delete({ id: second.id })).toEqual({ id: second.id })
  const list = await caller.classes.find({})
  expect([list.data.map(({ id }) => id), list.totalCount]).toEqual([[kept.id], 1])
  const { id, ...rest } = mine
  const gone = [
    caller.classes.delete({ id }),
    caller.classes.get({ id }),
    caller.classes.report({ id }),
    caller.classes.share({ id }),
    caller.classes.update({ id, name: rest.name, type: rest.type, dateRange: rest.dateRange }),
    caller.comments.find(on),
    buildCaller(database.db).classes.activity({ key: shareKey }),
  ]
  expect(await Promise.all(gone.map(codeOf))).toEqual(Array(7).fill('NOT_FOUND'))
  expect(written.at(-1)).toMatchObject({ action: 'classes.delete', targetId: id, details: { name: '一' } })
  // The daily sweep removes files that were deleted a month ago.
  const { deleted_at } = await database.db
    .selectFrom('attachment')
    .select('deleted_at')
    .where('owner_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(deleted_at).not.toBeNull()
})

test('Answer NOT_FOUND for every call about a session of another base', async () => {
  const { caller } = await callerAs({ company_id: (await buildCompany(database.db)).id })
  const { id, companyId } = await caller.classes.save({
    name: '公开课',
    type: '直播',
    dateRange: today('09:00', '10:00'),
  })
  const { caller: foreign, user } = await callerAs({ company_id: (await buildCompany(database.db)).id })
  expect((await foreign.classes.find({})).totalCount).toBe(0)
  const on = { classId: id, targetKind: 'class' as const }
  const refused = [
    foreign.classes.get({ id }),
    foreign.classes.find({ companyId }),
    foreign.classes.save({ name: '甲', type: '直播', dateRange: today('09:00', '10:00'), companyId }),
    foreign.classes.update({ id, name: '甲', type: '直播', dateRange: today('09:00', '10:00') }),
    foreign.classes.delete({ id }),
    foreign.classes.staff({ id }),
    foreign.classes.addChecks({ id, people: [{ id: user.id }] }),
    foreign.classes.report({ id }),
    foreign.classes.share({ id }),
    foreign.classes.unshare({ id }),
    foreign.classes.meeting({ id }),
    foreign.classes.uploadVideo({ id, offset: 0, content: 'AAAA', last: true }),
    foreign.comments.save({ ...on, content: '甲' }),
    foreign.comments.find(on),
  ]
  expect(await Promise.all(refused.map(codeOf))).toEqual(Array(14).fill('NOT_FOUND'))
  const { caller: registrar } = await callerAs({ company_id: companyId, nick_name: '登记人员' })
  expect(await codeOf(registrar.classes.get({ id }))).toBe('FORBIDDEN')
  expect([secondsOfPoint('01:02:03'), secondsOfPoint('12:05'), pointOfSeconds(3_723.9), pointOfSeconds(65)]).toEqual([
    3_723,
    725,
    '01:02:03',
    '01:05',
  ])
})

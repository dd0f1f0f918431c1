import { expect } from 'vitest'
import type { Row } from './ask.ts'
import type { World } from './world.ts'

/** Change one field and check that all others stayed; then clear the fields in `cleared` by null. */
async function keeps(
  world: World,
  as: string,
  address: string,
  before: Row,
  sent: object,
  cleared: readonly string[],
): Promise<void> {
  const { rowVersion, updateTimeStr: _, edited: __, ...others } = before
  const changed = await world.ask(address, { id: before.id }, sent, as)
  expect(changed, address).toMatchObject({ ...others, ...sent, rowVersion: rowVersion + 1 })
  const nothing = Object.fromEntries(cleared.map((field) => [field, null]))
  expect(await world.ask(address, { id: before.id }, { ...sent, ...nothing }, as), address).toMatchObject({
    ...sent,
    ...nothing,
  })
}

/** Check at each call with changes that a change of one field keeps every other one, and that null clears it. */
export async function partialUpdates(world: World): Promise<void> {
  const { company, site } = await world.newBase()
  const { token: as } = await world.person({ nick_name: '检验员', company_id: company.id })
  const manager = world.manager.token
  const address = { province: '江苏省', city: '南通市', region: '崇川区' }

  const client = await world.ask('POST /api/client/save', {}, { name: '部分客户', companyId: company.id, ...address })
  await keeps(world, manager, 'POST /api/client/update/{id}', client, { name: '部分客户二' }, ['city', 'region'])
  const placed = await world.ask(
    'POST /api/site/save',
    {},
    { name: '部分站', domain: `partial-${site.id}`, superCompanyId: company.id, totalNumber: 9, ...address },
  )
  await keeps(world, manager, 'POST /api/site/update/{id}', placed, { name: '部分站二' }, ['region'])
  const account = await world.ask(
    'POST /api/account/save',
    {},
    { name: '部分-1', clientId: client.id, siteId: site.id },
  )
  await keeps(world, manager, 'POST /api/account/update/{id}', account, { name: '部分-2' }, ['siteId'])

  const town = await world.ask('POST /api/town/save', {}, { name: `部分镇${site.id}` })
  const testee = await world.ask(
    'POST /api/testee/save',
    {},
    { name: '王五', sex: '男', townId: town.id, phone: '13812345678', birthday: '1981-01-01' },
    as,
  )
  await keeps(world, as, 'POST /api/testee/update/{id}', testee, { name: '王六' }, ['sex', 'townId'])
  const measured = {
    systolic: 130,
    diastolic: 85,
    fastingBloodSugar: 5.6,
    bmi: 22.5,
    conclusions: '正常',
    measureTimeStr: '2026-11-01 08:30:00',
  }
  const trace = await world.ask('POST /api/trace/save', {}, { testeeId: testee.id, ...measured }, as)
  const { name: _, sex: __, townId: ___, townName: ____, updateTimeStr: _____, ...kept } = trace
  await keeps(world, as, 'POST /api/trace/update/{id}', kept as Row, { conclusions: '复查' }, ['systolic', 'bmi'])
  expect((await world.refused('POST /api/trace/update/{id}', { id: trace.id }, { systolic: 60 }, as)).code).toBe(400)

  const session = {
    name: '公开课',
    type: '录播',
    dateRange: ['2026-11-20 09:00', '2026-11-20 10:00'],
    meetInfo: '88-1',
    speechText: '同学们好',
    guidance: '板书',
  }
  const made = await world.ask('POST /api/classes/save', {}, session, as)
  await keeps(world, as, 'POST /api/classes/update/{id}', made, { name: '公开课二' }, [
    'meetInfo',
    'speechText',
    'guidance',
  ])
  const precise = { classId: made.id, type: '精准点评', content: '噪声', point: '01:20', score: 82.5, tagType: '噪声' }
  const comment = await world.ask('POST /api/Comment/save', {}, precise, as)
  await keeps(world, as, 'PUT /api/Comment/update/{id}', comment, { content: '噪声二' }, ['point', 'score', 'tagType'])

  const { id: materialTypeId } = await world.ask('POST /api/materialType/save', {}, { name: `部分类${site.id}` })
  const { id: modelId } = await world.ask('POST /api/model/save', {}, { name: `部分量表${site.id}` })
  const part = await world.ask(
    'POST /api/material/save',
    {},
    { name: `部分件${site.id}`, materialTypeId, modelId, unit: '个' },
  )
  const { model: ______, ...partRow } = part
  await keeps(world, manager, 'PUT /api/material/update/{id}', partRow as Row, { name: `部分件二${site.id}` }, [
    'modelId',
    'unit',
  ])
  const amount = await world.ask(
    'POST /api/measure/save',
    {},
    { checkMethod: '水压', description: '承压车', cashAmount: 12.5, companyId: company.id },
  )
  await keeps(world, manager, 'POST /api/measure/update/{id}', amount, { cashAmount: 13.5 }, ['description'])
  const order = await world.ask(
    'POST /api/companyMaterialOrder/save',
    {},
    { buyCompanyId: company.id, notes: '首批', items: [{ materialId: part.id, number: 3 }] },
  )
  await keeps(
    world,
    manager,
    'POST /api/companyMaterialOrder/update/{id}',
    order,
    { items: [{ ...(order.items as object[])[0], number: 4 }] },
    ['notes'],
  )
}

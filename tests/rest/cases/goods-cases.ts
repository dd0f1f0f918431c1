import { expect } from 'vitest'
import type { Row } from './ask.ts'
import type { Cases, World } from './world.ts'

const saveModel = 'POST /api/model/save'
const saveType = 'POST /api/materialType/save'
const saveTag = 'POST /api/TagType/save'
const findTags = 'POST /api/TagType/find/'

let made = 0
/** Return a word that no other case uses. */
const newWord = () => `名目${++made}号`

/** Find two names by a part of them, page by page. */
async function finds(world: World, find: string, save: string): Promise<void> {
  const word = newWord()
  const rows = [
    await world.ask<Row>(save, {}, { name: `${word}甲` }),
    await world.ask<Row>(save, {}, { name: `${word}乙` }),
  ]
  const all = await world.list(find, { page: 1, size: 20, name: word })
  expect([all.totalCount, all.data.map(({ id }) => id).sort()]).toEqual([2, rows.map(({ id }) => id).sort()])
  expect((await world.list(find, { page: 2, size: 1, name: word })).data).toHaveLength(1)
  expect(await world.list(find, { name: `${word}乙` })).toEqual({ totalCount: 1, data: [rows[1]] })
}

/** Save, change and delete a name, and check the list after each step. */
async function lives(
  world: World,
  addresses: { find: string; save: string; update: string; remove: string },
): Promise<void> {
  const { find, save, update, remove } = addresses
  const word = newWord()
  const row = await world.ask<Row>(save, {}, { name: word })
  expect(row).toMatchObject({ name: word, rowVersion: 1 })
  expect((await world.list(find, { name: word })).data).toEqual([row])
  expect((await world.refused(save, {}, { name: word })).code).toBe(409)
  expect((await world.refused(save, {}, { name: ' ' })).code).toBe(400)
  const changed = await world.ask<Row>(update, { id: row.id }, { name: `${word}改`, rowVersion: 1 })
  expect(changed).toEqual({ id: row.id, name: `${word}改`, rowVersion: 2 })
  expect((await world.list(find, { name: word })).data).toEqual([changed])
  expect((await world.refused(update, { id: row.id }, { name: word, rowVersion: 1 })).code).toBe(409)
  expect(await world.ask(remove, { id: row.id })).toEqual({ id: row.id })
  expect((await world.list(find, { name: word })).totalCount).toBe(0)
  expect((await world.refused(remove, { id: row.id })).code).toBe(404)
  expect((await world.refused(save, {}, { name: word }, world.fleet.inspector.token)).code).toBe(403)
}

const tags = {
  find: findTags,
  save: saveTag,
  update: 'PUT /api/TagType/update/{id}',
  remove: 'DELETE /api/TagType/delete/{id}',
}

export const goodsCases: Cases = {
  C085: async (world) => {
    for (const find of ['POST /api/model/find/', 'POST /api/table/find/']) await finds(world, find, saveModel)
  },
  C086: async (world) => {
    const word = newWord()
    const type = await world.ask(saveType, {}, { name: word })
    const save = 'POST /api/material/save'
    const fan = await world.ask(save, {}, { name: `${word}风扇`, materialTypeId: type.id, unit: '个' })
    const other = await world.ask(
      save,
      {},
      { name: `${word}电源`, materialTypeId: (await world.ask(saveType, {}, { name: `${word}二` })).id },
    )
    const find = 'POST /api/material/find/'
    expect(fan).toMatchObject({
      name: `${word}风扇`,
      unit: '个',
      materialTypeId: type.id,
      materialType: word,
      modelId: null,
    })
    expect(
      (await world.list(find, { page: 1, size: 20, name: word, materialTypeId: '' })).data.map(({ id }) => id).sort(),
    ).toEqual([fan.id, other.id].sort())
    expect(await world.list(find, { materialTypeId: type.id })).toEqual({ totalCount: 1, data: [fan] })
  },
  C089: (world) =>
    lives(world, {
      find: 'POST /api/materialType/find/',
      save: saveType,
      update: 'PUT /api/materialType/update/{id}',
      remove: 'DELETE /api/materialType/{id}',
    }),
  C104: (world) => finds(world, 'POST /api/model/find/', saveModel),
  C122: (world) => finds(world, findTags, saveTag),
  C123: (world) => lives(world, tags),
  C124: (world) => lives(world, tags),
  C125: async (world) => {
    const name = newWord()
    const tag = await world.ask(saveTag, {}, { name })
    const { token } = world.fleet.inspector
    const classId = (
      await world.ask(
        'POST /api/classes/save',
        {},
        { name, type: '录播', dateRange: ['2026-11-20 09:00', '2026-11-20 10:00'] },
        token,
      )
    ).id
    const precise = { classId, targetKind: 'class', type: '精准点评', content: '好', tagType: name }
    await world.ask('POST /api/Comment/save', {}, precise, token)
    expect(await world.ask(tags.remove, { id: tag.id })).toEqual({ id: tag.id })
    expect((await world.list(findTags, { name })).totalCount).toBe(0)
    // Comments keep the name of the tag.
    expect((await world.list('POST /api/Comment/find/', { classId, targetKind: 'class' }, token)).data).toMatchObject([
      { tagType: name },
    ])
  },
}

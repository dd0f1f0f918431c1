import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '#server/rest/openapi.ts'
import { projectAnswer, savedProjectAnswer } from '#server/rest/project-answers.ts'
import { routes } from '#server/rest/routes.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters } from '#tests/support/factories.ts'
import { exampleA } from '#tests/support/projects.ts'
import { type RestServer, startRest } from '#tests/support/rest-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: RestServer
beforeAll(async () => {
  await buildHeadquarters(database.db)
  server = await startRest(database.db)
})
afterAll(() => server.close())

type Answer = { code: number; message: string; data: Record<string, unknown> & { id: number; rowVersion: number } }
async function ask(method: string, path: string, body?: unknown, language = 'zh'): Promise<Answer> {
  const headers = { Authorization: 'cat terminal', 'X-Locale': language }
  const answer = await fetch(server.address + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

test('save, change and delete a draft by the documented calls, in the wizard’s naming and labels', async () => {
  const saved = await ask('POST', '/project/save', {
    projectName: '一号库',
    projectCity: '广州',
    coldStorageType: '冷风机库',
    door1Status: '偶尔开',
    ssl: '1,5',
  })
  expect(saved).toMatchObject({
    code: 200,
    data: {
      name: '一号库',
      city: '广州',
      coldStorageType: 'coldAirFan',
      door1OpenState: 'occasionally',
      moisture: 1.5,
      projectNo: 'XM202611200001',
      rowVersion: 1,
    },
  })
  expect(savedProjectAnswer.safeParse(saved.data).error).toBeUndefined()
  const { id } = saved.data
  // The documented client sends the whole project back; the path determines which one is meant.
  const put = await ask('PUT', `/project/update/${id}`, { ...saved.data, id: 999, storageLength: 30 })
  expect(put).toMatchObject({ code: 200, data: { id, storageLength: 30, name: '一号库', rowVersion: 2 } })
  const post = await ask('POST', `/project/update/${id}/`, { ...exampleA, rowVersion: 2 })
  expect(post).toMatchObject({ code: 200, data: { id, name: '示例 A', designTempStorage: -20, rowVersion: 3 } })
  expect(await ask('PUT', `/project/update/${id}`, { name: '乙', rowVersion: 2 })).toEqual({
    code: 409,
    message: '数据已被他人修改，请刷新后重试',
    data: null,
  })
  expect(await ask('PUT', `/project/update/${id}`, { name: '乙' })).toEqual({
    code: 400,
    message: '输入有误：rowVersion (不能为空)',
    data: null,
  })
  expect(await ask('PUT', `/project/update/${id}`, { name: '乙' }, 'en')).toMatchObject({
    code: 400,
    message: expect.stringContaining('rowVersion'),
  })
  const read = await ask('GET', `/project/get/getProject?id=${id}`)
  expect(read).toMatchObject({ code: 200, data: { name: '示例 A', rowVersion: 3 } })
  expect(projectAnswer.safeParse(read.data).error).toBeUndefined()
  expect(await ask('POST', '/project/find/', { page: 1, size: 12, total: 0, userId: '' })).toMatchObject({
    data: { totalCount: 1, data: [{ id, name: '示例 A' }] },
  })
  expect(await ask('POST', `/materialType/delete/${id}`)).toMatchObject({ code: 200, message: 'success' })
  expect(await ask('POST', `/materialType/delete/${id}`)).toEqual({ code: 404, message: '数据不存在', data: null })
  expect(await ask('GET', `/project/get/getProject?id=${id}`)).toMatchObject({ code: 404 })
})

test('refuse ids that do not exist, and never return another project', async () => {
  for (const id of ['0', '-1', '', 'null', '*', '1 ', '01', '1,2', '2147483648', '%25'])
    expect([400, 404], id).toContain((await ask('GET', `/project/get/getProject?id=${encodeURIComponent(id)}`)).code)
  expect((await ask('GET', '/project/get/getProject')).code).toBe(400)
  expect((await ask('GET', '/project/getUnassigned/999999')).code).toBe(404)
  expect((await ask('POST', '/project/find2/', { companyId: 999_999 })).code).toBe(403)
})

test('document the fields of a project for saving and for updating', () => {
  const { paths } = openApi(routes, 'en', '2026-11-20') as {
    paths: Record<
      string,
      Record<
        string,
        { requestBody?: { content: { 'application/json': { schema: { properties: Record<string, unknown> } } } } }
      >
    >
  }
  for (const [path, method] of [
    ['/api/project/save', 'post'],
    ['/api/project/update/{id}', 'put'],
    ['/api/project/update/{id}', 'post'],
  ] as const) {
    const properties = paths[path]?.[method]?.requestBody?.content['application/json'].schema.properties
    expect(properties).toMatchObject({
      name: { type: 'string' },
      designTempStorage: { type: 'number' },
      hasAirCurtain: { enum: ['yes', 'no'] },
    })
  }
})

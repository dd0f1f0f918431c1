import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, type Company } from '#tests/support/factories.ts'
import { type RestServer, startRest } from '#tests/support/rest-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: RestServer
let base: Company
let other: Company
beforeAll(async () => {
  base = await buildCompany(database.db, { name: '东基地' })
  other = await buildCompany(database.db, { name: '西基地' })
  server = await startRest(database.db, { audit: createAudit() })
})
afterAll(() => server.close())

type Answer = { code: number; message: string; data: Record<string, unknown> | null }
async function ask(method: string, path: string, body?: object, language = 'zh'): Promise<Answer> {
  const headers = { Authorization: 'cat terminal', 'X-Locale': language }
  const answer = await fetch(server.address + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Answer
}

test('refuse to move a site or a client to another company, and save a whole row sent back', async () => {
  const site = (await ask('POST', '/site/save', { name: '五号站', domain: 'five', superCompanyId: base.id })).data ?? {}
  const client = await buildClient(database.db, { company_id: base.id })
  for (const path of ['/site/update', '/company/update']) {
    const moved = await ask('POST', `${path}/${site.id}`, { superCompanyId: other.id })
    expect(moved).toEqual({
      code: 400,
      message: '输入有误：上级公司 superCompanyId (不能更改：基地的设备和历史数据都归其上级所有)',
      data: null,
    })
  }
  const moved = await ask('POST', `/client/update/${client.id}`, { companyId: String(other.id), city: '苏州' }, 'en')
  expect(moved).toMatchObject({ code: 400, message: expect.stringContaining('company companyId (cannot be changed') })
  const whole = async (path: string) => (await ask('GET', path)).data ?? {}
  const { rowVersion: _site, ...siteRow } = await whole(`/site/getById/${site.id}`)
  expect(await ask('POST', `/site/update/${site.id}`, { ...siteRow, totalNumber: 12 })).toMatchObject({
    code: 200,
    data: { superCompanyId: base.id, totalNumber: 12 },
  })
  const { rowVersion: _client, ...clientRow } = await whole(`/client/getById/${client.id}`)
  expect(clientRow).toMatchObject({ city: null, companyId: base.id })
  expect(await ask('POST', `/client/update/${client.id}`, { ...clientRow, city: '苏州' })).toMatchObject({
    code: 200,
    data: { city: '苏州' },
  })
})

import { expect, test } from 'vitest'
import { ruleOf } from '#server/permissions.ts'
import { isOpen } from '#server/rest/fields.ts'
import { routes } from '#server/rest/routes.ts'
import { useRestContract } from '#tests/support/rest-contract.ts'
import { calls } from './calls.ts'
import { ownCalls } from './own-calls.ts'

const { ask, pathOf, terminal, made } = useRestContract()

test('contain each documented call once, and our own', () => {
  const rows = routes.map((row) => [row.call, row.method, row.path] as const)
  const documented = rows.filter(([call]) => call !== null).sort(([a], [b]) => String(a).localeCompare(String(b)))
  expect(documented).toEqual(calls)
  expect(rows.filter(([call]) => call === null).map(([, method, path]) => [method, path])).toEqual(ownCalls)
  expect(new Set(rows.map(([, method, path]) => `${method} ${path.toLowerCase()}`)).size).toBe(rows.length)
})

test('serve by each row a call that the permissions name for its procedure', () => {
  for (const row of routes)
    if (row.call) expect(ruleOf(row.procedure).calls, `${row.call} ${row.procedure}`).toContain(row.call)
})

test.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s returns an envelope, and refuses an anonymous caller unless it is open',
  async (_, row) => {
    const answer = await ask(row.method, pathOf(row.path))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const envelope = (await answer.json()) as object
    expect(Object.keys(envelope)).toEqual(['code', 'message', 'data'])
    expect(envelope).toMatchObject(
      isOpen(row) ? { code: expect.any(Number) } : { code: 50008, message: '您已被登出，请重新登录', data: null },
    )
  },
)

const reading = routes.filter(
  (row) =>
    row.answer &&
    // It sends lines, not a query; `examples.test.ts` sends some.
    row.body !== 'lines' &&
    [
      'find',
      'get',
      'counts',
      'stackedStates',
      'rate',
      'pie',
      'lastDate',
      'companies',
      'clientPie',
      'sitePie',
      'dailyPie',
      'line',
      'bar',
      'provinces',
      'clientRanking',
      'siteRanking',
      'device',
      'reviewed',
      'topGroups',
      'byMeasures',
      'exceptions',
      'exceptionRows',
      'basic',
      'byCompany',
      'certificates',
      'centers',
      'findCompany',
      'findCenter',
      'unassigned',
      'mine',
      'ofTestee',
      'ofTown',
      'staff',
      'report',
      'meeting',
    ].includes(row.procedure.split('.')[1] ?? ''),
)
test.each(reading.map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s returns the documented response',
  async (_, row) => {
    const answer = await ask(row.method, pathOf(row.path), terminal)
    const envelope = (await answer.json()) as { code: number; message: string; data: unknown }
    expect(envelope).toMatchObject({ code: 200, message: 'success' })
    expect(row.answer?.safeParse(envelope.data).error).toBeUndefined()
  },
)

test.each(['/device/find/', '/device/find', '/DEVICE/Find/', '/Device/FIND'])('%s finds the devices', async (path) => {
  const answer = await ask('POST', path, terminal, { siteId: made.siteId, page: 1, size: 20 })
  expect(await answer.json()).toMatchObject({ code: 200, data: { totalCount: 1, data: [{ id: made.deviceId }] } })
})

test('sign in by either token header, not by a cookie alone, and refuse two different tokens', async () => {
  const code = async (headers: Record<string, string>) =>
    ((await (await ask('GET', '/deviceDaily/getLastDate', headers)).json()) as { code: number }).code
  expect(await code({ Authorization: 'cat terminal' })).toBe(200)
  expect(await code({ 'X-Token': 'terminal' })).toBe(200)
  expect(await code({ Cookie: 'token=terminal' })).toBe(50008)
  expect(await code({ Authorization: 'cat terminal', 'X-Token': 'other' })).toBe(400)
  expect(await code({ 'X-Token': 'nonsense' })).toBe(50008)
})

test('answer an unknown address with 404 and the envelope, whatever the method', async () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['GET', '/device/find'],
    ['DELETE', '/device/find'],
    ['POST', '/device'],
    ['PATCH', '/'],
  ] as const) {
    const answer = await fetch(made.server.address + path, { method, headers: terminal })
    expect([answer.status, await answer.json()]).toEqual([404, { code: 404, message: '请求的地址不存在', data: null }])
  }
})

test('refuse in the language of the caller', async () => {
  const english = await ask('GET', '/device/getById/999999', { ...terminal, 'X-Locale': 'en' })
  expect(await english.json()).toEqual({
    code: 404,
    message: 'This entry does not exist, or has been deleted',
    data: null,
  })
  const chinese = await ask('GET', '/device/getById/999999', terminal)
  expect(await chinese.json()).toEqual({ code: 404, message: '数据不存在', data: null })
})

test('refuse a misspelt filter with the names that exist', async () => {
  const answer = await ask('POST', '/device/find', { ...terminal, 'X-Locale': 'en' }, { sate: 'normal' })
  const { code, message } = (await answer.json()) as { code: number; message: string }
  expect(code).toBe(400)
  expect(message).toMatch(/unknown: sate.*allowed:.*state/)
})

const finds = routes.filter(({ path, call }) => call && /\/(find\w*|mine)$/.test(path))
const documentedList = { page: 1, size: 10, total: 0, name: '', companyId: '', classId: '', type: '' }
test.each(finds.map(({ method, path }) => [`${method} ${path}`, method, path] as const))(
  '%s accepts the documented list request',
  async (_, method, path) => {
    for (const body of [{}, { page: 1, size: 20, total: 0 }, { ...documentedList, orderColumn: '', orderWay: null }]) {
      const answer = await ask(method, path, terminal, body)
      expect(await answer.json(), JSON.stringify(body)).toMatchObject({
        code: 200,
        data: { data: expect.any(Array), totalCount: expect.any(Number) },
      })
    }
  },
)

test.each([
  ['/users/find', 'createTimeQuery'],
  ['/machine/bar/month', 'businessDateQuery'],
  ['/data/getStackBarByState', 'businessDateQuery'],
  ['/repairDaily/find', 'repairDateQuery'],
  ['/device/find', 'businessDateQuery'],
  ['/reservationPlan/find', 'reserveTimeQuery'],
  ['/companyMaterialOrder/find', 'createDateQuery'],
])('%s reads a cleared %s as no limit', async (path, field) => {
  for (const cleared of [['', ''], [null, null], '', null])
    expect(
      await (await ask('POST', path, terminal, { [field]: cleared })).json(),
      JSON.stringify(cleared),
    ).toMatchObject({ code: 200 })
})

const strict = [
  '/users/find',
  '/repairDaily/find',
  '/TagType/find',
  '/Comment/find',
  '/company/find',
  '/company/findCenter',
  '/site/find',
  '/client/find',
  '/account/find',
  '/agent/find',
  '/project/findCenter',
]
test.each(strict)('%s refuses an unknown field, and an unknown sort column', async (path) => {
  for (const unknown of [{ nmae: '甲' }, { orderColumn: 'password_hash' }]) {
    const { code, message } = (await (await ask('POST', path, terminal, { ...documentedList, ...unknown })).json()) as {
      code: number
      message: string
    }
    expect([code, message], JSON.stringify(unknown)).toEqual([
      400,
      expect.stringMatching(/可用条件：.*page|可选值：|可用/),
    ])
  }
})

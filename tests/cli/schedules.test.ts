import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#server/features/auth/sessions.ts'
import type { Beat } from '#server/jobs/beat.ts'
import { startSchedules } from '#server/jobs/schedules.ts'
import { coldfleet } from '#tests/support/coldfleet.ts'
import { buildContext, testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildSite, buildUser, type User } from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { clientWith } from '#tests/support/rest-client.ts'
import { dailyList, scheduleHouse } from '#tests/support/schedules.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const storage = memoryStorage()
let server: WholeServer
let jobs: Beat
let boss: User
let token: string
let own: number
let foreign: number

async function tokenOf(user: User): Promise<string> {
  const expiresAt = new Date(testNow.getTime() + 86_400_000)
  const session = {
    userId: user.id,
    companyId: user.company_id,
    kind: 'script' as const,
    now: testNow,
    expiresAt,
    passwordAt: null,
    address: '',
    agent: '',
  }
  return (await createSession(database.db, session)).token
}
const runAs = (given: string, args: readonly string[]) => coldfleet([...args, '--url', server.url, '--token', given])
const run = (...args: string[]) => runAs(token, args)

beforeAll(async () => {
  const site = await buildSite(database.db, { name: '一号站' })
  await buildDevice(database.db, {
    company_id: site.tenant_id,
    site_id: site.id,
    client_id: null,
    account_id: null,
    serial: 'CF-1',
  })
  boss = await buildUser(database.db, {
    user_name: 'boss',
    nick_name: '基地负责人',
    company_id: site.tenant_id,
    home_company_id: site.tenant_id,
  })
  token = await tokenOf(boss)
  const house = scheduleHouse(() => database.db)
  own = await house.channel({ company_id: site.tenant_id })
  foreign = await house.channel({ company_id: (await buildCompany(database.db)).id })
  server = await startWholeServer(database, { services: { storage } })
  // The scheduler of a running server, in addition to its APIs.
  const { config, services, clock } = buildContext(database.db, { services: { storage } })
  jobs = startSchedules({ db: database.db, config, services, clock, everyMs: 100 })
}, 60_000)
afterAll(async () => {
  await jobs?.close()
  await server?.stop()
})

test('run a schedule from another machine, and wait for its result', async () => {
  const rest = clientWith(server.url, token)
  const saved = await rest.post<{ id: number }>('/schedules/save', dailyList({ channelIds: [own] }))
  expect(saved.code).toBe(200)
  const id = String(saved.data.id)
  const ran = await run('schedules', 'run', '--schedule', id, '--json')
  expect([ran.status, ran.stderr]).toEqual([0, ''])
  expect(JSON.parse(ran.stdout)).toMatchObject({ manual: true, state: 'done', messages: 1, problem: null })
  expect(storage.names()).toHaveLength(1)
  const listed = await run('schedules', 'list')
  expect([listed.status, listed.stdout]).toEqual([0, expect.stringMatching(new RegExp(`^#${id} +设备清单 `))])
  const begun = await run('schedules', 'run', '--schedule', id, '--detach')
  expect([begun.status, begun.stdout]).toEqual([0, expect.stringMatching(/\S/)])
  // A failed run ends with the reason, and with an exit code for scripts.
  await database.db.updateTable('channel').set({ state: 'off' }).where('id', '=', own).execute()
  await jobs.flush()
  const failed = await run('schedules', 'run', '--schedule', id)
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringMatching(/channel/i)])
  await database.db.updateTable('channel').set({ state: 'on' }).where('id', '=', own).execute()
})

test('refuse a missing schedule and one of another base alike', async () => {
  const other = await buildUser(database.db, {
    nick_name: '基地负责人',
    company_id: (await buildCompany(database.db)).id,
  })
  const [mine] = (await clientWith(server.url, token).post<{ data: { id: number }[] }>('/schedules/find/', {})).data
    .data
  const asked = await runAs(await tokenOf(other), ['schedules', 'run', '--schedule', String(mine?.id)])
  const missing = await run('schedules', 'run', '--schedule', '999999')
  expect([asked.status, missing.status]).toEqual([1, 1])
  expect(asked.stderr.replaceAll(String(mine?.id), 'ID')).toBe(missing.stderr.replaceAll('999999', 'ID'))
})

test('refuse a channel of another base in rules, their steps and schedules, through every API', async () => {
  const rule = { kind: 'site.outage', severity: 'critical', machines: 5 }
  const step = { ...rule, steps: [{ afterMinutes: 5, channelId: foreign }] }
  const doors: [string, string, object][] = [
    ['alertRules.save', '/alertRule/save', { ...rule, channelIds: [own, foreign] }],
    ['alertRules.save', '/alertRule/save', step],
    ['schedules.save', '/schedules/save', dailyList({ name: '外发', channelIds: [own, foreign] })],
  ]
  for (const [call, path, body] of doors) {
    const trpc = await fetch(`${server.url}/trpc/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-token': token, authorization: `cat ${token}` },
      body: JSON.stringify(body),
    })
    expect([trpc.status, await trpc.text()], `${call} by tRPC`).toEqual([
      400,
      expect.stringMatching(/所选通道|chosen channels/),
    ])
    const rest = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `cat ${token}` },
      body: JSON.stringify(body),
    })
    expect(await rest.text(), `${path} by REST`).toMatch(/所选通道|chosen channels/)
    const terminal = await run('call', call, '--json', JSON.stringify(body))
    expect([terminal.status, terminal.stdout], `${call} at the terminal`).toEqual([1, ''])
    expect(terminal.stderr).toMatch(/One of the chosen channels is missing/)
  }
  const kept = await database.db.selectFrom('alert_rule').selectAll().execute()
  expect(
    kept.filter(({ channel_ids, steps }) => JSON.stringify([channel_ids, steps]).includes(String(foreign))),
  ).toEqual([])
  expect(await database.db.selectFrom('schedule').select('name').where('name', '=', '外发').execute()).toEqual([])
})

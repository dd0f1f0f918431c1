import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProcedurePath, permissions } from '#server/permissions.ts'
import { routes } from '#server/rest/routes.ts'
import { appRouter } from '#server/router.ts'
import { roleLabels } from '#shared/roles.ts'
import { auditEntries } from '#tests/support/audit-log.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite, buildUser } from '#tests/support/factories.ts'
import { type LiveTown, liveTown, reportOf } from '#tests/support/live.ts'
import { refusal } from '#tests/support/refusal.ts'
import { openDoor, passwordHash, testPassword, wrapped } from '#tests/support/sign-in.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
let server: WholeServer
let town: LiveTown

beforeAll(async () => {
  town = await liveTown(database)
  server = await startWholeServer(database, { clock: town.now })
})
afterAll(() => server?.stop())

const send = (path: string, method: string, body?: string) =>
  fetch(server.url + path, {
    method,
    headers: { 'x-token': town.token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })

describe('A token of scope report', () => {
  test('Refuse a report token on every REST route except its own', async () => {
    const passed: string[] = []
    for (const row of routes) {
      if (row.procedure === 'live.report') continue
      const answer = await send(
        `/api${row.path.replace(/:\w+/g, '1')}`,
        row.method,
        row.method === 'GET' ? undefined : '{}',
      )
      const text = await answer.text()
      if (!/"code":403/.test(text)) passed.push(`${row.method} ${row.path}: ${text.slice(0, 80)}`)
    }
    expect(passed).toEqual([])
  })

  test('Refuse a report token in every tRPC procedure except its own', async () => {
    const passed: string[] = []
    for (const path of Object.keys(permissions) as ProcedurePath[]) {
      if (path === 'live.report') continue
      const { type } = (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]
        ?._def ?? { type: 'query' }
      const text = await (
        await send(`/trpc/${path}`, type === 'mutation' ? 'POST' : 'GET', type === 'mutation' ? '{}' : undefined)
      ).text()
      if (!text.includes('"appCode":"FORBIDDEN"')) passed.push(`${path}: ${text.slice(0, 120)}`)
    }
    expect(passed).toEqual([])
  })

  test('Accept a report token by REST and tRPC, also for compressed reports, but for no other site', async () => {
    const line = (at: number) => JSON.stringify(reportOf('L1', at))
    const first = (await (await send('/api/device/report', 'POST', line(town.at() - 3_000))).json()) as {
      code: number
      data: object
    }
    expect(first).toMatchObject({ code: 200, data: { read: 1, accepted: 1 } })
    const { gzipSync } = await import('node:zlib')
    const packed = await fetch(`${server.url}/api/device/report`, {
      method: 'POST',
      headers: {
        authorization: `cat ${town.token}`,
        'content-encoding': 'gzip',
        'content-type': 'application/x-ndjson',
      },
      body: gzipSync(`${line(town.at() - 3_000)}\n${line(town.at() - 2_000)}\n`),
    })
    expect(await packed.json()).toMatchObject({ code: 200, data: { read: 2, accepted: 1, repeated: 1 } })
    const text = await (
      await send('/trpc/live.report', 'POST', JSON.stringify({ reports: [reportOf('L2', town.at())] }))
    ).text()
    expect(text).toContain('"accepted":1')
    const other = await buildSite(database.db, { tenant: town.tenant })
    expect(await (await send(`/api/device/report?siteId=${other.id}`, 'POST', line(town.at()))).json()).toMatchObject({
      code: 403,
    })
  })

  test('Do not read the body of a refused request, nor one that expands too much', async () => {
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(15 * 1024 * 1024, ' '))
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' }
    const refused = await fetch(`${server.url}/api/device/report`, { method: 'POST', headers, body: bomb })
    expect(await refused.json()).toMatchObject({ code: 50008 })
    const swollen = await fetch(`${server.url}/api/device/report`, {
      method: 'POST',
      headers: { ...headers, 'x-token': town.token },
      body: bomb,
    })
    expect(swollen.status).toBe(413)
  })
})

describe('The manager of a site', () => {
  test('Create, list and end tokens with the own password, hidden from users of other sites', async () => {
    const door = openDoor(database.db)
    const person = { password_hash: await passwordHash(), last_password_reset_date: new Date(door.time.now) }
    await buildUser(database.db, {
      ...person,
      user_name: 'lena',
      nick_name: roleLabels.baseManager,
      company_id: town.tenant.id,
      home_company_id: town.tenant.id,
    })
    const lena = await door.withToken((await door.signIn('lena')).token)
    await expect(lena.live.createToken({ siteId: town.site.id })).rejects.toEqual(refusal('VALIDATION'))
    const made = await lena.live.createToken({
      siteId: town.site.id,
      name: 'hall 2',
      days: 30,
      ownPassword: wrapped(testPassword),
    })
    const listed = await lena.live.tokens({ siteId: town.site.id })
    expect(listed.data[0]).toMatchObject({ name: 'hall 2', lastSeenAt: null })
    expect(JSON.stringify(listed)).not.toContain(made.token)
    const collector = await door.withToken(made.token)
    expect(await collector.live.report({ reports: [reportOf('L3', door.time.now)] })).toMatchObject({ accepted: 1 })
    await expect(collector.auth.info()).rejects.toEqual(refusal('FORBIDDEN'))
    const stranger = await liveTown(database, 1, town.at(), 'S')
    await buildUser(database.db, {
      ...person,
      user_name: 'otto',
      nick_name: roleLabels.baseManager,
      company_id: stranger.tenant.id,
      home_company_id: stranger.tenant.id,
    })
    const otto = await door.withToken((await door.signIn('otto')).token)
    const id = listed.data[0]?.id ?? 0
    const calls = [
      () => otto.live.tokens({ siteId: town.site.id }),
      () => otto.live.endToken({ id }),
      () => otto.live.endToken({ id: 999_999 }),
      () => otto.live.createToken({ siteId: town.site.id, ownPassword: wrapped(testPassword) }),
    ]
    for (const call of calls) await expect(call()).rejects.toEqual(refusal('NOT_FOUND'))
    // A new password ends the sessions but not the tokens of collectors.
    const lenaId = (
      await database.db.selectFrom('app_user').select('id').where('user_name', '=', 'lena').executeTakeFirstOrThrow()
    ).id
    await lena.auth.updatePassword({ id: lenaId, password: wrapped('Frost#Pine88') })
    expect(
      await (await door.withToken(made.token)).live.report({ reports: [reportOf('L3', door.time.now + 1_000)] }),
    ).toMatchObject({ accepted: 1 })
    await lena.live.endToken({ id })
    await expect(
      (await door.withToken(made.token)).live.report({ reports: [reportOf('L3', door.time.now)] }),
    ).rejects.toEqual(refusal('SESSION_ENDED'))
    const rows = await auditEntries(database.db, 'live.%', ['action', 'target_id'])
    expect(rows.map(({ action }) => action).filter((action) => action !== 'live.tokens')).toEqual(
      expect.arrayContaining(['live.createToken', 'live.endToken']),
    )
  })
})

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/logger.ts'
import { coldfleetProgram } from '#tests/support/coldfleet.ts'
import { buildClient, buildDevice, buildHeadquarters, buildSite, buildUser } from '#tests/support/factories.ts'
import { hastyFlags, type RunningServer, startServer } from '#tests/support/http-server.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'

const clientCount = 3
const devicesOfClient = 40
const folder = mkdtempSync(join(tmpdir(), 'coldfleet-jobs-'))
const at = (name: string) => join(folder, name)
let dataDir = ''
let server: RunningServer
let drill: Postgres
let company = ''
let site = ''

type Ran = { status: number | null; stdout: string; stderr: string }
/** Run a job as cron does: its own process, the settings in its environment, no locale. */
function job(name: string, ...args: string[]): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn('bash', [resolve('tests/cli/jobs', `${name}.sh`), ...args], {
      env: {
        PATH: `${folder}${delimiter}${process.env.PATH}`,
        COLDFLEET_URL: server.url,
        COLDFLEET_TOKEN: readFileSync(join(dataDir, 'keys', 'terminal.token'), 'utf8').trim(),
      },
    })
    const ran: Ran = { status: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      ran.stdout += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      ran.stderr += chunk
    })
    child.once('close', (status) => done({ ...ran, status }))
  })
}

beforeAll(async () => {
  const program = [process.execPath, ...hastyFlags, resolve(coldfleetProgram)].join(' ')
  writeFileSync(at('coldfleet'), `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 })
  const product = await migratedProduct('jobs')
  dataDir = product.dataDir
  const app = await openApp(readConfig({ ...product.environment, DEMO: '0' }), {
    what: 'jobs',
    logger: createLogger({ logLevel: 'silent' }),
  })
  await buildHeadquarters(app.db)
  const place = await buildSite(app.db, { name: '东一站' })
  site = place.name
  for (let number = 1; number <= clientCount; number += 1) {
    const client = await buildClient(app.db, { name: `客户 ${number}`, company_id: place.tenant_id })
    for (let device = 1; device <= devicesOfClient; device += 1)
      await buildDevice(app.db, {
        serial: `J${number}-${device}`,
        state: device <= number ? 'offline' : 'normal',
        company_id: place.tenant_id,
        site_id: place.id,
        client_id: client.id,
      })
  }
  company = place.name
  await buildUser(app.db, { user_name: 'keeper', nick_name: '管理层' })
  await app.close()
  ;[server, drill] = await Promise.all([
    startServer({ environment: { ...product.environment, DEMO: '0' } }),
    startPostgres(),
  ])
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await drill?.stop()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

test('write every client a file of its own offline machines, every night', async () => {
  for (let night = 1; night <= 2; night += 1)
    expect(await job('nightly-offline-lists', at('lists'))).toEqual({ status: 0, stdout: '', stderr: '' })
  const files = readdirSync(at('lists'))
  expect(files).toHaveLength(clientCount)
  const lines = files
    .map(
      (name) =>
        readFileSync(join(at('lists'), name), 'utf8')
          .trim()
          .split('\r\n').length - 1,
    )
    .sort((a, b) => a - b)
  expect(lines).toEqual(Array.from({ length: clientCount }, (_, index) => index + 1))
}, 120_000)

test('import the users of a spreadsheet once, and change nothing in the second run', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, index) => `user${index};1390000${1000 + index};用户${index};登记人员;${company};Abc!23CDx`,
  )
  writeFileSync(at('users.csv'), `\uFEFF用户名;手机号;姓名;角色;所属公司;密码\r\n${rows.join('\r\n')}\r\n`)
  const first = await job('users-from-a-spreadsheet', at('users.csv'))
  expect(first.stdout, first.stderr).toContain('新增 12')
  expect((await job('users-from-a-spreadsheet', at('users.csv'))).stdout).toContain('新增 0，更新 0，未变 12')
  writeFileSync(at('wrong.csv'), `用户名;手机号\nlee;1\n`)
  expect(await job('users-from-a-spreadsheet', at('wrong.csv'))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('没有做任何更改'),
  })
}, 120_000)

test('keep a client with a key working while keys are rotated twice', async () => {
  const { pem } = (await (await fetch(`${server.url}/trpc/auth.publicKey`)).json()).result.data as { pem: string }
  for (let time = 1; time <= 2; time += 1)
    expect(JSON.parse((await job('rotate-keys')).stdout)).toMatchObject({
      previousUntil: expect.stringMatching(/\+08:00$/),
    })
  const { encryptPassword } = await import('#shared/password-encryption.ts')
  const token = readFileSync(join(dataDir, 'keys', 'terminal.token'), 'utf8').trim()
  const set = await fetch(`${server.url}/trpc/users.setPassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `cat ${token}` },
    body: JSON.stringify({ userName: 'keeper', password: encryptPassword(pem, 'New!Pass26w') }),
  })
  expect([set.status, await set.json()]).toMatchObject([200, { result: { data: { userName: 'keeper' } } }])
}, 60_000)

test('restore a backup into the other engine, with the same responses from both', async () => {
  const ran = await job('restore-drill', drill.url('postgres'))
  expect(ran.status, ran.stdout + ran.stderr).toBe(0)
  expect(JSON.parse(ran.stdout.split('\n')[0] ?? '')).toMatchObject({ keys: expect.any(Number) })
}, 120_000)

test('leave one complete file of two jobs', async () => {
  expect(await job('overlapping-exports', at('both.csv'))).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(readFileSync(at('both.csv'), 'utf8').trim().split('\r\n')).toHaveLength(clientCount * devicesOfClient + 1)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
}, 60_000)

test('end a job killed in the middle and started again as if it had run once', async () => {
  const lines = Array.from(
    { length: 3_000 },
    (_, index) => `K${index},T30,${site},客户 1,31,yes,${new Date().toISOString()}`,
  )
  writeFileSync(at('feed.csv'), `serial,type,site,client,hashRate,activeWorkerState,reportedAt\n${lines.join('\n')}\n`)
  const ran = await job('update-after-a-kill', at('feed.csv'), '--confirm', 'new-machines')
  expect(ran).toMatchObject({ status: 0 })
  const said = ran.stdout.trim().split('\n')
  const last = JSON.parse(said.at(-1) ?? '') as { created: number; updated: number; unchanged: number; refused: number }
  expect(last.refused).toBe(0)
  expect(last.created + last.updated + last.unchanged).toBe(lines.length)
}, 120_000)

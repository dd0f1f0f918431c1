import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFailure } from '#cli/failure.ts'
import { type App, openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { startError } from '#server/start-error.ts'
import { administer } from '#tests/support/cluster/standby.ts'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { serverEntry } from '#tests/support/http-server.ts'
import { type Postgres, startPostgres } from '#tests/support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-starts-'))
const apps: App[] = []
let server: Postgres
let other: Postgres

beforeAll(async () => {
  const rules = join(folder, 'pg_hba.conf')
  const admitted = [
    'host all guarded 127.0.0.1/32 scram-sha-256',
    'host all stranger 127.0.0.1/32 reject',
    'host all all 127.0.0.1/32 trust',
  ]
  writeFileSync(rules, `${admitted.join('\n')}\n`)
  chmodSync(folder, 0o755)
  server = await startPostgres({ settings: { hba_file: rules } })
  other = await startPostgres()
  await administer(
    server.url(),
    "create role guarded login password 'apfelbaum'",
    'create role stranger login',
    'create role lodger login',
    'create database migrated',
    'create database still',
  )
  // One schema for all: the migrations take most of a first start.
  await (await start({ DATABASE_URL: server.url('migrated') })).close()
  await administer(server.url(), 'create database newer template migrated', 'create database owned template migrated')
}, 60_000)
afterAll(async () => {
  for (const app of apps) await app.close()
  await server.stop()
  await other.stop()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (user: string, database = 'postgres') => server.url(database).replace('coldfleet@', `${user}@`)
const logged: string[] = []
async function start(settings: Record<string, string>): Promise<App> {
  const logger = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) },
  )
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: server.url('owned'),
    DEMO: '0',
    ...settings,
  })
  const app = await openApp(config, { what: 'test', logger })
  apps.push(app)
  return app
}
/** Return the message of the start and the terminal, in both languages; one line each. */
async function refusalOf(settings: Record<string, string>): Promise<{ en: string; zh: string }> {
  const error: unknown = await start(settings).then(
    () => null,
    (reason: unknown) => reason,
  )
  const said = startError(error)
  expect(describeFailure(error, 'en')).toEqual({ line: said, exitCode: 1 })
  const zh = describeFailure(error, 'zh').line
  for (const line of [said, zh]) expect(line).not.toMatch(/\n|\{\{|kirschkern/)
  return { en: said, zh }
}
const unreachable = 'postgres://coldfleet@127.0.0.1:1/coldfleet'

test.each([
  [
    'a wrong password',
    () => ({ DATABASE_URL: urlOf('guarded:kirschkern') }),
    'DATABASE_URL: the database at 127.0.0.1:',
    'the password of guarded is wrong',
    '密码不对',
  ],
  [
    'no password',
    () => ({ DATABASE_URL: urlOf('guarded') }),
    'DATABASE_URL: ',
    'asks guarded for a password',
    '提供密码',
  ],
  [
    'a user who is not let in',
    () => ({ DATABASE_URL: urlOf('stranger') }),
    'DATABASE_URL: ',
    'does not let stranger in',
    '不允许 stranger',
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: server.url('nowhere') }),
    'DATABASE_URL: ',
    'createdb nowhere',
    'createdb nowhere',
  ],
  [
    'a server that does not answer',
    () => ({ DATABASE_URL: unreachable }),
    'DATABASE_URL: ',
    'does not answer (connect ECONNREFUSED',
    '没有应答',
  ],
  [
    'a host that is not known',
    () => ({ DATABASE_URL: 'postgres://a@no-such-host.invalid/b' }),
    'DATABASE_URL: ',
    'does not answer',
    '没有应答',
  ],
  [
    'a user who may make nothing',
    () => ({ DATABASE_URL: urlOf('lodger') }),
    'DATABASE_URL: ',
    'lodger lacks a r',
    '缺少权限',
  ],
  [
    'a server without TLS',
    () => ({ DATABASE_URL: `${server.url()}?sslmode=require` }),
    'DATABASE_URL: ',
    'speaks no TLS',
    '不支持 TLS',
  ],
  [
    'the wrong password of a replica',
    () => ({ DATABASE_READ_URL: urlOf('guarded:kirschkern') }),
    'DATABASE_READ_URL: ',
    'the password of guarded is wrong',
    '密码不对',
  ],
  [
    'another server in the place of the replica',
    () => ({ DATABASE_READ_URL: other.url() }),
    'DATABASE_READ_URL: ',
    'no streaming replica',
    '不是 DATABASE_URL',
  ],
])('end the start for %s with one sentence and advice', async (_what, settings, setting, en, zh) => {
  const said = await refusalOf(settings())
  expect(said.en.startsWith(setting)).toBe(true)
  expect(said.en).toContain(en)
  expect(said.zh).toContain(zh)
})

test('leave a schema of a newer version unchanged, and name it', async () => {
  const settings = { DATABASE_URL: server.url('newer') }
  await administer(server.url('newer'), "insert into kysely_migration values ('9999-flying-machines', now()::text)")
  const { en, zh } = await refusalOf(settings)
  expect(en).toContain('newer version of Coldfleet (this one does not know 9999-flying-machines)')
  expect(zh).toContain('9999-flying-machines')
  const ended = spawnSync(process.execPath, serverEntry, {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ...settings },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect([ended.status, ended.stderr]).toEqual([1, `${en}\n`])
  for (const command of [
    ['db', 'status'],
    ['db', 'migrate'],
    ['db', 'backup', '--out', '-'],
    ['call', 'system.status'],
  ])
    expect([command, await coldfleetHere(command, { DATA_DIR: join(folder, 'data'), ...settings })]).toEqual([
      command,
      { status: 1, stdout: '', stderr: `${en}\n` },
    ])
}, 90_000)

test('report a replica that does not answer in a sentence, and start with the primary', async () => {
  const app = await start({ DATABASE_READ_URL: unreachable })
  await expect.poll(() => logged).toContain('the replica cannot be used: reads go to the primary until it answers')
  expect(app.database.replica?.state()).toEqual({ state: 'away', lagSeconds: null })
  expect(app.database.replica?.readFor('0')).toBe(app.db)
})

test('refuse a read-only database without the schema, and serve from one that has it', async () => {
  const settings = { DATABASE_URL: server.url('still') }
  const frozen = 'alter database still set default_transaction_read_only = on'
  await administer(server.url(), frozen)
  expect((await refusalOf(settings)).en).toContain('takes no writes, and this start has some to make')
  await administer(server.url(), 'drop database still', 'create database still template migrated', frozen)
  const app = await start(settings)
  expect(await app.database.writeProblem()).toBe('readOnly')
  expect(await app.db.selectFrom('company').selectAll().execute()).toEqual([])
})

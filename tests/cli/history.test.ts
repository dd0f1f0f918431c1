import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createKeys } from '#server/services/keys/keys.ts'
import { createPasswords } from '#server/services/sign-in/passwords.ts'
import { type ClosedMonth, closedMonth, month } from '#tests/support/archived-town.ts'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { useFolder } from '#tests/support/use-folder.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const folder = useFolder('coldfleet-cli-history-')
let made: ClosedMonth
let server: WholeServer
let through: Record<string, string> = {}
const run = (...args: string[]) => coldfleetHere(['history', ...args], through)
const days = async () =>
  (await coldfleetHere(['dailies', 'export', '--from', '2026-03-01', '--to', '2026-03-31', '--json'], through)).stdout

beforeAll(async () => {
  made = await closedMonth(database, folder())
  await buildHeadquarters(database.db)
  await buildUser(database.db, { user_name: 'keeper', nick_name: '管理层' })
  const keys = createKeys(readConfig({ DATA_DIR: folder() }))
  server = await startWholeServer(database, { services: { ...made.services, keys, passwords: createPasswords(keys) } })
  through = { COLDFLEET_URL: server.url, COLDFLEET_TOKEN: keys.terminalToken }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  made?.archive.close()
})

test('archive a month after a dry run, export it as before, and restore it', async () => {
  const before = await days()
  expect(before.split('\n').filter(Boolean)).toHaveLength(10)
  const rehearsed = await run('archive', '--before', '2026-04', '--dry-run', '--json')
  expect([rehearsed.status, JSON.parse(rehearsed.stdout)]).toMatchObject([0, { month, state: 'closed', rows: 10 }])
  const unsure = await run('archive', '--month', month)
  expect([unsure.status, unsure.stderr]).toEqual([2, expect.stringContaining('--dry-run')])
  const archived = await run('archive', '--month', month, '--yes')
  expect([archived.status, archived.stdout]).toEqual([
    0,
    expect.stringMatching(/^2026-03 .*archived.*10 rows.*\.parquet\nmonths archived: 1\n$/),
  ])
  expect(await days()).toBe(before)
  const status = await run('status', '--json')
  expect(JSON.parse(status.stdout).months).toMatchObject([
    { month, state: 'archived', rows: 10, bytes: 0, fileName: made.storage.names()[0], isFileMissing: false },
  ])
  expect((await run('status')).stdout).toMatch(/2026-03 +archived +10 rows .*[0-9a-f]{32}\.parquet$/m)
  const again = await run('archive', '--month', month, '--yes')
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already archived')])
  const restored = await run('restore', '--month', month, '--yes', '--json')
  expect([restored.status, JSON.parse(restored.stdout)]).toMatchObject([
    0,
    { month, state: 'closed', rows: 10, fileName: null },
  ])
  expect(await days()).toBe(before)
  const none = await run('restore', '--month', month)
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('not archived')])
  expect((await sql`select from device_daily`.execute(database.db)).rows).toHaveLength(10)
})

test('show that the file of an archived month is missing, or that its storage is away', async () => {
  expect((await run('archive', '--month', month, '--yes')).status).toBe(0)
  const name = made.storage.names().at(-1) ?? ''
  const bytes = await made.storage.read(name)
  try {
    for (const stored of made.storage.names()) await made.storage.remove(stored)
    // Without a mark and a file it looks like a folder that is not mounted.
    const unmounted = await run('status')
    expect([unmounted.status, unmounted.stderr]).toEqual([
      0,
      expect.stringContaining('is empty: its folder is missing'),
    ])
    expect(unmounted.stdout).not.toContain('missing')
    await made.storage.setOwner('this database')
    expect((await run('status')).stdout).toMatch(/2026-03 +archived .*\.parquet +file missing$/m)
    expect(JSON.parse((await run('status', '--json')).stdout).months).toMatchObject([{ month, isFileMissing: true }])
    const list = vi.spyOn(made.storage, 'list').mockImplementation(() => {
      throw new Error('the bucket is away')
    })
    const unlisted = await run('status')
    list.mockRestore()
    expect([unlisted.status, unlisted.stderr]).toEqual([0, expect.stringContaining('does not respond')])
    expect(unlisted.stdout).not.toContain('missing')
  } finally {
    await made.storage.put(name, bytes)
  }
  expect((await run('restore', '--month', month)).status).toBe(0)
})

test('let one of two commands for the same month finish, and tell the other why it is refused', async () => {
  for (const args of [
    ['archive', '--month', month, '--yes'],
    ['restore', '--month', month],
  ]) {
    const ran = await Promise.all([run(...args), run(...args)])
    expect(ran.map(({ status }) => status).sort()).toEqual([0, 1])
    expect(ran.find(({ status }) => status === 1)?.stderr).toMatch(/another command is .* 2026-03|already|not archived/)
  }
})

test('refuse an invalid month, two questions at once, and the token of a user', async () => {
  for (const args of [
    ['--month', '2026-3', '--yes'],
    ['--before', 'May', '--yes'],
    ['--yes'],
    ['--month', month, '--before', month, '--yes'],
  ]) {
    const { status, stdout, stderr } = await run('archive', ...args)
    expect([args, status, stdout]).toEqual([args, 2, ''])
    expect(stderr).toMatch(/: a month, YYYY-MM|--month or --before/)
  }
  for (const args of [
    ['archive', '--month', '2025-01', '--yes'],
    ['restore', '--month', '2031-01'],
  ]) {
    const { status, stderr } = await run(...args)
    expect([status, stderr]).toEqual([1, expect.stringContaining(`no device-days of ${args[2]}`)])
  }
})

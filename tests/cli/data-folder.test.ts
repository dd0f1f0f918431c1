import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { lineOf, writeInputs } from '#tests/support/command-lines.ts'
import { has, leaves } from '#tests/support/commands.ts'
import { migratedProduct } from '#tests/support/migrated-product.ts'

const folders: string[] = []
let folder = ''
const file = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldfleet-folder-'))
  folders.push(folder)
})
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

test('back up, restore and migrate the data folder without a server', async () => {
  const { dataDir } = await migratedProduct('folder')
  folders.push(dataDir)
  const here = (args: readonly string[]) =>
    coldfleetHere(args, { DATA_DIR: dataDir, ADMIN_USER: 'root', ADMIN_PASSWORD: 'Abc!23CDx' })
  expect(JSON.parse((await here(['call', 'system.status'])).stdout)).toMatchObject({ engine: 'embedded', users: 1 })
  const saved = await here(['db', 'backup', '--out', file('whole.gz'), '--with-keys'])
  expect(saved).toMatchObject({ status: 0, stderr: expect.stringContaining('holds the keys') })
  expect(await here(['db', 'restore', file('whole.gz')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--replace'),
  })
  const other = (await migratedProduct('other')).dataDir
  folders.push(other)
  const there = (args: readonly string[]) => coldfleetHere(args, { DATA_DIR: other })
  expect(await there(['db', 'restore', file('whole.gz')])).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('WARNING: the keys of these passwords'),
  })
  expect(await there(['call', 'system.status'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('coldfleet keys accept'),
  })
  expect(await there(['keys', 'accept'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('reset-password'),
  })
  const restored = await there(['db', 'restore', file('whole.gz'), '--replace', '--no-keep', '--with-keys', '--json'])
  expect(JSON.parse(restored.stdout)).toMatchObject({ keys: expect.any(Number), keysFit: 'fit', kept: null })
  for (const key of readdirSync(join(dataDir, 'keys')))
    expect(readFileSync(join(other, 'keys', key))).toEqual(readFileSync(join(dataDir, 'keys', key)))
  expect(JSON.parse((await coldfleetHere(['db', 'migrate', '--json'], { DATA_DIR: other })).stdout)).toEqual({
    migrated: [],
  })
}, 300_000)

/** Every command opens the database anew, which takes a second: hence one folder for both. */
test('change nothing by a refused restore, keep a snapshot of what another replaces, and restore it', async () => {
  const { dataDir } = await migratedProduct('damaged')
  folders.push(dataDir)
  const here = (args: readonly string[]) =>
    coldfleetHere(args, { DATA_DIR: dataDir, ADMIN_USER: 'root', ADMIN_PASSWORD: 'Abc!23CDx' })
  const status = async () => JSON.parse((await here(['call', 'system.status'])).stdout)
  expect((await here(['db', 'backup', '--out', file('kept.gz')])).status).toBe(0)
  expect(await status()).toMatchObject({ users: 1 })
  const control = join(dataDir, 'database/global/pg_control')
  const closedAt = () => statSync(control).mtimeMs
  const closed = closedAt()
  const bytes = readFileSync(file('kept.gz'))
  const text = gunzipSync(bytes).toString()
  // For all other invalid files see backup.test.ts, where a restore takes less time.
  const invalid: [Buffer, RegExp][] = [
    [bytes.subarray(0, bytes.length - 20), /its end is missing/],
    [gzipSync(text.replace(/(\{"end"[^\n]*\n)/, '$1["1"]\n')), /altered or damaged/],
  ]
  for (const [content, says] of invalid) {
    writeFileSync(file('refused.gz'), content)
    const { status: code, stdout, stderr } = await here(['db', 'restore', file('refused.gz'), '--replace'])
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(says)])
    expect((await here(['db', 'snapshots', '--json'])).stdout).toBe('')
  }
  // Such a file is refused before the database is opened, which would write its control file.
  expect(closedAt()).toBe(closed)
  const replaced = await here(['db', 'restore', file('kept.gz'), '--replace', '--json'])
  const { kept, createdAt } = JSON.parse(replaced.stdout)
  expect(kept).toMatch(/-restore$/)
  expect(createdAt).toMatch(/\+08:00$/)
  const snapshots = (await here(['db', 'snapshots', '--json'])).stdout
  expect(
    snapshots
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ name: kept, reason: 'restore' }])
  expect(snapshots).toMatch(/"at":"[^"]+\+08:00"/)
  truncateSync(control, 0)
  const refused = await here(['db', 'status'])
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`coldfleet db restore --snapshot ${kept} --replace`),
  })
  const damaged = () => readdirSync(dataDir).filter((name) => name.startsWith('database.aside-'))
  // Nothing is moved for a missing file, or one of another kind.
  const absent = await here(['db', 'restore', file('absent.gz'), '--replace'])
  expect(absent).toEqual({
    status: 2,
    stdout: '',
    stderr: `${file('absent.gz')} cannot be read: there is no such file or folder (ENOENT)\n`,
  })
  writeFileSync(file('none.gz'), 'none')
  expect((await here(['db', 'restore', file('none.gz'), '--replace'])).status).toBe(1)
  const unknown = await here(['db', 'restore', '--snapshot', '20200101T000000Z-daily', '--replace'])
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('coldfleet db snapshots') })
  expect(damaged()).toEqual([])
  const restored = await here(['db', 'restore', '--snapshot', kept, '--replace'])
  expect(restored).toMatchObject({ status: 0, stderr: expect.stringContaining('database.aside-') })
  expect(damaged()).toHaveLength(1)
  expect(JSON.parse((await here(['db', 'status', '--json'])).stdout)).toMatchObject({
    timeZone: 'Asia/Shanghai',
    users: 1,
  })
}, 300_000)

test('leave nothing after a refused restore into an empty folder', async () => {
  const empty = file('nothing')
  writeFileSync(file('no-backup.gz'), 'none')
  expect(await coldfleetHere(['db', 'restore', file('no-backup.gz')], { DATA_DIR: empty })).toMatchObject({
    status: 1,
    stdout: '',
  })
  expect(existsSync(empty)).toBe(false)
})

test.each(['db status', 'db migrate'])('say at once that a path below a file is no data folder: %s', async (words) => {
  const DATA_DIR = join(file('plain'), 'data')
  writeFileSync(file('plain'), '')
  const said = async (language: string) =>
    (await coldfleetHere([...words.split(' '), '--lang', language], { DATA_DIR })).stderr
  expect(await said('en')).toMatch(/^DATA_DIR: the folder cannot be used: ENOTDIR.*\n$/)
  expect(await said('zh')).toMatch(/^DATA_DIR：无法使用该文件夹：ENOTDIR.*\n$/)
})

test.each([
  [['db', 'status']],
  // Nor does the dry run of a command that may create one.
  [['users', 'seed', '--demo', '--dry-run']],
  [['devices', 'update', '--dry-run']],
  [['catalogue', 'import', '--file', 'src/client/public/examples/cotes-cr100.csv', '--source', 'test', '--dry-run']],
  [['call', 'users.seed', '--json', '{"demo":true,"dryRun":true}']],
  [['db', 'backup', '--out', '-']],
  [['devices', 'export', '--out', '-']],
  [['projects', 'export', '--out', '-']],
  [['call', 'devices.find']],
  [['audit', 'export', '--out', '-']],
])('say that there is no database for %s, and create none', async (args) => {
  const empty = file('empty')
  const line = `there is no database in ${empty}: name the data folder with DATA_DIR, or a server with --url\n`
  expect(await coldfleetHere(args, { DATA_DIR: empty })).toEqual({ status: 1, stdout: '', stderr: line })
  expect(existsSync(empty)).toBe(false)
})

/** Commands that work without a database, or may be the first in an empty folder. */
const withoutDatabase = [
  'db migrate',
  'db snapshots',
  'db restore',
  'completion',
  'select',
  'users reset-password',
  'collect',
]
const rehearsing = ['users seed', 'devices update', 'cities import', 'catalogue import']

test('create no database by any other command, nor by a dry run', async () => {
  writeInputs(folder)
  const empty = file('walked')
  for (const leaf of leaves) {
    if (withoutDatabase.includes(leaf.path)) continue
    const args = [
      ...lineOf(leaf.path, folder),
      ...(rehearsing.includes(leaf.path) ? ['--dry-run'] : []),
      ...(has(leaf, '--out') ? ['--out', '-'] : []),
    ]
    const { status, stdout, stderr } = await coldfleetHere(args, { DATA_DIR: empty })
    expect([leaf.path, status, stdout, stderr]).toEqual([
      leaf.path,
      1,
      '',
      expect.stringContaining(`there is no database in ${empty}`),
    ])
    expect(existsSync(empty), leaf.path).toBe(false)
  }
  expect(leaves.filter((leaf) => has(leaf, '--dry-run')).map(({ path }) => path)).toEqual(
    expect.arrayContaining(rehearsing),
  )
})

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { closeMonth } from '#server/features/history/close-month.ts'
import { createJobs } from '#server/services/jobs.ts'
import { createKeys } from '#server/services/keys.ts'
import { createPasswords } from '#server/services/passwords.ts'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { lineOf, writeInputs } from '#tests/support/command-lines.ts'
import { has, type Leaf, leaves } from '#tests/support/commands.ts'
import { testNow } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildDaily, buildDevice, buildHeadquarters, buildUser } from '#tests/support/factories.ts'
import { dumpTables } from '#tests/support/table-dump.ts'
import { startWholeServer, type WholeServer } from '#tests/support/whole-server.ts'

const database = useDatabase({ emptied: 'file' })
const folder = mkdtempSync(join(tmpdir(), 'coldfleet-conventions-'))
let server: WholeServer
let through: Record<string, string> = {}
const here = (...args: string[]) => coldfleetHere(args, through)

beforeAll(async () => {
  writeInputs(folder)
  await buildHeadquarters(database.db)
  const client = await buildClient(database.db, { name: '晨曦' })
  for (const state of ['normal', 'warn', 'offline'] as const)
    await buildDevice(database.db, { serial: `S-${state}`, state, company_id: client.company_id, client_id: client.id })
  await sql`drop table if exists device_daily_2026_03`.execute(database.db)
  await buildDaily(
    database.db,
    await database.db.selectFrom('device').selectAll().where('serial', '=', 'S-normal').executeTakeFirstOrThrow(),
    '2026-03-31',
  )
  await closeMonth(database.db, '2026-03', { embedded: database.url === null })
  await buildUser(database.db, { user_name: 'keeper', nick_name: '管理层' })
  const keys = createKeys(readConfig({ DATA_DIR: folder }))
  const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
  server = await startWholeServer(database, { services: { keys, passwords: createPasswords(keys), jobs } })
  through = { COLDFLEET_URL: server.url, COLDFLEET_TOKEN: keys.terminalToken }
}, 60_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const named = leaves.map((leaf) => [leaf.path, leaf] as const)
const exportsOf = named.filter(([, leaf]) => has(leaf, '--format') && has(leaf, '--columns'))
const asked = (path: string, ...rest: string[]) => here(...lineOf(path, folder), ...rest)

const common = ['--dry-run', '--json', '--columns', '--out', '--format', '--file', '--help']
const filtersOf = ({ command }: Leaf) =>
  command.options
    .filter(({ long, hidden }) => long && !hidden && !common.includes(long))
    .map(({ long, mandatory }) => `${long}${mandatory ? ' (required)' : ''}`)

/** Where nobody listens: what a command says when its server is not there. */
const nowhere = { COLDFLEET_URL: 'http://127.0.0.1:9', COLDFLEET_TOKEN: 'none' }
/** The password is read before the server is asked, from a standard input that this process does not have. */
const asksFirst = 'users reset-password'
/** Machines are asked before the server, which nothing is sent to where none has answered. */
const asksMachines = 'collect'
/** Exit codes of a command besides 0 and 2; what only prints is never refused. */
async function refusalOf({ path }: Leaf): Promise<string> {
  if (path === asksFirst || path === asksMachines) return '0 1 2'
  const { status, stderr } = await coldfleetHere(lineOf(path, folder), nowhere)
  expect([path, status]).toEqual([path, path === 'completion' ? 0 : 1])
  if (status === 1)
    expect(stderr, path).toMatch(
      /no server at http:\/\/127\.0\.0\.1:9.*check that it runs|not through --url|projects were refused/,
    )
  return status === 0 ? '0 2' : '0 1 2'
}

test('the table of all commands says what each of them takes and how it ends', async () => {
  const yes = (leaf: Leaf, option: string) => (has(leaf, option) ? 'yes' : '–')
  const rows = []
  for (const leaf of leaves) {
    const readsInput = has(leaf, '--file') || ['db restore', asksFirst, 'call'].includes(leaf.path)
    const ends = await refusalOf(leaf)
    const cells = [
      leaf.path,
      yes(leaf, '--dry-run'),
      yes(leaf, '--json'),
      yes(leaf, '--columns'),
      has(leaf, '--out') ? 'file, -' : '–',
      readsInput ? 'file, -' : '–',
      has(leaf, '--columns') || leaf.path === 'clients statement' ? 'messages, file' : 'messages',
      ends,
      ends.includes('1') ? '130' : '–',
      filtersOf(leaf).join(' ') || '–',
    ]
    rows.push(`| ${cells.join(' | ')} |`)
  }
  const head = [
    'command',
    '--dry-run',
    '--json',
    '--columns',
    'writes',
    'reads',
    'language',
    'ends with',
    'interrupted',
    'its own options',
  ]
  const table = [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n')
  await expect(
    `# Commands of the terminal\n\nGenerated by \`conventions.test.ts\`. Exit codes: 0 done, 1 refused, 2 wrong use, 130 interrupted, after which no half file is left (\`interrupt.test.ts\`). Messages are in the language of \`--lang\` or the locale, files in that of \`--lang\`, COLDFLEET_LANG, or Chinese. Every command takes \`--quiet\`, \`--no-color\`, \`--no-wait\`, \`--url\`, \`--token\`. What can write a file writes to standard output where that is no terminal and no file is named.\n\n${table}\n`,
  ).toMatchFileSnapshot('commands.md')
})

describe('every command', () => {
  test.each(named)('%s has help with an example, under both spellings', async (path) => {
    const words = path.split(' ')
    const help = await coldfleetHere([...words, '--help'])
    expect([help.status, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toMatch(/Examples:\n {2}\S*.*coldfleet/)
    expect(help.stdout).not.toMatch(/\w\[\d\]|Query\b/)
    for (const spelling of [
      ['help', ...words],
      ...(words.length > 1 ? [[words[0] ?? '', 'help', ...words.slice(1)]] : []),
    ])
      expect(await coldfleetHere(spelling), spelling.join(' ')).toEqual(help)
  })

  test.each(named)('%s refuses an option that it does not know with 2', async (path) => {
    const ran = await coldfleetHere([...path.split(' '), '--shoe-size', '43'])
    expect([ran.status, ran.stdout]).toEqual([2, ''])
    expect(ran.stderr).toMatch(/^wrong use: .*\n/)
  })
})

test('help for a command that does not exist is wrong use', async () => {
  for (const words of [
    ['help', 'shoes'],
    ['help', 'db', 'shoes'],
    ['db', 'help', 'shoes'],
    ['help', 'db', 'backup', 'shoes'],
  ])
    expect(await coldfleetHere(words)).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^there is no command .*shoes; coldfleet --help .*\n$/),
    })
})

describe('every export', () => {
  test.each(exportsOf)('%s refuses what it does not understand, names it and writes nothing', async (path, leaf) => {
    const before = readdirSync(folder)
    const out = join(folder, 'none.csv')
    const refused: string[][] = [
      ['--format', 'xlsx'],
      ['--format', 'pdf'],
      ['--json', '--format', 'csv'],
      ['--columns', 'shoeSize'],
      ['--columns', ''],
    ]
    for (const option of filtersOf(leaf).filter((name) => !/with-voided|from|to|basis|id|pdf|kind|list/.test(name))) {
      const [name = ''] = option.split(' ')
      refused.push([name, ''])
      if (name !== '--state') refused.push([name, '1', name, '2'])
    }
    for (const name of ['--company', '--site', '--client', '--account'])
      if (has(leaf, name)) refused.push([name, 'nothing is called so'])
    if (has(leaf, '--from')) {
      refused.push(['--from', '2026-02-30', '--to', '2026-03-01'], ['--from', '2026-03-02', '--to', '2026-03-01'])
      if (path !== 'audit export') refused.push(['--from', '2026-03-01'], ['--to', '2026-03-01'])
    }
    for (const args of refused) {
      const ran = await asked(path, '--out', out, ...args)
      expect([args, ran.status, ran.stdout]).toEqual([args, 2, ''])
      expect(ran.stderr.trim().split('\n').length, ran.stderr).toBeLessThanOrEqual(2)
    }
    expect(readdirSync(folder)).toEqual(before)
  })

  test.each(exportsOf)(
    '%s gives JSON lines with the columns that were asked for, as its table has them',
    async (path) => {
      const lines = await asked(path, '--json')
      expect(lines.status, lines.stderr).toBe(0)
      const rows = lines.stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as object)
      const array = await asked(path, '--format', 'json', '--out', '-')
      // The log of what was done grows with every file that is made of it.
      if (path !== 'audit export') expect(JSON.parse(array.stdout)).toEqual(rows)
      const [first] = rows
      if (first === undefined) return
      const column =
        Object.keys(first).find((name) => ['serial', 'name', 'date', 'id', 'at', 'projectNo'].includes(name)) ?? ''
      const narrow = await asked(path, '--json', '--columns', column)
      expect(JSON.parse(narrow.stdout.split('\n')[0] ?? '')).toEqual({ [column]: expect.anything() })
    },
  )
})

test('several states are one list in every format', async () => {
  const serials = async (...args: string[]) => {
    const { stdout } = await here('devices', 'export', '--json', '--columns', 'serial', ...args)
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).serial as string)
  }
  expect((await serials('--state', 'offline,warn')).sort()).toEqual(['S-offline', 'S-warn'])
  expect((await serials('--state', 'offline', '--state', 'warn')).sort()).toEqual(['S-offline', 'S-warn'])
  const csv = await here('devices', 'export', '--state', 'offline,warn', '--columns', 'state,serial')
  expect(csv.stdout.split('\r\n').slice(1, -1).sort()).toEqual(['Offline,S-offline', 'Warning,S-warn'])
})

describe('a rehearsal', () => {
  test.each(named.filter(([, leaf]) => has(leaf, '--dry-run')))(
    'by %s changes no row of any table; without it the same command does',
    async (path) => {
      const before = await dumpTables(database.pool)
      const rehearsed = await here(...lineOf(path, folder), '--dry-run')
      expect([rehearsed.status, rehearsed.stderr]).toEqual([0, expect.not.stringMatching(/unexpected error/)])
      expect(await dumpTables(database.pool)).toEqual(before)
      const done = await here(...lineOf(path, folder))
      expect(done.status, done.stderr).toBe(0)
      expect(await dumpTables(database.pool)).not.toEqual(before)
    },
  )

  test('of the demonstration accounts says what would be created, and creates none', async () => {
    const before = await dumpTables(database.pool)
    const ran = await here('users', 'seed', '--demo', '--dry-run')
    expect(ran.stdout).not.toMatch(/\d created/)
    expect(await dumpTables(database.pool)).toEqual(before)
  })
})

test('what a file holds does not depend on the locale, messages do', async () => {
  const head = async (environment: Record<string, string>, ...args: string[]) =>
    (
      await coldfleetHere(['devices', 'export', '--columns', 'serial', ...args], { ...through, ...environment })
    ).stdout.split('\r\n')[0]
  const chinese = '\uFEFF序列号'
  expect(await head({ COLDFLEET_LANG: '', LANG: 'en_US.UTF-8' })).toBe(chinese)
  expect(await head({ COLDFLEET_LANG: '', LANG: '' })).toBe(chinese)
  expect(await head({ COLDFLEET_LANG: 'en', LANG: 'zh_CN.UTF-8' })).toBe('\uFEFFSerial')
  expect(await head({ COLDFLEET_LANG: 'en' }, '--lang', 'zh')).toBe(chinese)
  expect(await coldfleetHere(['devices', 'export'], { ...through, COLDFLEET_LANG: 'fr' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('COLDFLEET_LANG'),
  })
})

test('quiet leaves out what is no error', async () => {
  const out = join(folder, 'quiet.csv')
  expect(await here('devices', 'export', '-q', '-o', out)).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(readFileSync(out, 'utf8')).toContain('S-warn')
  expect((await here('devices', 'export', '-q', '-o', join(folder, 'no', 'x.csv'))).stderr).toContain(
    'cannot be written',
  )
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Option } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { has, leaves } from '#tests/support/commands.ts'
import {
  buildAccount,
  buildClient,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
} from '#tests/support/factories.ts'
import { dumpTables } from '#tests/support/table-dump.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { database, folder, here, file } = useTerminal(async (db) => {
  const headquarters = await buildHeadquarters(db)
  const site = await buildSite(db, { name: '一号站', province: '江苏省' })
  for (const name of ['晨曦', '远山']) {
    const client = await buildClient(db, { name, company_id: site.tenant_id ?? 0 })
    await buildAccount(db, { name: 'twin', client_id: client.id, company_id: client.company_id, site_id: site.id })
    await buildDevice(db, {
      serial: `S-${name}`,
      company_id: client.company_id,
      client_id: client.id,
      site_id: site.id,
    })
  }
  await buildUser(db, { user_name: 'keeper', nick_name: '管理层', company_id: headquarters.id })
})
const out = (name: string) => join(folder, name)

const feed = 'serial,type,hashRate,activeWorkerState,reportedAt\nS-晨曦,T30,31,yes,2026-11-20T10:00:00+08:00\n'
beforeAll(() => {
  file('feed.csv', feed)
  file('half.csv', Buffer.concat([Buffer.from('serial\n序列号一'), Buffer.from([0xe5])]))
  file('notes.json', '"no table"')
  file('lesson.mp4', 'no video')
  file('empty.csv', '')
})

const at = (name: string) => join(folder, name)
const send = ['repairs', 'send', '--serials', 'S-晨曦', '--reason', 'fan']
const statement = ['clients', 'statement', '--month', '2026-10']
/** Wrong command lines, and the words in their one error line. */
const wrong: (readonly [string[], ...string[]])[] = [
  [['devices', 'update', '--file', at('none.csv')], 'none.csv', 'ENOENT'],
  [['devices', 'update', '--file', folder], 'EISDIR'],
  [['db', 'restore', ''], 'the argument file is empty'],
  [['db', 'restore', ' ', '--replace'], 'the argument file is empty'],
  [['users', 'reset-password', ''], 'the argument userName is empty'],
  [['call', ''], 'the argument procedure is empty'],
  [['completion', ''], 'the argument shell', 'bash, zsh, fish'],
  [['devices', 'exprt'], 'unknown command exprt (did you mean export?)'],
  [
    ['devices', 'update', '--file', at('feed.csv'), '--date', '2026-02-30'],
    '--date 2026-02-30: a day that exists, YYYY-MM-DD',
  ],
  [['devices', 'update', '--file', at('feed.csv'), '--company', '987654'], '--company 987654'],
  [['devices', 'update', '--file', at('feed.csv'), '--company', 'Nowhere'], '--company', 'Nowhere'],
  [['devices', 'update', '--file', at('feed.csv'), '--confirm', 'all'], '--confirm'],
  [['devices', 'undo', '--batch', 'last'], '--batch last'],
  [['devices', 'undo', '--company', '987654'], '--company 987654'],
  [['devices', 'undo', '--site', 'Nowhere'], '--site', 'Nowhere'],
  [['devices', 'undo', '--site', '一号站', '--company', '1'], '--site', '--company'],
  [['repairs', 'send', '--serials', 'S-晨曦'], '--reason'],
  [[...send, '--site', '987654'], '--site 987654'],
  [[...send, '--site', 'Nowhere'], '--site', 'Nowhere'],
  [[...send, '--receiver', '987654'], '--receiver 987654'],
  [[...send, '--receiver', 'Nowhere'], '--receiver', 'Nowhere'],
  [[...send, '--date', '2026-13-01'], '--date', '2026-13-01'],
  [[...send, '--date', '2036-01-01'], '--date 2036-01-01'],
  [['repairs', 'send', '--reason', 'fan', '--file', at('none.txt')], 'none.txt'],
  [['repairs', 'send', '--reason', 'fan', '--file', at('empty.csv')], '--file'],
  [['repairs', 'return', '--serials', 'S-晨曦', '--outcome', 'lost'], '--outcome'],
  [['sites', 'restore', '--site', '987654'], '--site', '987654'],
  [['clients', 'restore', '--client', 'Nowhere'], '--client', 'Nowhere'],
  [['accounts', 'restore', '--account', 'x1'], '--account', 'x1'],
  [[...statement, '--client', '987654', '-o', out('s.pdf')], '--client 987654'],
  [[...statement, '--client', 'Nowhere', '-o', out('s.pdf')], '--client', 'Nowhere'],
  [[...statement, '--client', '晨曦', '-o', out('s.csv')], 's.csv', '.pdf'],
  [['clients', 'statement', '--client', '晨曦', '--month', '2026-13', '-o', out('s.pdf')], '--month 2026-13'],
  [['clients', 'statement', '--client', '晨曦', '--month', '2036-01', '-o', out('s.pdf')], '--month 2036-01'],
  [[...statement, '--client', '晨曦', '--basis', 'none', '-o', out('s.pdf')], '--basis none'],
  [['projects', 'export', '--id', 'x', '--pdf', out('r.pdf')], '--id x'],
  [['projects', 'export', '--id', '1', '--pdf', out('r.csv')], 'r.csv', '.pdf'],
  [['catalogue', 'export', '--out', out('c.csv'), '--catalogue-version', 'x'], '--catalogue-version x'],
  [['catalogue', 'export', '--out', out('c.xlsx')], 'c.xlsx', '.csv, .json'],
  [['catalogue', 'export', '--out', out('c.json'), '--format', 'csv'], 'csv', 'c.json'],
  [['catalogue', 'import', '--file', at('none.xlsx')], 'none.xlsx'],
  [['select', '--file', at('none.json')], 'none.json'],
  [['select', '--file', at('notes.json')], 'notes.json'],
  [['select', '--file', at('notes.json'), '--catalogue', '987654'], ''],
  [['cities', 'import', '--file', at('none.csv')], 'none.csv'],
  [['cities', 'import', '--file', at('half.csv')], 'UTF-8'],
  [['users', 'seed', '--file', at('none.csv')], 'none.csv'],
  [['classes', 'video', '--class', '1', '--file', at('none.mp4')], 'none.mp4'],
  [['classes', 'video', '--class', 'x', '--file', at('lesson.mp4')], '--class x'],
  [['token', 'create', '--user', 'keeper', '--ttl', '3w'], '--ttl 3w: '],
  [['machine-types', 'add', '--name', 'S 21', '--target', '3'], '--name S 21: must be 1 to 16 letters'],
  [['alerts', 'silence', '--alert', '1', '--hours', 'all', '--reason', 'x'], '--hours all: '],
  [['history', 'restore', '--month', '2026-9'], '--month 2026-9: a month, YYYY-MM'],
  [['history', 'archive', '--before', '2026-9', '--yes'], '--before 2026-9: a month, YYYY-MM'],
  [['call', 'devices.find', '--json', '{"state":"fine"}'], '--json', 'state (one of: '],
  [['call', 'materials.save', '--json', '{"name":7}'], '--json', 'name'],
]

describe('end wrong use with 2 and one line, and change nothing:', () => {
  let before: unknown
  let files: string[]
  beforeAll(async () => {
    before = await dumpTables(database.pool)
    files = readdirSync(folder)
  })
  test.each(wrong)('%j', async (args, ...named) => {
    const ran = await here(...args)
    expect(ran).toMatchObject({ status: 2, stdout: '' })
    for (const part of named) expect(ran.stderr).toContain(part)
    expect(ran.stderr.trim().split('\n')).toHaveLength(1)
  })
  afterAll(async () => {
    expect(await dumpTables(database.pool)).toEqual(before)
    expect(readdirSync(folder)).toEqual(files)
  })
})

const refused: (readonly [string[], string])[] = [
  [['devices', 'undo', '--batch', '987654'], '--batch 987654'],
  [['projects', 'export', '--id', '987654', '--pdf', out('r.pdf')], '--id 987654'],
  [['catalogue', 'export', '--out', out('c.csv'), '--catalogue-version', '987654'], '--catalogue-version 987654'],
  [['classes', 'video', '--class', '987654', '--file', at('lesson.mp4')], '--class 987654'],
  [['token', 'create', '--user', 'nobody'], '--user nobody'],
  [['devices', 'undo'], 'there is no batch to undo'],
  [['devices', 'undo', '--dry-run'], 'there is no batch to undo'],
  [['repairs', 'send', '--serials', 'none', '--reason', 'fan'], 'no. 1 none'],
  [['repairs', 'return', '--serials', 'S-晨曦', '--outcome', 'notRepairable'], 'scrap'],
]
test.each(refused)('end with 1 if something is missing, or breaks a rule of the product: %j', async (args, named) => {
  expect(await here(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(named) })
})

test('refuse a name of several places with the ids to choose from', async () => {
  const ran = await here('devices', 'export', '--account', 'twin', '--out', out('twin.csv'))
  expect([ran.status, ran.stderr]).toEqual([
    2,
    expect.stringMatching(/--account twin: several are called so; .* \d+ \(晨曦\), \d+ \(远山\)\n/),
  ])
})

test('accept places by id or by name, also in commands that change data', async () => {
  const { name } = await database.db
    .selectFrom('company')
    .select('name')
    .where('kind', '=', 'base')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  // The place is found; it has no batch to undo.
  expect(await here('devices', 'undo', '--site', '一号站', '--dry-run')).toMatchObject({ status: 1 })
  expect(await here('devices', 'undo', '--company', name)).toMatchObject({ status: 1 })
  expect(await here(...send, '--site', '一号站', '--receiver', name)).toMatchObject({
    status: 0,
    stdout: '1 done, 0 not\n',
  })
})

test('restore deleted places by name, too', async () => {
  const client = await buildClient(database.db, { name: '旧客户', deleted_at: new Date() })
  const bin = {
    company_id: client.company_id,
    client_id: client.id,
    accounts: '{}',
    actor: 'x',
    deleted_at: new Date(),
  }
  await database.db.insertInto('owner_deletion').values(bin).execute()
  expect(await here('clients', 'restore', '--client', '旧客户', '--json')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`"id":${client.id},`),
  })
  expect(await here('clients', 'restore', '--client', '旧客户')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--client'),
  })
})

describe('every command that writes a file', () => {
  const writers = leaves.filter((leaf) => has(leaf, '--out') && leaf.path !== 'call' && !leaf.path.startsWith('db '))
  const needed: Readonly<Record<string, string[]>> = {
    'data export': ['--kind', 'device'],
    'clients statement': ['--client', '晨曦', '--month', '2026-10'],
  }
  test.each(writers.map(({ path }) => path))('%s refuses a file name of another kind of file', async (path) => {
    const before = readdirSync(folder)
    for (const name of [
      'x.doc',
      'x.png',
      'x.zip',
      'x.csv.gz',
      'x.PPTX',
      ...(path === 'clients statement' ? ['x.xlsx'] : ['x.pdf']),
    ]) {
      const ran = await here(...path.split(' '), ...(needed[path] ?? []), '--out', out(name))
      expect([name, ran.status, ran.stdout, ran.stderr]).toEqual([
        name,
        2,
        '',
        expect.stringMatching(/x\.\S+ ends as a file that this command does not write: name it \.\w+.*\n$/),
      ])
    }
    expect(readdirSync(folder)).toEqual(before)
  })

  test('accept a file extension without a meaning for the requested format', async () => {
    expect(await here('devices', 'export', '--out', out('list.tmp'))).toMatchObject({ status: 0 })
    expect(await here('devices', 'export', '--format', 'csv', '--out', out('list.fleet'))).toMatchObject({ status: 0 })
    expect(await here('devices', 'export', '--out', out('list.2026-11-23'))).toMatchObject({ status: 0 })
    expect(await here('devices', 'export', '--format', 'csv', '--out', out('list.pdf'))).toMatchObject({ status: 2 })
    expect(await here('devices', 'export', '--out', out('list.xslx'))).toMatchObject({ status: 2 })
  })
})

/** Whether an option takes a value. */
const takesValue = (option: Option) => option.required || option.optional
test.each(leaves)('refuse an empty value of each option of $path, as an unset variable leaves it', async (leaf) => {
  const args = leaf.command.registeredArguments.filter(({ required }) => required).map(() => 'bash')
  const needed = leaf.command.options.filter(({ mandatory }) => mandatory)
  const failed: unknown[] = []
  for (const option of leaf.command.options.filter(takesValue)) {
    const others = needed
      .filter((other) => other !== option)
      .map(({ long, argChoices }) => `${long}=${argChoices?.[0] ?? 1}`)
    const { status, stderr } = await here(...leaf.path.split(' '), ...args, ...others, `${option.long}=`)
    if (status !== 2 || stderr !== `${option.long} has an empty value\n`) failed.push([option.long, status, stderr])
  }
  expect(failed).toEqual([])
})

test('refuse every wrong value of a set or a form in the same words, in both languages', async () => {
  const said = async (...args: string[]) => (await here(...args)).stderr
  const archive = ['history', 'archive', '--before', 'soon']
  expect(await said(...archive)).toBe('--before soon: a month, YYYY-MM\n')
  expect(await said(...archive, '--lang', 'zh')).toBe('--before soon: 应为月份 YYYY-MM\n')
  const kind = ['alerts', 'list', '--severity', 'bad']
  expect(await said(...kind)).toBe('--severity bad: one of: critical, warning, notice\n')
  expect(await said(...kind, '--lang', 'zh')).toBe('--severity bad: 可选值：critical, warning, notice\n')
  expect(await said(...kind.slice(0, 2), '--size', 'all')).toBe('--size all: a whole number\n')
  const collect = ['collect', '--subnet', '10.0.0.0/24', '--to', 'https://c.example']
  expect(await said(...collect, '--port', '0')).toBe('--port 0: a whole number from 1 to 65,535\n')
})

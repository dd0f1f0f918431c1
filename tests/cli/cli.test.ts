import { writeFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeText } from '#cli/input.ts'
import { coldfleet, coldfleetHere } from '#tests/support/coldfleet.ts'
import { buildUser } from '#tests/support/factories.ts'
import { useSmallTerminal } from '#tests/support/use-terminal.ts'

const { database, folder, through, remote, pathOf: file } = useSmallTerminal()

test('show help for everything, in either language', async () => {
  const english = await coldfleet(['--help'])
  const chinese = await coldfleetHere(['--help'], { LANG: 'zh_CN.UTF-8' })
  const deep = await coldfleetHere(['devices', 'export', '--help'])
  expect([english.status, chinese.status, deep.status]).toEqual([0, 0, 0])
  expect(english.stdout).toContain('the database: migrate, status, backup, restore')
  expect(chinese.stdout).toContain('数据库：迁移、状态、备份、恢复')
  expect(deep.stdout).toMatch(/--site <value>[\s\S]*--url <url>/)
})

test.each([
  [['nonsense'], 'unknown command nonsense'],
  [['devices', 'export', '--out', ''], '--out has an empty value'],
  [['devices', 'export', '--out', 'x.csv', '--format', 'xlsx'], 'format xlsx contradicts x.csv'],
  [['repairs', 'export', '--out', '-', '--to', '2026-11-01'], '--from and --to go together'],
  [
    ['repairs', 'export', '--out', '-', '--from', '2026-02-30', '--to', '2026-03-01'],
    '--from 2026-02-30: a day that exists',
  ],
  [['devices', 'export', '--out', '-', '--type', 'T30', '--type', 'T20'], '--type takes one value'],
  [['devices', 'export', '--out', '-', '--site', 'Atlantis'], '--site Atlantis: nothing is called so'],
  [['data', 'export', '--kind', 'day', '--out', '-', '--serial', '7'], 'day takes no --serial'],
  [['devices', 'export', '--out', '-', '--format', 'pdf'], '--format pdf: one of: csv, xls, xlsx, json, ndjson'],
  [['users', 'seed'], 'give one of --file and --demo'],
  [['call', 'devices.fnid'], 'there is no procedure devices.fnid'],
  [['call', 'devices.find', '--json', '{'], '--json is not valid JSON'],
] as const)('end wrong use of %s with 2 and one line', async (args, line) => {
  const ran = await remote(args)
  expect([ran.status, ran.stdout]).toEqual([2, ''])
  expect(ran.stderr).toContain(line)
})

test('end a refusal of the server with 1 and its own message, in the chosen language', async () => {
  const args = ['call', 'devices.get', '--json', '{"id":999999}']
  expect(await remote(args)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'This entry does not exist, or has been deleted\n',
  })
  expect(await remote([...args, '--lang', 'zh'])).toMatchObject({ status: 1, stdout: '', stderr: '数据不存在\n' })
})

test('report a missing server or an unknown token in one line', async () => {
  const nowhere = await coldfleetHere(['db', 'status', '--url', 'http://127.0.0.1:1'])
  expect(nowhere).toMatchObject({
    status: 1,
    stdout: '',
    stderr:
      'no server at http://127.0.0.1:1 (HTTP must not use this port): check that it runs, or name its address with --url\n',
  })
  const stranger = await coldfleetHere(['db', 'status', '--url', through().COLDFLEET_URL, '--token', 'nobody'])
  expect(stranger).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^no token, or one that the server does not know: make a new one, coldfleet token create/,
    ),
  })
})

test('show the state of a running server’s database', async () => {
  const ran = await remote(['db', 'status', '--json'])
  expect(JSON.parse(ran.stdout)).toMatchObject({ devices: 3, url: through().COLDFLEET_URL, pending: [] })
})

test('call every procedure, and write a file unchanged', async () => {
  expect((await remote(['call', '--list'])).stdout).toMatch(/devices\.find +query/)
  expect(
    JSON.parse((await remote(['call', 'charts.counts', '--json', '-'], '{"state":"normal"}')).stdout),
  ).toMatchObject({ total: 2, normal: 2 })
  expect(
    (
      await remote([
        'call',
        'devices.export',
        '--json',
        '{"format":"csv","language":"en","columns":["serial","state"]}',
      ])
    ).stdout,
  ).toMatch(/^\ufeff"?Serial"?,"?State"?\r\n/)
})

test('create a token for scripts that the REST API accepts', async () => {
  const made = await remote(['token', 'create', '--user', 'keeper', '--json'])
  const { token } = JSON.parse(made.stdout) as { token: string }
  const answer = await fetch(`${through().COLDFLEET_URL}/api/users/info`, {
    headers: { Authorization: `cat ${token}` },
  })
  expect(await answer.json()).toMatchObject({ code: 200, data: { userName: 'keeper' } })
})

test('import users from a file of a Chinese spreadsheet once, and change nothing for a wrong line', async () => {
  const company = await database.db
    .selectFrom('company')
    .select('name')
    .where('kind', '=', 'base')
    .executeTakeFirstOrThrow()
  const line = `wang,13900000001,王小明,登记人员,${company.name},Abc!23CDx`
  const header = '用户名,手机号,姓名,角色,所属公司,密码'
  writeFileSync(file('users.csv'), iconv.encode(`${header}\r\n${line}\r\n`, 'gb18030'))
  const first = await remote(['users', 'seed', '--file', file('users.csv'), '--json'])
  expect(JSON.parse(first.stdout)).toMatchObject({ read: 1, created: 1, applied: true })
  expect(JSON.parse((await remote(['users', 'seed', '--file', file('users.csv'), '--json'])).stdout)).toMatchObject({
    created: 0,
    unchanged: 1,
  })
  const inEnglish = `User name,Phone,Name,Role,Company,Password\n${line.replace('登记人员', 'Registrar')}\n`
  expect(JSON.parse((await remote(['users', 'seed', '--file', '-', '--json'], inEnglish)).stdout)).toMatchObject({
    created: 0,
    unchanged: 1,
  })
  for (const [delimiter, encoding] of [
    [';', 'utf8'],
    ['\t', 'utf-16le'],
  ] as const) {
    const text = `\uFEFF${header}\r\n${line}\r\n`.replaceAll(',', delimiter)
    writeFileSync(file('users.txt'), iconv.encode(text, encoding))
    expect(JSON.parse((await remote(['users', 'seed', '--file', file('users.txt'), '--json'])).stdout)).toMatchObject({
      created: 0,
      unchanged: 1,
    })
  }
  const wrong = await remote(
    ['users', 'seed', '--file', '-', '--json'],
    `${header}\n${line.replace('wang', 'li').replace('登记人员', '国王')}\n`,
  )
  expect([wrong.status, JSON.parse(wrong.stdout)]).toMatchObject([
    1,
    { refused: 1, applied: false, errors: [{ line: 2, userName: 'li' }] },
  ])
  expect(await remote(['users', 'seed', '--file', '-'], 'userName,shoeSize\nx,1\n')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('unknown column shoeSize'),
  })
})

test('refuse a damaged file instead of storing its names as other characters', () => {
  const text = '城市,海拔\n北京,31\n上海,4\n'
  expect(decodeText(Buffer.from(text))).toBe(text)
  expect(decodeText(iconv.encode(text, 'gb18030'))).toBe(text)
  for (const encoding of ['utf8', 'gb18030']) {
    const damaged = iconv.encode(text, encoding)
    damaged[damaged.indexOf(iconv.encode('上', encoding))] = 0xff
    expect(() => decodeText(damaged), encoding).toThrow('cli.notWhole')
  }
  // Cut within its last character; most of it is valid UTF-8.
  expect(() => decodeText(Buffer.from(`${text}上`).subarray(0, -1))).toThrow('cli.notWhole')
})

test('name the setting of a PostgreSQL that is away, without a stack', async () => {
  const away = await coldfleetHere(['db', 'status'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: folder,
  })
  expect(away).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^DATABASE_URL: the database at 127.0.0.1:1 does not answer .*ECONNREFUSED.*\n$/),
  })
})

test('read a password from standard input, and enforce the password rule', async () => {
  expect(await remote(['users', 'reset-password', 'keeper'], 'New!Pass26w\n')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('keeper'),
  })
  expect(await remote(['users', 'reset-password', 'keeper'], 'short\n')).toMatchObject({ status: 1, stdout: '' })
  expect(await remote(['users', 'reset-password', 'nobody'], 'New!Pass26w\n')).toMatchObject({
    status: 1,
    stderr: 'there is no user nobody\n',
  })
  // A caller with a token is not the operator: the next line is the caller's own password.
  const token = JSON.parse((await remote(['token', 'create', '--user', 'keeper', '--json'])).stdout).token as string
  await database.db.updateTable('app_user').set({ last_password_reset_date: new Date() }).execute()
  await buildUser(database.db, { user_name: 'lena', nick_name: '登记人员' })
  const asKeeper = (input: string) =>
    coldfleet(['users', 'reset-password', 'lena'], { environment: { ...through(), COLDFLEET_TOKEN: token }, input })
  expect(await asKeeper('Other!Pass26\n')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Enter your password'),
  })
  expect(await asKeeper('Other!Pass26\nNew!Pass26w\n')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('lena'),
  })
})

test('report a wrong environment as a list, not as a stack', async () => {
  const ran = await coldfleetHere(['db', 'status'], { PORT: 'x', DATABASE_URL: 'mysql://x' })
  expect(ran.status).toBe(2)
  expect(ran.stderr).toMatch(/2 problems:\n {2}PORT.*\n {2}DATABASE_URL/)
})

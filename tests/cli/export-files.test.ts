import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coldfleetHere } from '#tests/support/coldfleet.ts'
import { useSmallTerminal } from '#tests/support/use-terminal.ts'

const { folder, remote, pathOf: file } = useSmallTerminal()

test('export devices by their filters, to a file or to a pipe', async () => {
  expect(await remote(['devices', 'export', '--out', file('offline.csv'), '--state', 'offline'])).toMatchObject({
    status: 0,
    stdout: '',
  })
  expect(readFileSync(file('offline.csv'), 'utf8').trim().split('\r\n')).toHaveLength(2)
  const piped = await remote(['devices', 'export', '--out', '-', '--format', 'json'])
  expect(JSON.parse(piped.stdout)).toHaveLength(3)
  await remote(['devices', 'export', '--out', file('all.xlsx')])
  expect(readFileSync(file('all.xlsx')).subarray(0, 2).toString()).toBe('PK')
})

test('write any file to standard output if no file is named and it is not a terminal', async () => {
  expect((await remote(['catalogue', 'export'])).stdout).toMatch(/^\uFEFFmodel,/)
  expect((await remote(['devices', 'export'])).stdout.trim().split('\r\n')).toHaveLength(4)
  expect(await remote(['catalogue', 'export', '--out', ''])).toMatchObject({ status: 2, stdout: '' })
  expect(await remote(['db', 'backup', '-o', 'a', '--output', 'b'])).toMatchObject({ status: 2, stdout: '' })
})

test('leave no file after a refused export', async () => {
  expect(await remote(['devices', 'export', '--out', file('none.csv'), '--state', 'fine'])).toMatchObject({ status: 2 })
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
  const unwritable = await remote(['devices', 'export', '--out', '/nonexistent/x.csv'])
  expect(unwritable.status).toBe(1)
  expect(unwritable.stderr).toContain('/nonexistent/x.csv cannot be written')
})

test('export clients to a table that no spreadsheet runs as a formula', async () => {
  const csv = await remote(['clients', 'export', '--out', '-'])
  expect(csv.stdout).toContain(`"'=冷链,""甲"""`)
  const sites = JSON.parse((await remote(['sites', 'export', '--out', '-', '--format', 'json'])).stdout) as {
    totalDeviceCount: number
  }[]
  expect(sites.filter(({ totalDeviceCount }) => totalDeviceCount === 1)).toHaveLength(3)
})

test.each(['machines', 'dailies', 'sites', 'clients', 'accounts'])(
  'offer no filter in the help of %s export that it refuses',
  async (name) => {
    const help = await coldfleetHere([name, 'export', '--help'])
    const values = {
      province: '江苏',
      type: 'T20',
      state: 'normal',
      from: '2026-01-01',
      to: '2026-01-02',
      order: 'id',
      way: 'asc',
    } as Record<string, string>
    const offered = [...help.stdout.matchAll(/--([a-z-]+) <(?:value|date|basis)>/g)].map(([, option = '']) => option)
    expect(offered).toContain('company')
    const given = offered.flatMap((option) => [`--${option}`, values[option] ?? '1'])
    // The error for a missing place differs from that for an unknown field.
    const { stderr } = await remote(['--lang', 'en', name, 'export', '--out', '-', '--format', 'csv', ...given])
    expect(stderr).not.toMatch(/unknown|one of|refused/i)
  },
)

test('export sites, clients and sub-accounts with their counts, in the reader’s language and filtered', async () => {
  const counts = '总数,正常,低算力,告警,已下线,送修中,修复未上线,丢失,报废'
  const heads = {
    sites: `基地名称,省份,${counts}`,
    clients: `客户名称,所属基地,省份,${counts}`,
    accounts: `子账号,客户,站点,${counts}`,
  }
  for (const [name, head] of Object.entries(heads)) {
    const { stdout } = await remote(['--lang', 'zh', name, 'export', '--out', '-', '--format', 'csv'])
    expect(stdout.replace(/^\uFEFF/, '').split('\r\n')[0]).toBe(head)
    const none = await remote([
      '--lang',
      'en',
      name,
      'export',
      '--out',
      '-',
      '--format',
      'csv',
      '--name',
      'nobody is called so',
    ])
    expect(none.stdout.split('\r\n').slice(1)).toEqual([''])
  }
})

test.each([
  ['site', 'sites'],
  ['client', 'clients'],
  ['account', 'accounts'],
  ['order', 'orders'],
  ['project', 'projects'],
  ['audit', 'audit'],
])('write the same file by data export --kind %s as by %s export', async (kind, command) => {
  const one = await remote(['data', 'export', '--kind', kind, '--out', '-', '--format', 'csv'])
  const other = await remote([command, 'export', '--out', '-', '--format', 'csv'])
  // The audit log grows with every file that is made of it: compare only its heading.
  const lines = ({ stdout }: { stdout: string }) =>
    kind === 'audit' ? stdout.split('\r\n').slice(0, 1) : stdout.split('\r\n')
  expect([one.status, other.status, lines(one)]).toEqual([0, 0, lines(other)])
  expect(lines(one)[0]).toContain(',')
})

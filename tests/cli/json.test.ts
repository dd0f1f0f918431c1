import { expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { has, leaves } from '#tests/support/commands.ts'
import {
  buildAccount,
  buildClient,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
} from '#tests/support/factories.ts'
import { exampleA } from '#tests/support/projects.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'

const { here, hereWith } = useTerminal(
  async (db) => {
    const headquarters = await buildHeadquarters(db)
    const site = await buildSite(db, { name: '一号站', province: '江苏省' })
    const base = site.tenant_id ?? 0
    const client = await buildClient(db, { name: '晨曦', company_id: base })
    const account = await buildAccount(db, { name: 'c-01', client_id: client.id, company_id: base, site_id: site.id })
    for (const state of ['normal', 'warn'] as const) {
      const at = new Date('2026-11-19T16:30:00Z')
      const device = await buildDevice(db, {
        serial: `S-${state}`,
        state,
        company_id: base,
        client_id: client.id,
        account_id: account.id,
        site_id: site.id,
        last_report_at: at,
      })
      await buildDaily(db, device, '2026-11-19')
    }
    await buildUser(db, { user_name: 'keeper', nick_name: '管理层', company_id: headquarters.id })
    const gone = await buildClient(db, { name: '旧客户', company_id: base, deleted_at: new Date() })
    await db
      .insertInto('owner_deletion')
      .values({ company_id: base, client_id: gone.id, accounts: '{}', actor: 'x', deleted_at: new Date() })
      .execute()
  },
  { audit: createAudit() },
)
const call = async (procedure: string, input: object) =>
  JSON.parse((await here('call', procedure, '--json', JSON.stringify(input))).stdout) as { id: number }

/** Every list: exports, `orders list`, the bins and a few calls, once all of them have rows. */
const kinds = leaves
  .filter(({ path }) => path === 'data export')
  .flatMap(({ command }) => command.options.find(({ long }) => long === '--kind')?.argChoices ?? [])
const lists: string[][] = [
  ...leaves
    .filter((leaf) => has(leaf, '--columns') && leaf.path !== 'data export')
    .map(({ path }) => [...path.split(' '), '--json']),
  ...kinds.map((kind) => ['data', 'export', '--kind', kind, '--json']),
  ['orders', 'list', '--json', '--with-voided'],
  ['clients', 'deleted', '--json'],
  ['call', 'charts.provinces', '--json', '{}'],
  ['call', 'users.find', '--json', '{}'],
  ['call', 'feeds.batches', '--json', '{}'],
]
const isAudit = (args: readonly string[]) => args.includes('audit')
/** As in a night job: no language is set anywhere. */
const inLocale = (locale: string, args: readonly string[]) => hereWith({ COLDFLEET_LANG: '', LC_ALL: locale }, ...args)
const printed = new Map<string, string>()

test('have a row in every list', async () => {
  await here('repairs', 'send', '--serials', 'S-normal', '--reason', '2026-11-19 10:00:00')
  await here('repairs', 'return', '--serials', 'S-normal', '--outcome', 'fixed')
  const type = await call('materialTypes.save', { name: '电气件' })
  const goods = await call('materials.save', { name: '风扇', unit: '个', materialTypeId: type.id })
  const order = await call('orders.save', { type: '入库', items: [{ materialId: goods.id, number: 3 }] })
  await call('orders.save', { type: '入库', items: [{ materialId: goods.id, number: 2 }] })
  await here('call', 'orders.delete', '--json', JSON.stringify({ id: order.id, reason: '录错' }))
  await call('projects.save', exampleA)
  for (const args of lists) {
    const { status, stdout, stderr } = await inLocale('C', args)
    expect([args, status, stderr.replace(/^no days given.*\n/, '')]).toEqual([args, 0, ''])
    if (!args.includes('feeds.batches')) expect([args, stdout]).toEqual([args, expect.stringMatching(/\S/)])
    printed.set(args.join(' '), stdout)
  }
})

test('write every time in JSON with its zone, and users’ texts unchanged', () => {
  const text = [...printed.values()].join('')
  expect(
    [...text.matchAll(/\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?(\.\d+)?(?![\d:.]|[+-]\d{2}:\d{2})[^,}]*/g)].map(
      ([found]) => found,
    ),
  ).toEqual(expect.not.arrayContaining([expect.not.stringMatching(/^2026-11-19 10:00:00"/)]))
  expect(text).toContain('"notes":"2026-11-19 10:00:00"')
  expect(text).toContain('"lastReportAt":"2026-11-20T00:30:00+08:00"')
  expect(text).toMatch(/"createTimeStr":"2026-11-\d{2}T\d{2}:\d{2}:\d{2}\+08:00"/)
})

test('accept a column by its name in the table for JSON, too', async () => {
  const { stdout } = await here('orders', 'export', '--json', '--columns', 'sale,goods,number,createTime')
  expect(Object.keys(JSON.parse(stdout.split('\n')[0] ?? ''))).toEqual(['saleCompany', 'items', 'createTimeStr'])
})

test('keep local times in tables', async () => {
  const { stdout } = await here('repairs', 'export', '--columns', 'deviceSerial,createTime')
  expect(stdout).toMatch(/\r\nS-normal,2026-11-\d{2} \d{2}:\d{2}:\d{2}\r\n/)
})

test.each(lists.filter((args) => !isAudit(args)).map((args) => [args.join(' '), args] as const))(
  'write the same in every locale by %s',
  async (name, args) => {
    for (const locale of ['zh_CN.UTF-8', 'en_US.UTF-8']) {
      const { stdout } = await inLocale(locale, args)
      expect([locale, stdout]).toEqual([locale, printed.get(name)])
    }
  },
)

test('write the same log entries in every locale', async () => {
  const rows = async (locale: string) => {
    const { stdout } = await inLocale(locale, ['audit', 'export', '--json', '--action', 'repairs'])
    return stdout
  }
  expect(await rows('en_US.UTF-8')).toBe(await rows('C'))
  expect(await rows('zh_CN.UTF-8')).toMatch(/"at":"2026-11-\d{2}T[\d:]+\+08:00","actor":"cli"/)
})

import { beforeAll, expect, test } from 'vitest'
import { roleLabels } from '#shared/roles.ts'
import { buildCaller, buildViewer } from './support/context.ts'
import { useDatabase } from './support/database.ts'
import { explain } from './support/explain.ts'
import { buildCompany, buildDevice, buildHeadquarters, buildSite } from './support/factories.ts'

const database = useDatabase({ emptied: 'file' })
type Caller = ReturnType<typeof buildCaller>

/** Records of each base: those of the early one come before all others, those of the late one after. */
const records = 4_000
/** The early base has more channels than are merged, each read by itself. */
const channelsOf = (at: number) => (at === 0 ? 40 : 10)
/** More than are counted: fewer are fetched and sorted. */
const entries = 11_000
/** Only the early base has it. */
const oldAction = 'sites.sweep'
let early: number
let late: number
/** A site of the early base whose events are older than those of another site. */
let site: number
/** More than the page of a list that is read past others may cost. */
const newer = 9_000

beforeAll(async () => {
  await buildHeadquarters(database.db)
  const bases: number[] = []
  for (const name of ['先行', '中间', '后来']) bases.push((await buildCompany(database.db, { name })).id)
  for (const [at, id] of bases.entries()) {
    const device = await buildDevice(database.db, { company_id: id })
    const time = `'2024-01-01'::timestamptz + ${at} * interval '200 days' + n * interval '20 minutes'`
    const series = `from generate_series(1, ${records}) n`
    for (const statement of [
      `insert into audit_log (at, actor, company_id, action, result)
        select ${time}, 'anna', ${id}, '${at === 0 ? oldAction : 'devices.find'}', case when n % 20 = 0 then 'failed' else 'ok' end from generate_series(1, ${entries}) n`,
      `insert into trace (company_id, device_id, create_time, update_time) select ${id}, ${device.id}, ${time}, ${time} ${series}`,
      `insert into repair_daily (company_id, type, device_id, device_serial, repair_date, closed, create_time)
        select ${id}, '送回', ${device.id}, '${device.serial}', (${time})::date, true, ${time} ${series}`,
      `insert into channel (company_id, name, kind, host, language, least_severity)
        select ${id}, 'channel ' || n, 'webhook', 'hooks.example', 'zh', 'notice' from generate_series(1, ${channelsOf(at)}) n`,
      `insert into delivery (company_id, channel_id, message, state, due, create_time)
        select ${id}, (select min(id) from channel where company_id = ${id}) + n % ${channelsOf(at)}, jsonb_build_object('title', n), 'delivered', ${time}, ${time} ${series}`,
    ])
      await database.pool.query(statement)
  }
  const [{ id: own }, { id: other }] = [
    await buildSite(database.db, { super_company_id: bases[0] }),
    await buildSite(database.db, { super_company_id: bases[0] }),
  ]
  site = own
  const events = (siteId: number, count: number) =>
    `insert into alert (company_id, site_id, kind, severity, opened_at, last_seen_at, resolved_at, count_now, count_worst, count_of)
      select ${bases[0]}, ${siteId}, 'site.silent', 'warning', at, at, at, 1, 1, 1 from (select '2024-01-01'::timestamptz + n * interval '1 minute' as at from generate_series(1, ${count}) n) series`
  const people = (company: number | undefined, count: number) =>
    `insert into app_user (user_name, name, password_hash, company_id, home_company_id, create_time)
      select 'user' || ${company} || '-' || n, '海', 'none', ${company}, ${company}, '2020-01-01'::timestamptz + ${company} * interval '100 days' + n * interval '1 minute' from generate_series(1, ${count}) n`
  for (const statement of [events(own, 500), events(other, newer), people(bases[0], 500), people(bases[2], newer)])
    await database.pool.query(statement)
  await database.vacuum(['alert', 'app_user'])
  await database.vacuum(['audit_log', 'trace', 'repair_daily', 'delivery', 'channel'])
  ;[early = 0, , late = 0] = bases
}, 120_000)

/** On several nodes the primary key has the same columns. */
const repairsById = process.env.TEST_CITUS === '1' ? 'repair_daily_pkey' : 'repair_daily_ids'

type List = {
  place: () => number | null
  role?: keyof typeof roleLabels
  read: (caller: Caller) => Promise<{ data: unknown[] }>
  index: string
  /** The most pages read, if the filters are checked on many entries. */
  most?: number
}
const lists: Record<string, List> = {
  'the audit log': {
    place: () => null,
    read: (caller) => caller.audit.find({ companyId: early, size: 20 }),
    index: 'audit_log_of_company',
  },
  'an action long ago': {
    place: () => null,
    read: (caller) => caller.audit.find({ action: oldAction, size: 20 }),
    index: 'audit_log_action',
  },
  'an action long ago of its base': {
    place: () => null,
    read: (caller) => caller.audit.find({ action: oldAction, companyId: early, size: 20 }),
    index: 'audit_log_',
    most: 400,
  },
  'an action long ago that succeeded': {
    place: () => null,
    read: (caller) => caller.audit.find({ action: oldAction.split('.')[0], result: 'ok', size: 20 }),
    index: 'audit_log_action',
    most: 400,
  },
  'events of a site': {
    place: () => site,
    role: 'inspector',
    read: (caller) => caller.alerts.find({ size: 20 }),
    index: 'alert_of_site',
  },
  people: { place: () => early, read: (caller) => caller.users.find({ size: 20 }), index: 'app_user_home' },
  traces: { place: () => early, read: (caller) => caller.traces.find({}), index: 'trace_newest_of_company' },
  messages: { place: () => early, read: (caller) => caller.deliveries.find({}), index: 'delivery_log' },
  'messages of a few channels': {
    place: () => late,
    read: (caller) => caller.deliveries.find({}),
    index: 'delivery_of_channel',
  },
  'repairs from the oldest id': {
    place: () => late,
    read: (caller) => caller.repairs.find({ orderColumn: 'id', orderWay: 'asc' }),
    index: repairsById,
  },
  'repairs from the newest id': {
    place: () => early,
    read: (caller) => caller.repairs.find({ orderColumn: 'id', orderWay: 'desc' }),
    index: repairsById,
  },
}

test.each(Object.entries(lists))(
  'Read %s of one base without those of the others',
  async (_, { place, role = 'baseManager', read, index, most = 160 }) => {
    const company = place()
    const given = company === null ? {} : { company_id: company, nick_name: roleLabels[role] }
    const viewer = await buildViewer(database.db, given)
    const plans = await explain(database, async (db) => {
      expect((await read(buildCaller(db, { viewer }))).data).toHaveLength(20)
    })
    // The rows are counted by any index, up to 10,000; each action of the log is looked up once.
    const pages = plans.filter(({ text }) => / limit /.test(text) && !/^select count\(\*\)|recursive/.test(text))
    const nodes = pages.flatMap((plan) => plan.nodes).join()
    expect(nodes).toContain(index)
    expect(pages.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(most)
  },
)

test.each(['asc', 'desc'] as const)(
  'Export repairs of one base by id, in pieces that each has its bounds: %s',
  async (way) => {
    const viewer = await buildViewer(database.db, { company_id: late, nick_name: roleLabels.baseManager })
    let text = ''
    const plans = await explain(database, async (db) => {
      const request = {
        orderColumn: 'id',
        orderWay: way,
        type: '送回',
        format: 'csv',
        columns: ['repairDate'],
      } as const
      for await (const part of await buildCaller(db, { viewer }).repairs.export(request))
        if ('text' in part) text += part.text
    })
    const days = text.trim().split('\r\n').slice(1)
    expect(days).toHaveLength(records)
    expect(days).toEqual(way === 'asc' ? days.toSorted() : days.toSorted().reverse())
    const ids = plans.filter(({ text: statement }) => /^select id from repair_daily/.test(statement))
    expect(ids).toHaveLength(1)
    expect(ids[0]?.text).toMatch(/ id >= .* id < /)
  },
)

test('Read which machines wait once for their number and page, and those away in their order', async () => {
  const { id: base } = await buildCompany(database.db, { name: '送修' })
  const viewer = await buildViewer(database.db, { company_id: base, nick_name: roleLabels.baseManager })
  const totals = { out: 2_000, waiting: 30 }
  const machines = (state: 'repairing' | 'repaired', type: string, count: number) =>
    database.pool.query(
      `with machine as (insert into device (company_id, serial, type, state) select ${base}, '${state}' || n, 'T20', '${state}' from generate_series(1, ${count}) n returning id, serial)
       insert into repair_daily (company_id, type, device_id, device_serial, repair_date)
         select ${base}, '${type}', id, serial, '2024-01-01'::date + id % 700 from machine`,
    )
  await machines('repairing', '送修', totals.out)
  await machines('repaired', '送回', totals.waiting)
  await database.vacuum(['repair_daily', 'device'])
  const reading = async (worklist: keyof typeof totals, page: number) => {
    const plans = await explain(database, async (db) => {
      const found = await buildCaller(db, { viewer }).repairs.find({ worklist, page, size: 20 })
      expect(found.totalCount).toBe(totals[worklist])
      expect(found.data).toHaveLength(Math.min(20, Math.max(0, totals[worklist] - 20 * (page - 1))))
    })
    return plans.filter(({ text }) => / limit /.test(text) && /from repair_daily/.test(text))
  }
  // Several nodes would copy what they found to each other for one statement: they count a full page by a second one.
  expect(await reading('waiting', 1)).toHaveLength(process.env.TEST_CITUS ? 2 : 1)
  expect(await reading('waiting', 2)).toHaveLength(1)
  await reading('waiting', 3)
  const pages = (await reading('out', 1))
    .map(({ nodes }) => nodes.join())
    .filter((nodes) => !nodes.includes('Aggregate'))
  expect(pages).toEqual([expect.stringMatching(/Index (Only )?Scan repair_daily_out/)])
  expect(pages.join()).not.toMatch(/Sort|CTE/)
})

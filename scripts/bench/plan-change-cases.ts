import type { ProcedurePath } from '#server/permissions.ts'
import { foreignFields } from '#tests/tenants.ts'
import type { ChangeFacts } from './plan-change-facts.ts'
import type { PlanFacts } from './plan-facts.ts'

/** The password of every user while a mutation is measured. */
export const trialPassword = 'Frost#Pine88'
/** A row that is created for a call, and rolled back with it. */
const made = 9_000_000
/** Devices of one user action: a change writes about two hundred pages for each, in its indexes, counters and days. */
const chosenDevices = 50

export type Change = {
  /** Fields beyond the required ones of the schema. */
  fields?: Record<string, unknown>
  /** Statements before the call, in its transaction; they are not measured. */
  prepare?: string[]
}

/** Return the fields that the smallest request of a schema lacks, or the largest request of a user. */
export function changesWanted(
  facts: PlanFacts,
  { rows, serials, listSerials, deviceIds, smallSerials, troubledIds }: ChangeFacts,
): Partial<Record<ProcedurePath, Change[]>> {
  const idOf = (table: string) => rows.get(table) ?? made
  const devices = { ids: deviceIds.slice(0, chosenDevices) }
  // Filters that match the whole fleet, with the number of devices that a user saw earlier.
  const outdated = [
    { acknowledged: false },
    { state: 'normal', acknowledged: false },
    {},
    { serial: '001' },
    { name: '9020', province: '江苏省' },
  ].map((filters) => ({ filters, expected: 1 }))
  const own = (table: string): Change => ({
    prepare: [`update ${table} set user_id = ${facts.user} where id = ${idOf(table)}`],
  })
  const waiting = `update report set status = 0, finished_at = null where id = ${idOf('report')}`
  const named = (table: string): Change => ({
    fields: { id: made },
    prepare: [`insert into ${table} (id, name) overriding system value values (${made}, 'trial')`],
  })
  const newUser = {
    userName: 'trial.user',
    name: '新人',
    phone: '13000000001',
    nickName: '检验员',
    companyId: facts.tenant,
  }
  const client = `insert into client (id, company_id, name) overriding system value values (${made}, ${facts.tenant}, 'trial')`
  const account = `insert into account (id, company_id, client_id, name) overriding system value values (${made}, ${facts.tenant}, ${facts.client}, 'trial')`
  const deletedClient = [
    client,
    `update client set deleted_at = now() where id = ${made}`,
    `insert into owner_deletion (client_id, company_id, actor, deleted_at) values (${made}, ${facts.tenant}, 'trial', now())`,
  ]
  const asked = { password: trialPassword }
  const reportToken = `insert into session (id, token_hash, user_id, company_id, kind, scope, site_id, expires_at) overriding system value
    values (${made}, '\\x01', ${facts.user}, ${facts.tenant}, 'script', 'report', ${facts.site}, now() + interval '1 hour')`
  return {
    ...Object.fromEntries(Object.entries(foreignFields).map(([path, fields]) => [path, [{ fields }]])),
    'auth.login': [{ fields: { userName: facts.userName } }],
    'auth.resetPassword': [{ fields: { userName: '13900000001', code: '123456', newPasswd: trialPassword } }],
    'auth.endOwn': [
      {
        fields: { id: made, kind: 'session' },
        prepare: [
          `insert into session (id, token_hash, user_id, company_id, expires_at) overriding system value values (${made}, '\\x00', ${facts.user}, ${facts.tenant}, now() + interval '1 hour')`,
        ],
      },
    ],
    'users.save': [
      { fields: { ...newUser, password: trialPassword, passwordAgain: trialPassword, ownPassword: trialPassword } },
    ],
    'users.update': [{ fields: { remarks: '已调岗' } }],
    'users.setPassword': [{ fields: { userName: facts.userName } }],
    'users.resetPassword': [{ fields: { ownPassword: trialPassword } }],
    'devices.addChecks': [{ fields: { people: [{ id: facts.user }] } }],
    'devices.mark': [
      ...['lost', 'scrap'].map((mark) => ({ fields: { mark, reason: '盘点', selection: devices } })),
      ...outdated.map((selection) => ({ fields: { mark: 'lost', reason: '盘点', selection } })),
    ],
    'devices.attend': [
      ...outdated.map((selection) => ({ fields: { selection, acknowledged: true, reason: '等备件' } })),
      { fields: { selection: { ids: troubledIds.slice(0, chosenDevices) }, acknowledged: true, reason: '等备件' } },
    ],
    'devices.keepSerials': [{ fields: { serials: listSerials } }],
    'devices.scrap': [{ fields: { reason: '进水' } }],
    'repairs.save': [
      { fields: { type: '送修', notes: '风扇', serials: serials.slice(0, chosenDevices).join('\n') } },
      { fields: { type: '送修', notes: '风扇', selection: devices } },
      ...outdated.map((selection) => ({ fields: { type: '送修', notes: '风扇', selection } })),
    ],
    // For a small tenant in a large fleet; feed-memory measures a feed of all machines.
    'feeds.update': [
      {
        fields: {
          companyId: facts.smallTenant,
          devices: smallSerials.map((serial, n) => ({
            serial,
            activeWorkerState: true,
            hashRate: n % 20 === 0 ? 12 : 29,
          })),
        },
      },
      {
        fields: { devices: serials.map((serial) => ({ serial, activeWorkerState: true, hashRate: 29 })), dryRun: true },
      },
    ],
    'transfers.save': [
      ...[true, false].map((dryRun) => ({ selection: devices, dryRun })),
      ...outdated.slice(2).map((selection) => ({ selection, dryRun: true })),
    ].map((chosen) => ({ fields: { ...chosen, to: { clientId: facts.client }, reason: '合同变更' } })),
    'feeds.machines': [
      { fields: { id: facts.ids.changed, from: 'normal', to: 'low' } },
      { fields: { id: facts.ids.changed, from: 'low', to: 'normal' } },
    ],
    'stocktakes.save': [{ fields: { siteId: facts.site, serials } }],
    'stocktakes.machines': [{ fields: { id: idOf('stocktake'), group: 'here' } }],
    'alerts.acknowledge': [{ fields: { reason: '检修' } }],
    'alertRules.save': [{ fields: { kind: 'share.low', percent: 20, clientId: facts.client } }],
    'feedSources.save': [
      {
        fields: { companyId: facts.tenant, address: 'https://feeds.example/devices.csv', everyMinutes: 30 },
        prepare: ['delete from feed_source'],
      },
    ],
    'live.endToken': [{ fields: { id: made }, prepare: [reportToken] }],
    'schedules.save': [{ fields: { content: 'digest', every: 'day', time: '08:00', channelIds: [idOf('channel')] } }],
    'schedules.resend': [
      {
        prepare: [
          `update delivery set run_id = ${idOf('schedule_run')}, message = message || '{"type": "schedule.digest"}' where id = ${idOf('delivery')}`,
        ],
      },
    ],
    'feeds.undo': [{ fields: { dryRun: true } }, { fields: { id: idOf('import_batch') } }],
    'feeds.resolve': [
      {
        fields: { ids: [idOf('feed_conflict')], decision: 'keep' },
        prepare: [`update feed_conflict set resolved_at = null where id = ${idOf('feed_conflict')}`],
      },
    ],
    'devices.saveSerialPatterns': [
      {
        fields: { companyId: facts.tenant, rowVersion: 0 },
        prepare: [`delete from setting where key = 'serialPatterns.${facts.tenant}'`],
      },
    ],
    'plans.save': [
      {
        fields: {
          planKind: 'month',
          reserveTime: facts.last,
          reservePeriod: '上午',
          tankerType: '常压车',
          totalCount: 5,
        },
      },
    ],
    'plans.fill': [
      {
        fields: {
          ...{
            planKind: 'month',
            from: facts.last,
            to: facts.last,
            weekdays: [1, 2, 3, 4, 5, 6, 7],
            reservePeriods: ['上午', '下午'],
          },
          tankerTypes: ['常压车', '承压车'],
        },
      },
    ],
    'reservations.save': [{ fields: { planId: idOf('reservation_plan'), tankerNumber: '苏A00001' } }],
    'reports.save': [
      { fields: { tankerNumber: '苏A00001' } },
      { fields: { id: idOf('report'), checkedOrg: '单位' }, prepare: [waiting] },
    ],
    'reports.saveFirst': [{ fields: { tankerNumber: '苏A00001' } }],
    'reports.setStatus': [{ fields: { status: 1 }, prepare: [waiting] }],
    'reports.cancel': [{ prepare: [waiting] }],
    'reports.upStation': [{ prepare: [waiting] }],
    'reports.saveFabric': [{ prepare: [waiting] }],
    'comments.save': [{ fields: { classId: idOf('device'), targetKind: 'device' } }],
    'comments.update': [{ fields: { content: '改过' }, ...own('comment') }],
    'comments.delete': [own('comment')],
    'projects.update': [{ fields: { project: { name: '冷库' } }, ...own('project') }],
    'projects.delete': [own('project')],
    'traces.setStatus': [{ fields: { id: idOf('trace') } }],
    'classes.addChecks': [{ fields: { people: [{ id: facts.user }] } }],
    'sites.save': [{ fields: { name: '新站点', domain: 'trial-site', superCompanyId: facts.tenant } }],
    'sites.restore': [
      {
        prepare: [
          `update company set deleted_at = now() where id = ${facts.site}`,
          `insert into site_deletion (company_id, company_ids, actor, deleted_at) values (${facts.site}, array[${facts.site}], 'trial', now())`,
        ],
      },
    ],
    'clients.save': [{ fields: { name: '新客户', companyId: facts.tenant } }],
    'clients.delete': [{ fields: asked }, { fields: { ...asked, id: made }, prepare: [client] }],
    'clients.restore': [{ fields: { id: made }, prepare: deletedClient }],
    'accounts.save': [{ fields: { name: '新子账号' } }],
    'accounts.delete': [{ fields: asked }, { fields: { ...asked, id: made }, prepare: [account] }],
    'sites.delete': [{ fields: asked }],
    'stations.delete': [
      {
        fields: { id: made },
        prepare: [
          `insert into station (id, company_id, name) overriding system value values (${made}, ${facts.tenant}, 'trial')`,
        ],
      },
    ],
    'materialTypes.delete': [named('material_type')],
    'models.delete': [named('model')],
    'tagTypes.update': [named('tag_type')],
    'tagTypes.delete': [named('tag_type')],
    'materials.delete': [
      {
        fields: { id: made },
        prepare: [
          `insert into material (id, name, material_type_id) overriding system value values (${made}, 'trial', 1)`,
        ],
      },
    ],
    'machineTypes.save': [{ fields: { name: 'T40', targetHashRate: 40, complianceShare: 0.85 } }],
    'machineTypes.update': [{ fields: { id: 2, targetHashRate: 21 } }],
    'measures.save': [{ fields: { checkMethod: '新方法', cashAmount: '12.50' } }],
    'views.save': [{ fields: { query: '?state=lost', shared: false } }],
    'views.delete': [
      {
        fields: { id: made },
        prepare: [
          `insert into saved_view (id, company_id, user_id, screen, name, query) overriding system value values (${made}, ${facts.tenant}, ${facts.user}, 'devices', 'trial', '')`,
        ],
      },
    ],
    'orders.save': [
      {
        fields: {
          type: '出库',
          saleCompanyId: facts.tenant,
          items: Array.from({ length: 200 }, (_, n) => ({ materialId: n + 1, number: 1 })),
        },
      },
    ],
  }
}

import type { Viewer } from '#server/viewer.ts'
import type { Role } from '#shared/roles.ts'
import type { Connection } from './connection.ts'
import { type Apart, apart } from './rows-apart.ts'

/** The values of the worst filters: the largest tenant, its largest client, account and site, and the range of days. */
export type PlanFacts = {
  first: string
  last: string
  tenant: number
  smallTenant: number
  site: number
  client: number
  account: number
  device: number
  serial: string
  user: number
  userName: string
  /** One row each of the things that calls refer to by id. */
  ids: Readonly<Record<string, number>>
}

const headquarters = 1
/**
 * Things that calls refer to by id: the prefix of the procedure → the table, from which a row in the middle is taken.
 */
export const tables = {
  traces: 'trace',
  testees: 'testee',
  towns: 'town',
  classes: 'class_session',
  reports: 'report',
  projects: 'project',
  feeds: 'import_batch',
  materials: 'material',
  stations: 'station',
  schedules: 'schedule',
  stocktakes: 'stocktake',
  repairs: 'repair_daily',
} as const

/** Return the queries of further ids: the largest of its kind, and the newest transfer. */
export const idQueries = (tenant: number) => ({
  alerts: 'select alert_id as id from alert_device group by 1 order by sum(cardinality(device_ids)) desc limit 1',
  transfers: `select max(id) as id from import_batch where source = 'transfer'`,
  changed: `select batch_id as id from device_event where company_id = ${tenant} and cause = 'feed' and batch_id is not null group by 1 order by count(*) desc limit 1`,
  channels: `select channel_id as id from delivery d join channel c on c.id = d.channel_id and c.client_id is null
      where d.company_id = ${tenant} group by 1 order by count(*) desc limit 1`,
})

export async function readFacts(connection: Connection): Promise<PlanFacts> {
  const one = async <Row>(text: string): Promise<Row> => {
    const { rows } = (await connection.query(text)) as { rows: Row[] }
    const [row] = rows
    if (row === undefined) throw new Error(`nothing answers ${text}`)
    return row
  }
  const days = await one<{ first: string; last: string }>(
    `select min(business_date)::text as first, max(business_date)::text as last from daily_scope where kind = 'all'`,
  )
  const tenants = await one<{ large: number; small: number }>(
    `select (array_agg(company_id order by devices desc))[1] as large, (array_agg(company_id order by devices))[1] as small
      from (select company_id, sum(devices) as devices from device_count group by 1) held`,
  )
  const largest = (column: string) =>
    `(select ${column} from device where company_id = ${tenants.large} and ${column} is not null group by 1 order by count(*) desc limit 1)`
  const places = await one<{ client: number; account: number; site: number }>(
    `select ${largest('client_id')} as client, ${largest('account_id')} as account, ${largest('site_id')} as site`,
  )
  const device = await one<{ id: number; serial: string }>(
    `select id, serial from device where account_id = ${places.account} and company_id = ${tenants.large} order by id offset 10 limit 1`,
  )
  const user = await one<{ id: number; name: string }>(
    `select id, user_name as name from app_user where id = (select user_id from device_check group by 1 order by count(*) desc limit 1)`,
  )
  const ids: Record<string, number> = {}
  for (const [name, table] of Object.entries(tables)) {
    const owned = table === 'town' || table === 'material' ? '' : `where company_id = ${tenants.large}`
    ids[name] = (
      await one<{ id: number }>(
        `select percentile_disc(0.5) within group (order by id)::int as id from ${table} ${owned}`,
      )
    ).id
  }
  for (const [name, text] of Object.entries(idQueries(tenants.large))) ids[name] = (await one<{ id: number }>(text)).id
  return {
    ...days,
    tenant: tenants.large,
    smallTenant: tenants.small,
    ...places,
    device: device.id,
    serial: device.serial,
    user: user.id,
    userName: user.name,
    ids,
  }
}

/**
 * Return the callers by role: each at the place from which it sees most; the terminal last, which reads the same as
 * a manager.
 */
export function viewersOf(facts: PlanFacts): { name: string; viewer: Viewer }[] {
  const viewer = (role: Role, given: Partial<Viewer> = {}): Viewer => ({
    actor: 'user',
    userId: facts.user,
    userName: 'user1',
    name: '测试',
    role,
    companyId: facts.tenant,
    companyKind: 'base',
    tenantId: facts.tenant,
    clientId: null,
    accountId: null,
    sessionId: null,
    ...given,
  })
  const placeOf = ({ tenant }: Apart) => ({ companyId: tenant, tenantId: tenant })
  const ownerOf = (one: Apart) => ({ ...placeOf(one), clientId: one.client })
  const everywhere = { companyId: headquarters, companyKind: 'headquarters', tenantId: headquarters } as const
  return [
    { name: 'manager', viewer: viewer('manager', everywhere) },
    { name: 'baseManager', viewer: viewer('baseManager') },
    {
      name: 'baseManager of the small base',
      viewer: viewer('baseManager', { companyId: facts.smallTenant, tenantId: facts.smallTenant }),
    },
    { name: 'inspector', viewer: viewer('inspector') },
    { name: 'inspector of a site', viewer: viewer('inspector', { companyId: facts.site }) },
    { name: 'registrar', viewer: viewer('registrar') },
    { name: 'client', viewer: viewer('client', { clientId: facts.client }) },
    { name: 'account', viewer: viewer('account', { clientId: facts.client, accountId: facts.account }) },
    { name: 'baseManager of the early base', viewer: viewer('baseManager', placeOf(apart.early)) },
    { name: 'baseManager of the late base', viewer: viewer('baseManager', placeOf(apart.late)) },
    { name: 'client of the late base', viewer: viewer('client', ownerOf(apart.late)) },
    { name: 'early client', viewer: viewer('client', ownerOf(apart.earlyClient)) },
    { name: 'late client', viewer: viewer('client', ownerOf(apart.lateClient)) },
    {
      name: 'inspector of the late site',
      viewer: viewer('inspector', { ...placeOf(apart.lateClient), companyId: apart.lateClient.site }),
    },
    { name: 'none', viewer: viewer('none') },
    { name: 'terminal', viewer: viewer('manager', { ...everywhere, actor: 'cli', userId: null }) },
  ]
}

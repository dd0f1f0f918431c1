import { oldAction } from './plan-audit-records.ts'
import type { PlanFacts } from './plan-facts.ts'
import { longListKey, shownListKey } from './plan-machine-records.ts'
import { apart } from './rows-apart.ts'

/** A JSON Schema of a request or of a field. */
export type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  type?: string
  items?: Schema
  anyOf?: Schema[]
}

/** Fields with two days. */
export const ranges = ['businessDateQuery', 'repairDateQuery', 'createTimeQuery', 'createDateQuery', 'reserveTimeQuery']
const owners = [apart.earlyClient, apart.lateClient, apart.late]

/** Return the worst values of a field, by its name or by procedure and name; none = the field is left out. */
export function valuesOf(path: string, name: string, schema: Schema, facts: PlanFacts): unknown[] {
  const [feature = ''] = path.split('.')
  const choices = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum
  const byId: Record<string, number> = {
    devices: facts.device,
    charts: facts.device,
    clients: facts.client,
    sites: facts.site,
    accounts: facts.account,
    users: facts.user,
    live: facts.device,
  }
  const named: Record<string, unknown[]> = {
    id:
      path === 'accounts.unassigned'
        ? [facts.site, 0]
        : path === 'users.operatorsAndManagers'
          ? [facts.tenant]
          : [path.endsWith('ofDevice') ? facts.device : (facts.ids[feature] ?? byId[feature] ?? facts.tenant)],
    companyId: [facts.tenant, facts.smallTenant, apart.early.tenant, apart.late.tenant],
    buyCompanyId: [facts.tenant],
    saleCompanyId: [facts.tenant],
    clientId: [facts.client, ...owners.map(({ client }) => client)],
    accountId: [facts.account, ...owners.map(({ account }) => account)],
    siteId: [facts.site, ...owners.map(({ site }) => site)],
    deviceId: [facts.device],
    machineId: [facts.device],
    userId: [facts.user],
    classId: [facts.ids.classes],
    testeeId: [facts.ids.testees],
    townId: [facts.ids.towns],
    groupId: [facts.ids.stations],
    stationId: [facts.ids.stations],
    materialId: [1],
    materialTypeId: [1],
    modelId: [1],
    planId: [1],
    state: schema.enum
      ? [...schema.enum.filter((value) => value === 'lost' || value === 'normal'), ...schema.enum.slice(-1)]
      : ['lost'],
    states: [['repairing', 'lost']],
    whole: [schema.items?.enum, []],
    outcome: choices ?? ['fixed'],
    activeWorkerState: [true],
    status: [0],
    type: schema.enum ? schema.enum.slice(-1) : ['T20'],
    serial: ['001', facts.serial.slice(2, 8)],
    deviceSerial: ['001'],
    hall: ['厂房 3'],
    rack: ['R-7'],
    shelf: ['2'],
    firmware: ['2.', '2.1'],
    ip: ['10.1', '10.1.7'],
    tag: ['vip', '待检'],
    // The clients of a base that is apart: in each other base their names are of no use.
    name: ['001', '海', String(apart.late.client).slice(0, -2)],
    search: ['001'],
    actor: ['zz', 'user123', 'er1'],
    action: ['orders.save', 'nothing', oldAction, oldAction.split('.', 1)[0]],
    city: ['南京市'],
    cityName: ['京'],
    province: ['江苏省'],
    repairTimes: [5],
    waitingDays: [1],
    days: [365],
    months: [36],
    rows: [100],
    reserveTime: [facts.last],
    month: [facts.last.slice(0, 'YYYY-MM'.length)],
    day: [facts.last],
    start: [facts.first],
    end: [facts.last],
    startDate: [facts.first],
    endDate: [facts.last],
    date: [facts.last],
    exportStatus: [1],
    paths: [['/none']],
    key: ['0'.repeat(32)],
    serialList: [shownListKey, longListKey],
    batchId: [facts.ids.transfers],
    channelId: [facts.ids.channels],
    assigneeId: [facts.user],
    open: [true, false],
    acknowledged: [true, false],
    machines: [10],
    percent: [10],
    hours: [24],
    byTime: ['12:00'],
    time: ['08:00'],
    weekdays: [[1]],
    monthDay: [31],
    reportNumber: ['R000000002'],
    checkCode: ['ABCDEF'],
    version: [1],
  }
  if (ranges.includes(name)) return [[facts.first, facts.last]]
  const own = named[name]
  if (own) return own.filter((value) => value !== undefined)
  if (choices) return [...choices]
  return schema.type === 'boolean' ? [true] : []
}

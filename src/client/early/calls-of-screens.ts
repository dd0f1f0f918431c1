import { maxPageSize } from '#shared/paging.ts'
import type { ScreenName } from '#shared/screens.ts'
import { type CarriedCall, idOfAddress } from './first-calls.ts'
import { dayMark, ofSession } from './session-marks.ts'

const usualPage = { page: 1, size: 20 }
const usualChoices = { page: 1, size: 200 }
const named = { ...usualChoices, name: '' }
const call = (path: string, input?: unknown): CarriedCall => (input === undefined ? { path } : { path, input })
const list = (path: string, filters: object = {}): CarriedCall => call(path, { ...usualPage, ...filters })
const one = (path: string, input: object = {}): CarriedCall => call(path, { id: idOfAddress, ...input })

/** Only users with this screen, too, may make the call. */
const onlyWith = (path: string, { path: name, input }: CarriedCall): CarriedCall => ({
  ...call(name, input),
  with: path,
})

const devices = call('devices.find', { orderColumn: 'serial', orderWay: 'asc', ...usualPage })
const counts = (owner: string): CarriedCall => call('charts.counts', { [owner]: idOfAddress })
const ofRecord = (path: string, owner: string, size: number): CarriedCall =>
  call(path, { [owner]: idOfAddress, page: 1, size })
const newestDay = call('charts.lastDate')
const lastDays = (count: number) => [dayMark(1 - count, 'newest'), dayMark(0, 'newest')]
const companies = call('auth.companies', usualChoices)
const ofCompany = (path: string, input: object = {}): CarriedCall =>
  call(path, { companyId: ofSession.company, ...input })
/** The charts of the last seven days, and the events that they mark. */
const historyOf = (owner: string): CarriedCall[] => [
  newestDay,
  call('charts.history', {
    [owner]: idOfAddress,
    reservePeriod: 'day',
    businessDateQuery: lastDays(7),
    basis: 'inService',
  }),
  call('alerts.marks', { [owner]: idOfAddress, startDate: dayMark(-6, 'newest'), endDate: dayMark(0, 'newest') }),
]
/** The tankers expected today. */
const expected = (input: object): CarriedCall =>
  call('reservations.find', { companyId: ofSession.base, reserveTime: dayMark(0), ...input })
const plans = (reserveTimeQuery: readonly string[]): CarriedCall =>
  call('plans.find', { reserveTimeQuery, companyId: ofSession.base, page: 1, size: maxPageSize })
/** The owner of machines is in no ranking: all users but owners have the reservations. */
const ranking = (path: string, by: string): CarriedCall => onlyWith('/reservation/index', call(path, { by, size: 20 }))

/**
 * The calls that a screen sends first for an address without filters, with exactly its input; the page carries them, so
 * that `early.ts` sends them before the screen's script has loaded; those with a day, a company or a user wait for the
 * session (`session-marks.ts`). `first-calls.story.ts` compares them with what each screen sends, `first-calls.test.ts`
 * with the permissions.
 */
export const callsOfScreens: Partial<Record<ScreenName, readonly CarriedCall[]>> = {
  today: [call('today.get'), onlyWith('/machine_list/index', newestDay)],
  dashboard: [call('charts.overview', {}), devices, newestDay],
  machine_list: [devices, newestDay],
  TraceDetail: [
    one('devices.get'),
    one('live.hours'),
    onlyWith('/trace/index', one('traces.ofDevice')),
    newestDay,
    one('charts.device', { businessDateQuery: lastDays(7) }),
  ],
  machineStatics: [one('devices.get'), newestDay, one('charts.device', { businessDateQuery: lastDays(7) })],
  warning: [list('devices.warnings', { state: 'warn' })],
  alerts: [list('alerts.find', { open: true })],
  alert_rules: [list('alertRules.find'), list('silences.find', { size: 10 })],
  machine_type: [call('machineTypes.find', {}), call('machines.bar', {})],
  feed_conflicts: [list('feeds.conflicts', { resolved: false })],
  feed_sources: [list('feedSources.find')],
  feed_batches: [list('feeds.batches')],
  client: [
    ranking('charts.clientRanking', 'online_rate'),
    ranking('charts.clientRanking', 'offline_device_count'),
    call('charts.clientPie', {}),
    list('clients.find'),
  ],
  agent_detail: [
    one('clients.get'),
    ofRecord('accounts.find', 'clientId', 10),
    counts('clientId'),
    ...historyOf('clientId'),
  ],
  account_detail: [
    one('accounts.get'),
    ofRecord('devices.find', 'accountId', 5),
    counts('accountId'),
    ...historyOf('accountId'),
  ],
  site: [
    ranking('charts.siteRanking', 'online_rate'),
    ranking('charts.siteRanking', 'repaired_device_count'),
    ranking('charts.siteRanking', 'offline_device_count'),
    list('sites.find'),
  ],
  site_detail: [one('sites.get'), ofRecord('accounts.find', 'siteId', 10), counts('siteId'), ...historyOf('siteId')],
  repair: [list('repairs.find', { deviceSerial: '', withVoided: false, waitingDays: 3 })],
  company_material: [list('stock.find'), call('orders.companies'), call('materialTypes.find', named)],
  company_material_order: [list('orders.find', { withVoided: false }), call('orders.companies')],
  material: [list('materials.find')],
  material_type: [list('materialTypes.find')],
  model: [list('models.find')],
  tag_type: [list('tagTypes.find')],
  groups: [list('stations.find')],
  channels: [list('channels.find')],
  schedules: [list('schedules.find')],
  deliveries: [list('deliveries.find')],
  user: [call('users.find', { page: 1, size: 10, createTimeQuery: [dayMark(-30), dayMark(-1)] })],
  audit: [list('audit.find', { startDate: dayMark(-6), endDate: dayMark(0) })],
  profile: [
    call('auth.sessions'),
    call('users.profile', { id: ofSession.user }),
    call('traces.mine', { page: 1, size: 10 }),
  ],
  project_list: [call('projects.find', { page: 1, size: 12, userId: ofSession.user })],
  kpi: [
    ofCompany('kpi.basic'),
    ofCompany('kpi.topGroups', { rows: 10, by: 'devices' }),
    ofCompany('kpi.certificates'),
    ofCompany('kpi.byMeasures', { days: 7 }),
    ofCompany('kpi.byCompany'),
  ],
  kpi_detail: [ofCompany('kpi.exceptions', { days: 7 }), ofCompany('kpi.byMeasures', { days: 7 })],
  reservation: [companies, list('reservations.find', { reserveTimeQuery: [dayMark(0), dayMark(6)] })],
  reservation_plan: [companies, plans([dayMark(0, 'week'), dayMark(6, 'week')])],
  reservation_plan_month: [companies, plans([dayMark(0, 'month'), dayMark(-1, 'nextMonth')])],
  reception: [
    companies,
    expected(usualPage),
    expected({ state: 'waiting', page: 1, size: 1 }),
    expected({ state: 'arrived', page: 1, size: 1 }),
  ],
  report: [list('reports.find')],
  report_detail: [one('reports.getDetail')],
  trace: [list('traces.find')],
  testee: [list('testees.find')],
  classes: [list('classes.find')],
  classes_detail: [one('classes.get')],
  catalogue: [call('catalogue.get')],
  wizard: [call('catalogue.get')],
  base_screen: [call('cockpits.base')],
  screen: [call('cockpits.headquarters')],
  indicator_out: [list('measures.find', { size: 10 })],
}

import type { ScreenName } from '#shared/screens.ts'
import { type CarriedCall, idOfAddress } from './first-calls.ts'

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
const companies = call('auth.companies', usualChoices)
/** The owner of machines is in no ranking: all users but owners have the reservations. */
const ranking = (path: string, by: string): CarriedCall => onlyWith('/reservation/index', call(path, { by, size: 20 }))

/**
 * The calls that a screen sends first for an address without filters, with exactly its input; the page carries them, so
 * that `early.ts` sends them before the screen's script has loaded. Empty where the input is not known so early: a day
 * depends on the time zone of the business, and the company or user on the session. `first-calls.story.ts` compares them
 * with what each screen sends, `first-calls.test.ts` with the permissions.
 */
export const callsOfScreens: Partial<Record<ScreenName, readonly CarriedCall[]>> = {
  today: [call('today.get'), onlyWith('/machine_list/index', newestDay)],
  dashboard: [call('charts.overview', {}), devices, newestDay],
  machine_list: [devices, newestDay],
  TraceDetail: [one('devices.get'), one('live.hours'), onlyWith('/trace/index', one('traces.ofDevice'))],
  machineStatics: [one('devices.get')],
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
  agent_detail: [one('clients.get'), ofRecord('accounts.find', 'clientId', 10), counts('clientId')],
  account_detail: [one('accounts.get'), ofRecord('devices.find', 'accountId', 5), counts('accountId')],
  site: [
    ranking('charts.siteRanking', 'online_rate'),
    ranking('charts.siteRanking', 'repaired_device_count'),
    ranking('charts.siteRanking', 'offline_device_count'),
    list('sites.find'),
  ],
  site_detail: [one('sites.get'), ofRecord('accounts.find', 'siteId', 10), counts('siteId')],
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
  reservation_plan: [companies],
  reservation_plan_month: [companies],
  reception: [companies],
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

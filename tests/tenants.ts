import type { ProcedurePath } from '#server/permissions.ts'

/** The table of the field `id` in the procedures of a feature. */
const tableOfFeature: Record<string, string> = {
  accounts: 'account',
  alertRules: 'alert_rule',
  alerts: 'alert',
  channels: 'channel',
  classes: 'class_session',
  clients: 'client',
  comments: 'comment',
  deliveries: 'delivery',
  schedules: 'schedule',
  feedSources: 'feed_source',
  devices: 'device',
  machines: 'device',
  orders: 'company_material_order',
  plans: 'reservation_plan',
  projects: 'project',
  repairs: 'repair_daily',
  reports: 'report',
  reservations: 'reservation',
  sites: 'company',
  silences: 'silence',
  stations: 'station',
  stocktakes: 'stocktake',
  measures: 'measure',
  testees: 'testee',
  traces: 'trace',
  users: 'app_user',
  views: 'saved_view',
}
/** The table of any other field. */
const tableOfField: Record<string, string> = {
  accountId: 'account',
  accountIds: 'account',
  assigneeId: 'app_user',
  channelId: 'channel',
  classId: 'class_session',
  batchId: 'import_batch',
  buyCompanyId: 'company',
  clientId: 'client',
  clientIds: 'client',
  companyId: 'company',
  conflictIds: 'feed_conflict',
  deviceId: 'device',
  deviceIds: 'device',
  groupId: 'station',
  machineId: 'device',
  planId: 'reservation_plan',
  reservationId: 'reservation',
  saleCompanyId: 'company',
  siteId: 'company',
  siteIds: 'company',
  stationId: 'station',
  superCompanyId: 'company',
  testeeId: 'testee',
  userId: 'app_user',
  viewId: 'saved_view',
}
/** The table if the field alone does not determine it. */
const tableOfPlace: Record<string, string> = {
  'auth.updatePassword id': 'app_user',
  'auth.resetPassword id': 'app_user',
  'charts.device id': 'device',
  'feeds.batch id': 'import_batch',
  'feeds.machines id': 'import_batch',
  'feeds.undo id': 'import_batch',
  'live.endToken id': 'session',
  'live.hours id': 'device',
  'reports.getByUserId id': 'app_user',
  'reports.syncFromReservation id': 'reservation',
  'schedules.resend id': 'schedule_run',
  'schedules.revoke id': 'schedule_run',
  'users.operatorsAndManagers id': 'company',
}
/**
 * Goods, tags, towns and machine types, which all tenants share; jobs and uploads, which belong to their owner; public
 * ids, which are texts.
 */
const shared = new Set([
  // Numbers of channels; each is looked up in its own base when a message is sent.
  ...['channelIds'],
  ...['materialId', 'materialTypeId', 'modelId', 'townId'],
  ...['machineTypes.update id'],
  ...['materialTypes', 'models', 'tagTypes', 'materials'].flatMap((feature) =>
    ['update', 'delete'].map((action) => `${feature}.${action} id`),
  ),
  ...['feeds.progress id', 'feeds.watch id', 'feeds.cancel id', 'classes.uploadVideo uploadId', 'auth.endOwn id'],
  ...['attachments.download id', 'attachments.delete id', 'attachments.upload ownerId', 'picId', 'smallPicId'],
])

/** Return the table of a field; null = it refers to no row of a tenant, undefined = not listed. */
export function tableOf(path: string, field: string): string | null | undefined {
  if (shared.has(`${path} ${field}`) || shared.has(field)) return null
  const [feature = ''] = path.split('.')
  return tableOfPlace[`${path} ${field}`] ?? (field === 'id' ? tableOfFeature[feature] : tableOfField[field])
}

const range = { startsAtStr: '2026-11-20 08:00', endsAtStr: '2026-11-20 09:00', reason: '检修' }
const lowShare = { kind: 'share.low', percent: 20 }
const session = { type: '录播', name: '早会', dateRange: ['2026-11-20 08:00:00', '2026-11-20 09:00:00'] }
/** Required fields of a procedure beyond its schema, checked before ids. */
export const foreignFields: Partial<Record<ProcedurePath, Record<string, unknown>>> = {
  'alerts.acknowledge': { reason: '检修' },
  'alerts.marks': { startDate: '2026-11-01', endDate: '2026-11-19' },
  'alertRules.preview': lowShare,
  'alertRules.save': lowShare,
  'silences.save': range,
  'channels.save': { kind: 'mail', recipients: 'a@b.example', address: undefined, secret: undefined },
  'feedSources.save': { address: 'https://feeds.example/devices.csv', everyMinutes: 30 },
  'schedules.save': { content: 'digest', every: 'day', time: '08:00', channelIds: [1] },
  'charts.dayDevices': { day: '2026-11-19' },
  'charts.dayChanges': { start: '2026-11-01', end: '2026-11-19' },
  'classes.save': session,
  'classes.update': session,
  'clients.statement': { month: '2026-10' },
  'kpi.certificateRows': { month: '2026-10' },
  'plans.fill': { from: '2026-11-23', to: '2026-11-23', planKind: 'month' },
  'machines.updateParts': { materialId: 1, number: 1 },
  'traces.save': { bmi: 22 },
}

/**
 * Fields whose procedure refuses the smallest request for another reason first: its required token already determines a
 * meeting.
 */
export const vacuous: readonly string[] = ['classes.checkMeeting accountId']

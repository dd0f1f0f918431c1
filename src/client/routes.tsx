import type { ScreenName } from '#shared/screens.ts'
import { type Screen, screen } from './screen-code.ts'
import { screenWords } from './screen-words.ts'

/**
 * The screens by the name in the server's routes (`component` in shared/screens.ts and screens-*.ts, with path, title,
 * permission and section). Each is a chunk of its own. A screen of the menu that is missing here does not compile; an
 * unknown route of a newer server is skipped.
 */
export const screens: Record<ScreenName, Screen> = {
  today: screen(
    async () => (await import('./features/today/today-screen.tsx')).TodayScreen,
    screenWords.today,
    screenWords.projects,
    screenWords.devices,
    screenWords.alerts,
  ),
  dashboard: screen(async () => (await import('./features/devices/device-overview-screen.tsx')).DeviceOverviewScreen),
  client: screen(
    async () => (await import('./features/clients/client-screen.tsx')).ClientScreen,
    screenWords.places,
    screenWords.alerts,
  ),
  agent_detail: screen(
    async () => (await import('./features/clients/client-detail-screen.tsx')).ClientDetailScreen,
    screenWords.places,
    screenWords.alerts,
  ),
  account_detail: screen(
    async () => (await import('./features/accounts/account-detail-screen.tsx')).AccountDetailScreen,
    screenWords.places,
    screenWords.alerts,
  ),
  site: screen(async () => (await import('./features/sites/site-screen.tsx')).SiteScreen, screenWords.places),
  site_detail: screen(
    async () => (await import('./features/sites/site-detail-screen.tsx')).SiteDetailScreen,
    screenWords.places,
    screenWords.alerts,
  ),
  user: screen(async () => (await import('./features/users/user-screen.tsx')).UserScreen, screenWords.users),
  profile: screen(
    async () => (await import('./features/auth/profile-screen.tsx')).ProfileScreen,
    screenWords.profile,
    screenWords.traces,
    screenWords.devices,
    screenWords.places,
  ),
  audit: screen(async () => (await import('./features/audit/audit-screen.tsx')).AuditScreen, screenWords.audit),
  trace: screen(
    async () => (await import('./features/traces/trace-screen.tsx')).TraceScreen,
    screenWords.traces,
    screenWords.devices,
  ),
  testee: screen(
    async () => (await import('./features/testees/testee-screen.tsx')).TesteeScreen,
    screenWords.traces,
    screenWords.devices,
  ),
  classes: screen(
    async () => (await import('./features/classes/class-screen.tsx')).ClassScreen,
    screenWords.classes,
    screenWords.devices,
  ),
  classes_detail: screen(
    async () => (await import('./features/classes/class-detail-screen.tsx')).ClassDetailScreen,
    screenWords.classes,
    screenWords.devices,
  ),
  groups: screen(
    async () => (await import('./features/stations/station-screen.tsx')).StationScreen,
    screenWords.stations,
  ),
  channels: screen(
    async () => (await import('./features/channels/channel-screen.tsx')).ChannelScreen,
    screenWords.channels,
  ),
  feed_sources: screen(
    async () => (await import('./features/feed-sources/feed-source-screen.tsx')).FeedSourceScreen,
    screenWords.feedSources,
  ),
  schedules: screen(
    async () => (await import('./features/schedules/schedule-screen.tsx')).ScheduleScreen,
    screenWords.schedules,
  ),
  deliveries: screen(
    async () => (await import('./features/channels/delivery-screen.tsx')).DeliveryScreen,
    screenWords.channels,
  ),
  indicator_out: screen(
    async () => (await import('./features/measures/measure-screen.tsx')).MeasureScreen,
    screenWords.stock,
    screenWords.stations,
  ),
  kpi: screen(
    async () => (await import('./features/kpi/kpi-screen.tsx')).KpiScreen,
    screenWords.kpi,
    screenWords.users,
    screenWords.inspections,
  ),
  kpi_detail: screen(
    async () => (await import('./features/kpi/kpi-detail-screen.tsx')).KpiDetailScreen,
    screenWords.kpi,
    screenWords.users,
  ),
  base_screen: screen(
    async () => (await import('./features/cockpits/base-screen.tsx')).BaseScreen,
    screenWords.kpi,
    screenWords.devices,
    screenWords.alerts,
  ),
  screen: screen(
    async () => (await import('./features/cockpits/base-screen.tsx')).HeadquartersScreen,
    screenWords.kpi,
    screenWords.devices,
    screenWords.alerts,
  ),
  catalogue: screen(
    async () => (await import('./features/catalogue/catalogue-screen.tsx')).CatalogueScreen,
    screenWords.catalogue,
    screenWords.projects,
  ),
  company_material: screen(
    async () => (await import('./features/stock/stock-screen.tsx')).StockScreen,
    screenWords.stock,
  ),
  company_material_order: screen(
    async () => (await import('./features/orders/order-screen.tsx')).OrderScreen,
    screenWords.stock,
  ),
  material: screen(
    async () => (await import('./features/goods/material-screen.tsx')).MaterialScreen,
    screenWords.stock,
  ),
  material_type: screen(
    async () => (await import('./features/goods/named-screen.tsx')).MaterialTypeScreen,
    screenWords.stock,
  ),
  model: screen(async () => (await import('./features/goods/named-screen.tsx')).ModelScreen, screenWords.stock),
  tag_type: screen(async () => (await import('./features/goods/named-screen.tsx')).TagTypeScreen, screenWords.stock),
  reservation: screen(
    async () => (await import('./features/reservations/reservation-screen.tsx')).ReservationScreen,
    screenWords.inspections,
  ),
  reservation_plan: screen(
    async () => (await import('./features/reservations/plan-screen.tsx')).PlanWeekScreen,
    screenWords.inspections,
  ),
  reservation_plan_month: screen(
    async () => (await import('./features/reservations/plan-screen.tsx')).PlanMonthScreen,
    screenWords.inspections,
  ),
  reception: screen(
    async () => (await import('./features/reservations/reception-screen.tsx')).ReceptionScreen,
    screenWords.inspections,
  ),
  report: screen(
    async () => (await import('./features/reports/report-screen.tsx')).ReportScreen,
    screenWords.inspections,
  ),
  report_detail: screen(
    async () => (await import('./features/reports/report-detail-screen.tsx')).ReportDetailScreen,
    screenWords.inspections,
  ),
  repair: screen(async () => (await import('./features/repairs/repair-screen.tsx')).RepairScreen, screenWords.repairs),
  project_list: screen(
    async () => (await import('./features/projects/project-list-screen.tsx')).ProjectListScreen,
    screenWords.wizard,
    screenWords.projects,
  ),
  wizard: screen(
    async () => (await import('./features/projects/wizard-screen.tsx')).WizardScreen,
    screenWords.wizard,
    screenWords.projects,
  ),
  feed_batches: screen(
    async () => (await import('./features/feeds/feed-batch-screen.tsx')).FeedBatchScreen,
    screenWords.feeds,
  ),
  feed_conflicts: screen(
    async () => (await import('./features/feeds/feed-conflict-screen.tsx')).FeedConflictScreen,
    screenWords.feeds,
  ),
  TraceDetail: screen(
    async () => (await import('./features/device-detail/device-detail-screen.tsx')).DeviceDetailScreen,
    screenWords.repairs,
    screenWords.stock,
    screenWords.devices,
  ),
  machineStatics: screen(
    async () => (await import('./features/device-detail/device-statistics-screen.tsx')).DeviceStatisticsScreen,
    screenWords.repairs,
    screenWords.stock,
    screenWords.devices,
  ),
  alerts: screen(
    async () => (await import('./features/alerts/alert-screen.tsx')).AlertScreen,
    screenWords.alerts,
    screenWords.devices,
  ),
  alert_rules: screen(
    async () => (await import('./features/alert-rules/alert-rule-screen.tsx')).AlertRuleScreen,
    screenWords.alerts,
    screenWords.alertRules,
  ),
  warning: screen(
    async () => (await import('./features/warnings/warning-screen.tsx')).WarningScreen,
    screenWords.devices,
  ),
  machine_type: screen(
    async () => (await import('./features/machine-types/machine-type-screen.tsx')).MachineTypeScreen,
    screenWords.machineTypes,
    screenWords.stock,
    screenWords.places,
    screenWords.devices,
  ),
  machine_list: screen(async () => (await import('./features/devices/machine-list-screen.tsx')).MachineListScreen),
}

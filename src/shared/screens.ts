import type { Word } from './i18n/index.ts'
import type { PermissionKey } from './permissions.ts'

/** The documented sections of the menu (R133), three of the later document and the start page, in their order. */
export type MenuSection =
  | 'today'
  | 'layout'
  | 'agent'
  | 'by_agent'
  | 'sale'
  | 'user'
  | 'reservation'
  | 'trace'
  | 'classes'
  | 'materialType'
  | 'base_screen'
  | 'screen'
  | 'indicator_out'

/** Who sees a screen: the holders of a key, everybody who may see devices, those who say where messages go, or everybody. */
export type Audience = PermissionKey | 'devices' | 'channels' | 'everyone'

export type Screen = {
  path: string
  component: string
  redirect?: string
  /** Its name in the route list, where it is not that of the component. */
  name?: string
  title: Word
  /** Name of a Lucide icon. */
  icon: string
  section: MenuSection
  permission: Audience
  /** A screen that is reached from another one, not from the sidebar. */
  hidden?: true
}

/** One row a screen that can be opened. `component` is its name in client/routes.tsx. */
const screens = [
  {
    path: '/today',
    component: 'today',
    name: 'today',
    title: 'route.today',
    icon: 'house',
    section: 'today',
    permission: 'everyone',
  },
  {
    path: '/dashboard/index',
    component: 'dashboard',
    title: 'route.dashboard',
    icon: 'layout-dashboard',
    section: 'layout',
    permission: 'devices',
  },
  {
    path: '/machine_list/index',
    component: 'machine_list',
    title: 'route.machineList',
    icon: 'hard-drive',
    section: 'layout',
    permission: 'devices',
  },
  {
    path: '/TraceDetail/index',
    component: 'TraceDetail',
    title: 'route.deviceDetail',
    icon: 'hard-drive',
    section: 'layout',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/machineStatics/index',
    component: 'machineStatics',
    title: 'route.deviceStatistics',
    icon: 'chart-column',
    section: 'layout',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/warning/index',
    component: 'warning',
    title: 'route.warning',
    icon: 'triangle-alert',
    section: 'layout',
    permission: 'devices',
  },
  {
    path: '/alerts/index',
    component: 'alerts',
    title: 'route.alerts',
    icon: 'siren',
    section: 'layout',
    permission: 'devices',
  },
  {
    path: '/alert_rules/index',
    component: 'alert_rules',
    title: 'route.alertRules',
    icon: 'bell-ring',
    section: 'layout',
    permission: 'base_screen',
  },
  {
    path: '/machine_type/index',
    component: 'machine_type',
    title: 'route.machineType',
    icon: 'chart-column',
    section: 'layout',
    permission: 'devices',
  },
  {
    path: '/feed_conflicts/index',
    component: 'feed_conflicts',
    title: 'route.feedConflicts',
    icon: 'git-fork',
    section: 'layout',
    permission: 'base_screen',
  },
  {
    path: '/feed_sources/index',
    component: 'feed_sources',
    title: 'route.feedSources',
    icon: 'cloud-download',
    section: 'layout',
    permission: 'base_screen',
  },
  {
    path: '/feed_batches/index',
    component: 'feed_batches',
    title: 'route.feedBatches',
    icon: 'history',
    section: 'layout',
    permission: 'base_screen',
  },
  {
    path: '/client/index',
    component: 'client',
    title: 'route.client',
    icon: 'building-2',
    section: 'agent',
    permission: 'devices',
  },
  {
    path: '/agent_detail/index',
    component: 'agent_detail',
    title: 'route.clientDetail',
    icon: 'building-2',
    section: 'agent',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/account_detail/index',
    component: 'account_detail',
    title: 'route.accountDetail',
    icon: 'building-2',
    section: 'agent',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/site/index',
    component: 'site',
    title: 'route.site',
    icon: 'map-pin',
    section: 'by_agent',
    permission: 'devices',
  },
  {
    path: '/site_detail/index',
    component: 'site_detail',
    title: 'route.siteDetail',
    icon: 'map-pin',
    section: 'by_agent',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/repair/index',
    component: 'repair',
    title: 'route.repair',
    icon: 'wrench',
    section: 'sale',
    permission: 'devices',
  },
  {
    path: '/company_material/index',
    component: 'company_material',
    title: 'route.stock',
    icon: 'boxes',
    section: 'sale',
    permission: 'company_material',
  },
  {
    path: '/company_material_order/index',
    component: 'company_material_order',
    title: 'route.goodsOrders',
    icon: 'arrow-left-right',
    section: 'sale',
    permission: 'sale',
  },
  {
    path: '/material/index',
    component: 'material',
    title: 'route.material',
    icon: 'package',
    section: 'sale',
    permission: 'material',
  },
  {
    path: '/material_type/index',
    component: 'material_type',
    title: 'route.materialType',
    icon: 'package',
    section: 'sale',
    permission: 'materialType',
    hidden: true,
  },
  {
    path: '/model/index',
    component: 'model',
    title: 'route.model',
    icon: 'package',
    section: 'sale',
    permission: 'model',
    hidden: true,
  },
  {
    path: '/tag_type/index',
    component: 'tag_type',
    title: 'route.tagType',
    icon: 'tag',
    section: 'sale',
    permission: 'materialType',
    hidden: true,
  },
  { path: '/user/index', component: 'user', title: 'route.users', icon: 'users', section: 'user', permission: 'user' },
  {
    path: '/profile/index',
    component: 'profile',
    title: 'route.profile',
    icon: 'circle-user',
    section: 'user',
    permission: 'everyone',
    hidden: true,
  },
  {
    path: '/groups/index',
    component: 'groups',
    title: 'route.stations',
    icon: 'users-round',
    section: 'user',
    permission: 'groups',
  },
  {
    path: '/channels/index',
    component: 'channels',
    title: 'route.channels',
    icon: 'send',
    section: 'user',
    permission: 'channels',
  },
  {
    path: '/schedules/index',
    component: 'schedules',
    title: 'route.schedules',
    icon: 'calendar-clock',
    section: 'user',
    permission: 'channels',
  },
  {
    path: '/deliveries/index',
    component: 'deliveries',
    title: 'route.deliveries',
    icon: 'mail-check',
    section: 'user',
    permission: 'channels',
  },
  // A key that the management alone holds.
  {
    path: '/audit/index',
    component: 'audit',
    title: 'route.audit',
    icon: 'scroll-text',
    section: 'user',
    permission: 'groups',
  },
  {
    path: '/reservation/index',
    component: 'reservation',
    title: 'route.reservation',
    icon: 'calendar-check',
    section: 'reservation',
    permission: 'reservation',
  },
  {
    path: '/reservation_plan_month/index',
    component: 'reservation_plan_month',
    title: 'route.planMonth',
    icon: 'calendar-days',
    section: 'reservation',
    permission: 'reservation_plan_month',
  },
  {
    path: '/reservation_plan/index',
    component: 'reservation_plan',
    title: 'route.planWeek',
    icon: 'calendar-range',
    section: 'reservation',
    permission: 'reservation_plan',
  },
  {
    path: '/reception/index',
    component: 'reception',
    title: 'route.reception',
    icon: 'truck',
    section: 'reservation',
    permission: 'reception',
  },
  {
    path: '/report/index',
    component: 'report',
    title: 'route.reports',
    icon: 'clipboard-check',
    section: 'reservation',
    permission: 'trace',
  },
  {
    path: '/report_detail/index',
    component: 'report_detail',
    title: 'route.report',
    icon: 'clipboard-check',
    section: 'reservation',
    permission: 'trace',
    hidden: true,
  },
  {
    path: '/trace/index',
    component: 'trace',
    title: 'route.traces',
    icon: 'clipboard-list',
    section: 'trace',
    permission: 'trace',
  },
  {
    path: '/testee/index',
    component: 'testee',
    title: 'route.testees',
    icon: 'contact',
    section: 'trace',
    permission: 'trace',
  },
  {
    path: '/classes/index',
    component: 'classes',
    title: 'route.classes',
    icon: 'presentation',
    section: 'classes',
    permission: 'trace',
  },
  {
    path: '/classes_detail/index',
    component: 'classes_detail',
    title: 'route.classDetail',
    icon: 'presentation',
    section: 'classes',
    permission: 'trace',
    hidden: true,
  },
  {
    path: '/materialType',
    component: 'project_list',
    name: 'materialType',
    title: 'route.projects',
    icon: 'snowflake',
    section: 'materialType',
    permission: 'everyone',
  },
  {
    path: '/agent',
    component: 'wizard',
    name: 'agent',
    title: 'route.wizard',
    icon: 'snowflake',
    section: 'materialType',
    permission: 'everyone',
    hidden: true,
  },
  {
    path: '/catalogue',
    component: 'catalogue',
    title: 'route.catalogue',
    icon: 'fan',
    section: 'materialType',
    permission: 'materialType',
  },
  {
    path: '/base_screen/index',
    component: 'base_screen',
    title: 'route.baseScreen',
    icon: 'monitor-play',
    section: 'base_screen',
    permission: 'base_screen',
  },
  {
    path: '/kpi/index',
    component: 'kpi',
    title: 'route.kpi',
    icon: 'gauge',
    section: 'base_screen',
    permission: 'kpi',
  },
  {
    path: '/kpi_detail/index',
    component: 'kpi_detail',
    title: 'route.kpiDetail',
    icon: 'heart-pulse',
    section: 'base_screen',
    permission: 'kpi_detail',
  },
  {
    path: '/screen/index',
    component: 'screen',
    title: 'route.screen',
    icon: 'monitor',
    section: 'screen',
    permission: 'screen',
  },
  {
    path: '/indicator_out/index',
    component: 'indicator_out',
    title: 'route.measures',
    icon: 'wallet',
    section: 'indicator_out',
    permission: 'indicator_out',
  },
] as const satisfies readonly Screen[]
/** Names of screens; the console has the code of each (`client/routes.tsx`). */
export type ScreenName = (typeof screens)[number]['component']
/** Icons of the menu; the console draws each (`client/frame/icons.ts`). */
export type MenuIcon = (typeof screens)[number]['icon']
/** Where each screen is, by the name of what draws it. */
export const screenPaths: readonly { path: string; component: ScreenName }[] = screens
export const allScreens: readonly Screen[] = screens

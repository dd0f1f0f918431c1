import type { ServerRoute } from './auth.ts'
import type { Word } from './i18n/index.ts'
import { type PermissionKey, type Role, roleKeys } from './permissions.ts'

/** Sections of the sidebar, in their order. */
export const menuSections = ['layout', 'agent', 'by_agent', 'sale', 'user', 'materialType', 'base_screen', 'screen', 'indicator_out'] as const
type MenuSection = (typeof menuSections)[number]

/** Who sees a screen: the holders of a key, everybody who may see devices, or everybody. */
type Audience = PermissionKey | 'devices' | 'everyone'

type Screen = {
  path: string
  component: string
  redirect?: string
  name: string
  title: Word
  /** Name of a Lucide icon. */
  icon: string
  section: MenuSection
  permission: Audience
  hidden: boolean
}

/** One row a screen; only what can be opened today stands here. `component` is its name in client/routes.tsx. */
const screens: readonly Screen[] = [
  {
    path: '/dashboard/index',
    component: 'dashboard',
    name: 'dashboard',
    title: 'route.dashboard',
    icon: 'layout-dashboard',
    section: 'layout',
    permission: 'devices',
    hidden: false,
  },
  {
    path: '/machine_list/index',
    component: 'machine_list',
    name: 'machine_list',
    title: 'route.machineList',
    icon: 'hard-drive',
    section: 'layout',
    permission: 'devices',
    hidden: false,
  },
  {
    path: '/TraceDetail/index',
    component: 'TraceDetail',
    name: 'TraceDetail',
    title: 'route.deviceDetail',
    icon: 'hard-drive',
    section: 'layout',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/machineStatics/index',
    component: 'machineStatics',
    name: 'machineStatics',
    title: 'route.deviceStatistics',
    icon: 'chart-column',
    section: 'layout',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/warning/index',
    component: 'warning',
    name: 'warning',
    title: 'route.warning',
    icon: 'triangle-alert',
    section: 'layout',
    permission: 'devices',
    hidden: false,
  },
  {
    path: '/machine_type/index',
    component: 'machine_type',
    name: 'machine_type',
    title: 'route.machineType',
    icon: 'chart-column',
    section: 'layout',
    permission: 'devices',
    hidden: false,
  },
  {
    path: '/feed_conflicts/index',
    component: 'feed_conflicts',
    name: 'feed_conflicts',
    title: 'route.feedConflicts',
    icon: 'git-fork',
    section: 'layout',
    permission: 'base_screen',
    hidden: false,
  },
  {
    path: '/feed_batches/index',
    component: 'feed_batches',
    name: 'feed_batches',
    title: 'route.feedBatches',
    icon: 'history',
    section: 'layout',
    permission: 'base_screen',
    hidden: false,
  },
  {
    path: '/client/index',
    component: 'client',
    name: 'client',
    title: 'route.client',
    icon: 'building-2',
    section: 'agent',
    permission: 'devices',
    hidden: false,
  },
  {
    path: '/agent_detail/index',
    component: 'agent_detail',
    name: 'agent_detail',
    title: 'route.clientDetail',
    icon: 'building-2',
    section: 'agent',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/account_detail/index',
    component: 'account_detail',
    name: 'account_detail',
    title: 'route.accountDetail',
    icon: 'building-2',
    section: 'agent',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/site/index',
    component: 'site',
    name: 'site',
    title: 'route.site',
    icon: 'map-pin',
    section: 'by_agent',
    permission: 'devices',
    hidden: false,
  },
  {
    path: '/site_detail/index',
    component: 'site_detail',
    name: 'site_detail',
    title: 'route.siteDetail',
    icon: 'map-pin',
    section: 'by_agent',
    permission: 'devices',
    hidden: true,
  },
  {
    path: '/repair/index',
    component: 'repair',
    name: 'repair',
    title: 'route.repair',
    icon: 'wrench',
    section: 'sale',
    permission: 'devices',
    hidden: false,
  },
  {
    path: '/user/index',
    component: 'user',
    name: 'user',
    title: 'route.users',
    icon: 'users',
    section: 'user',
    permission: 'user',
    hidden: false,
  },
  {
    path: '/audit/index',
    component: 'audit',
    name: 'audit',
    title: 'route.audit',
    icon: 'scroll-text',
    section: 'user',
    // A key that the management alone holds.
    permission: 'groups',
    hidden: false,
  },
  {
    path: '/materialType',
    component: 'project_list',
    name: 'materialType',
    title: 'route.projects',
    icon: 'snowflake',
    section: 'materialType',
    permission: 'everyone',
    hidden: false,
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
    name: 'catalogue',
    title: 'route.catalogue',
    icon: 'fan',
    section: 'materialType',
    permission: 'materialType',
    hidden: false,
  },
]

const maySee = (role: Role, permission: Audience): boolean =>
  permission === 'everyone' || (permission === 'devices' ? role !== 'none' : roleKeys[role].includes(permission))

/** The menu that the server gives to a role (R035, R212); it draws the sidebar and protects nothing: each call is checked by itself. */
export const routesFor = (role: Role): ServerRoute[] => screens.filter((screen) => maySee(role, screen.permission)).map(({ permission: _, ...route }) => route)

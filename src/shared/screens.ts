import type { Screen } from './screen-types.ts'
import { fleetScreens } from './screens-fleet.ts'
import { inspectionScreens } from './screens-inspection.ts'

/** One row for each screen. `component` is its name in client/routes.tsx. */
const screens = [
  ...fleetScreens,
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
  // A permission key that only the management holds.
  {
    path: '/audit/index',
    component: 'audit',
    title: 'route.audit',
    icon: 'scroll-text',
    section: 'user',
    permission: 'groups',
  },
  ...inspectionScreens,
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
/** Names of screens; the console maps each to its code (`client/routes.tsx`). */
export type ScreenName = (typeof screens)[number]['component']
/** Icons of the menu; the console draws each (`client/frame/icons.ts`). */
export type MenuIcon = (typeof screens)[number]['icon']
/** The path of each screen, by its component name. */
export const screenPaths: readonly { path: string; component: ScreenName }[] = screens
export const allScreens: readonly Screen[] = screens

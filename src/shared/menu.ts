import type { ServerRoute } from './auth.ts'
import type { Word } from './i18n/index.ts'
import { keepsChannels, type Role, roleKeys } from './roles.ts'
import type { Audience, MenuSection } from './screen-types.ts'
import { allScreens, type MenuIcon } from './screens.ts'

type Routed = Pick<ServerRoute, 'path' | 'section' | 'hidden'>
/** Icons of the sidebar entries only: a page does not need the icons of all screens at once. */
export type EntryIcon = Extract<
  MenuIcon,
  | 'house'
  | 'hard-drive'
  | 'building-2'
  | 'wrench'
  | 'boxes'
  | 'calendar-check'
  | 'presentation'
  | 'snowflake'
  | 'gauge'
  | 'monitor'
  | 'users'
  | 'scroll-text'
>
/**
 * An entry of the sidebar. Its tabs are the screens of its sections, and those of its `paths`, whatever their
 * documented section is.
 */
type MenuEntry = { title: Word; icon: EntryIcon; sections: readonly MenuSection[]; paths?: readonly string[] }

/** The sidebar: a dozen entries, because the documents have more sections and screens than a user can scan. */
export const menuEntries: readonly MenuEntry[] = [
  { title: 'route.today', icon: 'house', sections: ['today'] },
  { title: 'menu.devices', icon: 'hard-drive', sections: ['layout'] },
  { title: 'menu.places', icon: 'building-2', sections: ['agent', 'by_agent'] },
  { title: 'menu.repairs', icon: 'wrench', sections: [], paths: ['/repair/index'] },
  { title: 'menu.goods', icon: 'boxes', sections: ['sale'] },
  { title: 'menu.inspection', icon: 'calendar-check', sections: ['reservation'] },
  { title: 'menu.records', icon: 'presentation', sections: ['trace', 'classes'] },
  { title: 'menu.selection', icon: 'snowflake', sections: ['materialType'] },
  { title: 'menu.figures', icon: 'gauge', sections: ['indicator_out'], paths: ['/kpi/index', '/kpi_detail/index'] },
  { title: 'menu.wall', icon: 'monitor', sections: ['base_screen', 'screen'] },
  { title: 'menu.people', icon: 'users', sections: ['user'] },
  { title: 'route.audit', icon: 'scroll-text', sections: [], paths: ['/audit/index'] },
]

/** Return the entry of a screen; undefined for an unknown section. */
export const entryOf = ({ path, section }: Routed): MenuEntry | undefined =>
  menuEntries.find(({ paths }) => paths?.includes(path)) ??
  menuEntries.find(({ sections }) => sections.some((known) => known === section))

/** Screens that the documented menu hides, but that are tabs here. */
const tabbed: readonly string[] = ['/material_type/index', '/model/index', '/tag_type/index']
const isTab = ({ path, hidden }: Routed): boolean => !hidden || tabbed.includes(path)

/** Screens that are views of one calendar: a user of both has one tab for them, with a switch inside. */
export const planViews = {
  title: 'route.plans',
  month: '/reservation_plan_month/index',
  week: '/reservation_plan/index',
} as const satisfies {
  title: Word
  month: string
  week: string
}

/** Return the tabs of an entry from a user's routes, in order; the first is the target of the entry. */
export const tabsOf = <Route extends Routed>(entry: MenuEntry, routes: readonly Route[]): Route[] => {
  const bothPlans = routes.some(({ path }) => path === planViews.month)
  return routes.filter(
    (route) => isTab(route) && entryOf(route) === entry && !(bothPlans && route.path === planViews.week),
  )
}

/** Return the path of the tab that contains a screen. */
export const tabPathOf = (path: string, tabs: readonly Pick<Routed, 'path'>[]): string =>
  path === planViews.week && !tabs.some((tab) => tab.path === path) ? planViews.month : path

const maySee = (role: Role, by: Audience): boolean =>
  by === 'everyone' ||
  (by === 'channels' ? keepsChannels(role) : by === 'devices' ? role !== 'none' : roleKeys[role].includes(by))

/** Return the menu of a role (R035, R212). It draws the sidebar and protects nothing: each call has its own check. */
export const routesFor = (role: Role): ServerRoute[] =>
  allScreens
    .filter((screen) => maySee(role, screen.permission))
    .map(({ permission: _, name, hidden = false, ...route }) => ({ ...route, name: name ?? route.component, hidden }))

/** Return the title of an existing screen, whether the user may open it or not; undefined for an unknown address. */
export const titleOfScreen = (path: string): Word | undefined =>
  allScreens.find((screen) => screen.path === path)?.title

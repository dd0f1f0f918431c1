import type { ServerRoute } from './auth.ts'
import type { Word } from './i18n/index.ts'
import { keepsChannels, type Role, roleKeys } from './permissions.ts'
import type { Audience, MenuSection } from './screen-types.ts'
import { allScreens, type MenuIcon } from './screens.ts'

type Routed = Pick<ServerRoute, 'path' | 'section' | 'hidden'>
/** What the sidebar draws; the pictures of all screens together are more than a page needs at once. */
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
/** An entry of the sidebar: the screens of its sections, and of its `paths` wherever these stand in the documented sections, are its tabs. */
type MenuEntry = { title: Word; icon: EntryIcon; sections: readonly MenuSection[]; paths?: readonly string[] }

/** The sidebar: a dozen entries, because the documents name more sections and screens than anybody reads at a glance. */
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

/** The entry that a screen belongs to; undefined for a section that nobody knows. */
export const entryOf = ({ path, section }: Routed): MenuEntry | undefined =>
  menuEntries.find(({ paths }) => paths?.includes(path)) ??
  menuEntries.find(({ sections }) => sections.some((known) => known === section))

/** Screens that the documented menu hides and that are tabs all the same. */
const tabbed: readonly string[] = ['/material_type/index', '/model/index', '/tag_type/index']
const isTab = ({ path, hidden }: Routed): boolean => !hidden || tabbed.includes(path)

/** Screens that are views of one calendar: somebody who may see both has one tab for them, and turns from one to the other inside. */
export const planViews = {
  title: 'route.plans',
  month: '/reservation_plan_month/index',
  week: '/reservation_plan/index',
} as const satisfies {
  title: Word
  month: string
  week: string
}

/** The tabs of an entry out of the routes of a person, in their order; the first is where the entry leads. */
export const tabsOf = <Route extends Routed>(entry: MenuEntry, routes: readonly Route[]): Route[] => {
  const bothPlans = routes.some(({ path }) => path === planViews.month)
  return routes.filter(
    (route) => isTab(route) && entryOf(route) === entry && !(bothPlans && route.path === planViews.week),
  )
}

/** The path of the tab under which a screen is found among the tabs of its entry. */
export const tabPathOf = (path: string, tabs: readonly Pick<Routed, 'path'>[]): string =>
  path === planViews.week && !tabs.some((tab) => tab.path === path) ? planViews.month : path

const maySee = (role: Role, by: Audience): boolean =>
  by === 'everyone' ||
  (by === 'channels' ? keepsChannels(role) : by === 'devices' ? role !== 'none' : roleKeys[role].includes(by))

/** The menu that the server gives to a role (R035, R212); it draws the sidebar and protects nothing: each call is checked by itself. */
export const routesFor = (role: Role): ServerRoute[] =>
  allScreens
    .filter((screen) => maySee(role, screen.permission))
    .map(({ permission: _, name, hidden = false, ...route }) => ({ ...route, name: name ?? route.component, hidden }))

/** The title of a screen that exists, whether it is open to somebody or not; undefined for an address that no screen has. */
export const titleOfScreen = (path: string): Word | undefined =>
  allScreens.find((screen) => screen.path === path)?.title

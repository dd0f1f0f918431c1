import { rowsHref } from '#client/features/devices/device-view.ts'
import { formatNumber, sayTitle, useWord } from '#client/i18n.ts'
import { knownRoutes } from '#client/known-routes.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import type { Page } from '#shared/paging.ts'
import { type PaletteActions, useCommands } from './palette-commands.ts'
import type { PaletteItem } from './palette-match.ts'
import { recentItems } from './palette-recent.tsx'

const shortestSerial = 2
const mostDevices = 8
const mostPlaces = 4
const mostProjects = 4

export type PaletteGroups = { title: string; rows: PaletteItem[] }[]

type Say = ReturnType<typeof useWord>
/** Return the state whose code, name or other usual word begins with this word. */
function stateOf(word: string, say: Say): DeviceState | undefined {
  const begun = word.toLowerCase()
  const names = (state: DeviceState) => [state, say(`device.state.${state}`).toLowerCase(), ...(synonyms[state] ?? [])]
  return begun === '' ? undefined : deviceStates.find((one) => names(one).some((it) => it.startsWith(begun)))
}
/** Other usual words for a state, in both languages. */
const synonyms: Partial<Record<DeviceState, readonly string[]>> = {
  offline: ['down', '离线', '下线'],
  repairing: ['in repair', '送修', '维修中'],
}

/** Split "晨曦 告警" or "告警 晨曦" into the name and the state that the last or the first word starts. */
export function splitState(query: string, say: Say): { name: string; state: DeviceState | undefined } {
  const [, start = '', last = ''] = /^(.+)\s+(\S+)$/.exec(query) ?? []
  const [, first = '', end = ''] = /^(\S+)\s+(.+)$/.exec(query) ?? []
  const [ending, beginning] = [stateOf(last, say), stateOf(first, say)]
  if (ending) return { name: start.trim(), state: ending }
  return beginning ? { name: end.trim(), state: beginning } : { name: query, state: undefined }
}

/** Return the links to all machines in the state that a single typed word names. */
function stateItems(query: string, known: readonly Route[], say: Say): PaletteItem[] {
  const state = query.length < 2 ? undefined : stateOf(query, say)
  return state && known.some(({ component }) => component === 'machine_list')
    ? [{ path: rowsHref({ state }), label: say('palette.inState', { state: say(`device.state.${state}`) }), state }]
    : []
}

type Route = ReturnType<typeof knownRoutes>[number]

/** Query the records whose name or serial contains the typed words, of the kinds whose screens the user may open. */
function useFoundRecords(settled: string, name: string, known: readonly Route[]) {
  const routeFor = (component: string) =>
    settled === '' ? undefined : known.find((route) => route.component === component)
  const silent = { silent: true }
  const [list, client, site, project] = [
    routeFor('machine_list'),
    routeFor('agent_detail'),
    routeFor('site_detail'),
    routeFor('wizard'),
  ]
  const devices = trpc.devices.find.useQuery(
    { serial: settled, size: mostDevices },
    { enabled: list !== undefined && settled.length >= shortestSerial, meta: silent },
  )
  const clients = trpc.clients.find.useQuery(
    { name, size: mostPlaces },
    { enabled: client !== undefined, meta: silent },
  )
  const sites = trpc.sites.find.useQuery({ name, size: mostPlaces }, { enabled: site !== undefined, meta: silent })
  const projects = trpc.projects.find.useQuery(
    { name: settled, size: mostProjects },
    { enabled: project !== undefined, meta: silent },
  )
  const searching = [devices, clients, sites, projects].some(({ isFetching, data }) => isFetching && data === undefined)
  return {
    searching,
    clients: { route: client, page: clients.data },
    sites: { route: site, page: sites.data },
    devices: { route: list, page: devices.data },
    projects: { route: project, page: projects.data },
  }
}
type Found = ReturnType<typeof useFoundRecords>

/** Return the link to all results, if the palette shows only the first ones. */
const allOf = (path: string, page: Page<unknown> | undefined, shown: number, say: Say): PaletteItem[] =>
  page && page.totalCount > shown
    ? [
        {
          path,
          label: say('palette.showAll', { count: `${formatNumber(page.totalCount)}${page.totalCapped ? '+' : ''}` }),
        },
      ]
    : []

function clientItems({ route, page }: Found['clients'], name: string, state: DeviceState, say: Say): PaletteGroups {
  if (!route) return []
  const rows = (page?.data ?? []).flatMap((row): PaletteItem[] => [
    { path: `${route.path}?id=${row.id}`, label: row.name, icon: route.icon, note: row.company },
    { path: rowsHref({ clientId: row.id, state }), label: row.name, state, count: row[`${state}DeviceCount`] },
  ])
  const all = allOf(`/client/index?name=${encodeURIComponent(name)}`, page, mostPlaces, say)
  return [{ title: say('route.client'), rows: [...rows, ...all] }]
}

function siteItems({ route, page }: Found['sites'], name: string, state: DeviceState, say: Say): PaletteGroups {
  if (!route) return []
  const rows = (page?.data ?? []).flatMap((row): PaletteItem[] => [
    { path: `${route.path}?id=${row.id}`, label: row.name, icon: route.icon },
    { path: rowsHref({ siteId: row.id, state }), label: row.name, state, count: row[`${state}DeviceCount`] },
  ])
  const all = allOf(`/site/index?name=${encodeURIComponent(name)}`, page, mostPlaces, say)
  return [{ title: say('route.site'), rows: [...rows, ...all] }]
}

function deviceItems({ route, page }: Found['devices'], serial: string, say: Say): PaletteGroups {
  if (!route) return []
  const rows = (page?.data ?? []).map(
    (row): PaletteItem => ({
      path: `${route.path}?serial=${encodeURIComponent(row.serial)}&device=${row.id}`,
      label: row.serial,
      mono: true,
      note: row.site,
      state: row.state,
    }),
  )
  return [{ title: say('palette.devices'), rows: [...rows, ...allOf(rowsHref({ serial }), page, mostDevices, say)] }]
}

function projectItems({ route, page }: Found['projects'], name: string, say: Say): PaletteGroups {
  if (!route) return []
  const rows = (page?.data ?? []).map(
    (row): PaletteItem => ({
      path: `${route.path}?id=${row.id}`,
      label: row.name ?? row.projectNo,
      icon: route.icon,
      note: row.name === null ? null : row.projectNo,
    }),
  )
  const all = allOf(`/materialType?search=${encodeURIComponent(name)}`, page, mostProjects, say)
  return [{ title: say('route.projects'), rows: [...rows, ...all] }]
}

/** Return the screens whose title or name contains the typed words, and without words the last visited ones. */
function screenItems(
  query: string,
  known: readonly Route[],
  userId: number,
  commands: PaletteItem[],
  say: Say,
): PaletteGroups {
  const screens = known.filter(
    (route) => !route.hidden && `${sayTitle(route.title)} ${route.name}`.toLowerCase().includes(query.toLowerCase()),
  )
  const recent = query === '' ? recentItems(userId, known) : []
  return [
    { title: say('palette.recent'), rows: recent },
    { title: say('palette.commands'), rows: commands },
    { title: say('palette.devices'), rows: stateItems(query, known, say) },
    {
      title: say('palette.screens'),
      rows: screens.map((route) => ({ path: route.path, label: sayTitle(route.title), icon: route.icon })),
    },
  ]
}

/**
 * Return the results for the typed words: screens at once; devices by a part of the serial, and clients, sites and
 * projects by a part of the name, once the typing has paused. A client or site also offers its devices in one state:
 * offline, unless the last word names another.
 */
export function usePaletteItems(
  query: string,
  settled: string,
  actions: PaletteActions,
): { groups: PaletteGroups; searching: boolean } {
  const say = useWord()
  const { id, routes } = useSession()
  const known = knownRoutes(routes)
  const commands = useCommands(query, settled, actions)
  const { name, state = 'offline' } = splitState(settled, say)
  const found = useFoundRecords(settled, name, known)
  const records =
    query === settled && settled !== ''
      ? [
          ...clientItems(found.clients, name, state, say),
          ...siteItems(found.sites, name, state, say),
          ...deviceItems(found.devices, settled, say),
          ...projectItems(found.projects, settled, say),
        ]
      : []
  const groups = [...screenItems(query, known, id, commands, say), ...records].filter(({ rows }) => rows.length > 0)
  return { groups, searching: query !== '' && (query !== settled || found.searching) }
}

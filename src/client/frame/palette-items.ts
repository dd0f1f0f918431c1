import { rowsHref, type ViewFilters } from '#client/features/devices/device-view.ts'
import { sayTitle, useWord } from '#client/i18n.ts'
import { knownRoutes } from '#client/known-routes.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import type { PlaceCounts } from '#shared/places.ts'
import { allOf } from './palette-all.ts'
import { type PaletteActions, useCommands } from './palette-commands.ts'
import type { PaletteGroups, PaletteItem } from './palette-match.ts'
import { usePeople } from './palette-people.ts'
import { recentItems } from './palette-recent.tsx'

const shortestSerial = 2
const mostDevices = 8
const mostPlaces = 4
const mostProjects = 4
const mostAccounts = 4

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
  // Sub-accounts lead to their devices.
  const accounts = trpc.accounts.find.useQuery(
    { name, size: mostAccounts },
    { enabled: list !== undefined, meta: silent },
  )
  const searching = [devices, clients, sites, accounts, projects].some(
    ({ isFetching, data }) => isFetching && data === undefined,
  )
  return {
    searching,
    clients: { route: client, page: clients.data },
    sites: { route: site, page: sites.data },
    accounts: { route: list, page: accounts.data },
    devices: { route: list, page: devices.data },
    projects: { route: project, page: projects.data },
  }
}
type Found = ReturnType<typeof useFoundRecords>

type Counts = Pick<PlaceCounts, `${DeviceState}DeviceCount`>
/** A page of a client, site or account, its counts, and the filters that select its devices. */
type Place = { page: PaletteItem; counts: Counts; filters: ViewFilters }

/**
 * Return the lines of clients, sites or accounts and of their devices in a state, without empty ones. The devices are
 * first if the state was typed, else offline ones below each place.
 */
function placeItems(places: readonly Place[], typed: DeviceState | undefined): PaletteItem[] {
  const state = typed ?? 'offline'
  const devices = ({ page: { label }, counts, filters }: Place): PaletteItem[] => {
    const count = counts[`${state}DeviceCount`]
    return count === 0 ? [] : [{ path: rowsHref({ ...filters, state }), label, state, count }]
  }
  return typed
    ? [...places.flatMap(devices), ...places.map(({ page }) => page)]
    : places.flatMap((place) => [place.page, ...devices(place).map((item) => ({ ...item, below: true as const }))])
}

type Typed = { name: string; state: DeviceState | undefined }

function clientItems({ route, page }: Found['clients'], { name, state }: Typed, say: Say): PaletteGroups {
  if (!route) return []
  const places = (page?.data ?? []).map(
    (row): Place => ({
      page: { path: `${route.path}?id=${row.id}`, label: row.name, icon: route.icon, note: row.company },
      counts: row,
      filters: { clientId: row.id },
    }),
  )
  const all = allOf(`/client/index?name=${encodeURIComponent(name)}`, page, mostPlaces, say)
  return [{ title: say('route.client'), rows: [...placeItems(places, state), ...all] }]
}

function siteItems({ route, page }: Found['sites'], { name, state }: Typed, say: Say): PaletteGroups {
  if (!route) return []
  const places = (page?.data ?? []).map(
    (row): Place => ({
      page: { path: `${route.path}?id=${row.id}`, label: row.name, icon: route.icon },
      counts: row,
      filters: { siteId: row.id },
    }),
  )
  const all = allOf(`/site/index?name=${encodeURIComponent(name)}`, page, mostPlaces, say)
  return [{ title: say('route.site'), rows: [...placeItems(places, state), ...all] }]
}

function accountItems({ page }: Found['accounts'], { state }: Typed, say: Say): PaletteGroups {
  const places = (page?.data ?? []).map(({ id, name, clientId, client, ...counts }): Place => {
    const filters = { clientId, accountId: id }
    return { page: { path: rowsHref(filters), label: name, icon: 'users', note: client }, counts, filters }
  })
  return [{ title: say('palette.accounts'), rows: placeItems(places, state) }]
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
 * projects by a part of the name, once the typing has paused. A client, site or account also offers its devices in one
 * state: offline, unless the first or last word names another.
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
  const typed = splitState(settled, say)
  const found = useFoundRecords(settled, typed.name, known)
  const people = usePeople(settled, known)
  const records =
    query === settled && settled !== ''
      ? [
          ...clientItems(found.clients, typed, say),
          ...siteItems(found.sites, typed, say),
          ...accountItems(found.accounts, typed, say),
          ...deviceItems(found.devices, settled, say),
          ...projectItems(found.projects, settled, say),
          ...people.groups,
        ]
      : []
  const groups = [...screenItems(query, known, id, commands, say), ...records].filter(({ rows }) => rows.length > 0)
  return { groups, searching: query !== '' && (query !== settled || found.searching || people.searching) }
}

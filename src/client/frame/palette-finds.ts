import { rowsHref } from '#client/features/devices/device-view.ts'
import { formatNumber, sayTitle, useWord } from '#client/i18n.ts'
import { knownRoutes } from '#client/known-routes.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import type { Page } from '#shared/paging.ts'
import { type Doing, useCommands } from './palette-commands.ts'
import { type Find, readRecent } from './palette-match.ts'

const shortestSerial = 2
const mostDevices = 8
const mostPlaces = 4
const mostProjects = 4

export type Finds = { title: string; rows: Find[] }[]

type Say = ReturnType<typeof useWord>
/** Split "晨曦 告警" into the name and the state that the last word starts. */
export function splitState(wanted: string, say: Say): { name: string; state: DeviceState | undefined } {
  const [, name, last] = /^(.+)\s+(\S+)$/.exec(wanted) ?? []
  const begun = last?.toLowerCase()
  const state =
    begun &&
    deviceStates.find((one) => [one, say(`device.state.${one}`).toLowerCase()].some((word) => word.startsWith(begun)))
  return name && state ? { name: name.trim(), state } : { name: wanted, state: undefined }
}

/**
 * Return the results for the typed words: screens at once; devices by a part of the serial, and clients, sites and
 * projects by a part of the name, once the typing has paused. A client or site also offers its devices in one state:
 * offline, unless the last word names another.
 */
export function useFinds(wanted: string, settled: string, doing: Doing): { finds: Finds; searching: boolean } {
  const say = useWord()
  const { id, routes } = useSession()
  const known = knownRoutes(routes)
  const commands = useCommands(wanted, settled, doing)
  const routeFor = (component: string) =>
    settled === '' ? undefined : known.find((route) => route.component === component)
  const { name, state = 'offline' } = splitState(settled, say)
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

  const screens = known.filter(
    (route) => !route.hidden && `${sayTitle(route.title)} ${route.name}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  const recent =
    wanted === ''
      ? readRecent(id).filter(({ path }) => known.some((route) => route.path === path.split('?', 1)[0]))
      : []
  const allOf = (path: string, list: Page<unknown> | undefined, shown: number): Find[] =>
    list && list.totalCount > shown
      ? [
          {
            path,
            label: say('palette.showAll', { count: `${formatNumber(list.totalCount)}${list.totalCapped ? '+' : ''}` }),
          },
        ]
      : []
  const all: Finds = [
    { title: say('palette.recent'), rows: recent },
    { title: say('palette.commands'), rows: commands },
    {
      title: say('palette.screens'),
      rows: screens.map((route) => ({ path: route.path, label: sayTitle(route.title), icon: route.icon })),
    },
  ]
  if (wanted === settled && settled !== '') {
    if (client)
      all.push({
        title: say('route.client'),
        rows: (clients.data?.data ?? [])
          .flatMap((row): Find[] => [
            { path: `${client.path}?id=${row.id}`, label: row.name, icon: client.icon, note: row.company },
            { path: rowsHref({ clientId: row.id, state }), label: row.name, state, count: row[`${state}DeviceCount`] },
          ])
          .concat(allOf(`/client/index?name=${encodeURIComponent(name)}`, clients.data, mostPlaces)),
      })
    if (site)
      all.push({
        title: say('route.site'),
        rows: (sites.data?.data ?? [])
          .flatMap((row): Find[] => [
            { path: `${site.path}?id=${row.id}`, label: row.name, icon: site.icon },
            { path: rowsHref({ siteId: row.id, state }), label: row.name, state, count: row[`${state}DeviceCount`] },
          ])
          .concat(allOf(`/site/index?name=${encodeURIComponent(name)}`, sites.data, mostPlaces)),
      })
    if (list)
      all.push({
        title: say('palette.devices'),
        rows: (devices.data?.data ?? [])
          .map(
            (row): Find => ({
              path: `${list.path}?serial=${encodeURIComponent(row.serial)}&device=${row.id}`,
              label: row.serial,
              mono: true,
              note: row.site,
              state: row.state,
            }),
          )
          .concat(allOf(rowsHref({ serial: settled }), devices.data, mostDevices)),
      })
    if (project)
      all.push({
        title: say('route.projects'),
        rows: (projects.data?.data ?? [])
          .map(
            (row): Find => ({
              path: `${project.path}?id=${row.id}`,
              label: row.name ?? row.projectNo,
              icon: project.icon,
              note: row.name === null ? null : row.projectNo,
            }),
          )
          .concat(allOf(`/materialType?search=${encodeURIComponent(settled)}`, projects.data, mostProjects)),
      })
  }
  const asked = [devices, clients, sites, projects].some(({ isFetching, data }) => isFetching && data === undefined)
  return { finds: all.filter(({ rows }) => rows.length > 0), searching: wanted !== '' && (wanted !== settled || asked) }
}

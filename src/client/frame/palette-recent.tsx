import { deviceDetailPath } from '#client/features/device-detail/device-address.ts'
import { sayTitle } from '#client/i18n.ts'
import { plainPath } from '#client/redirect.ts'
import { trpc } from '#client/trpc.ts'
import type { ServerRoute } from '#shared/auth.ts'
import type { PaletteItem } from './palette-match.ts'
import { type VisitedRecord, visitOf, visitsKey } from './visits.ts'

const most = 8

/** The screens of records that have a name. */
const named = ['TraceDetail', 'agent_detail', 'site_detail', 'account_detail', 'wizard']

/**
 * Return the screens and records that this user has visited last in this tab, however they were opened, without the
 * current one.
 */
export function recentItems(userId: number, known: readonly ServerRoute[]): PaletteItem[] {
  const isKnown = (path: string) => known.some((route) => route.path === path)
  /** A device beside a list is the device's page, for those who may open it. */
  const pageOf = (visit: string) => {
    const device = /\?device=(\d+)$/.exec(visit)?.[1]
    return device !== undefined && isKnown(deviceDetailPath) ? `${deviceDetailPath}?id=${device}` : visit
  }
  const here = pageOf(visitOf(plainPath(location.pathname), location.search))
  const visits = sessionStorage.getItem(visitsKey(userId))?.split('\n') ?? []
  const paths = [...new Set(visits.map(pageOf))].filter((path) => path !== here)
  return paths
    .flatMap((path): PaletteItem[] => {
      const [screen = '', record = ''] = path.split('?')
      const id = /=(\d+)$/.exec(record)?.[1]
      const route = known.find((one) => one.path === screen)
      if (!route) return []
      const item = { path: id === undefined ? screen : path, label: sayTitle(route.title), icon: route.icon }
      if (id === undefined) return route.hidden && route.component !== 'profile' ? [] : [item]
      if (!named.includes(route.component)) return []
      return [{ ...item, record: { component: route.component, id: Number(id) } }]
    })
    .slice(0, most)
}

/** The name of a visited record; until it is known, or if the record is gone, the title of its screen. */
export function RecordName({ record: { component, id }, title }: { record: VisitedRecord; title: string }) {
  const asked = (one: string) => ({
    enabled: component === one,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  const device = trpc.devices.get.useQuery({ id }, asked('TraceDetail')).data
  const client = trpc.clients.get.useQuery({ id }, asked('agent_detail')).data
  const site = trpc.sites.get.useQuery({ id }, asked('site_detail')).data
  const account = trpc.accounts.get.useQuery({ id }, asked('account_detail')).data
  const project = trpc.projects.get.useQuery({ id }, asked('wizard')).data
  if (device) return <span className="font-mono">{device.serial}</span>
  return (client ?? site ?? account)?.name ?? (project && (project.name ?? project.projectNo)) ?? title
}

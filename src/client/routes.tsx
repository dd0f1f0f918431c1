import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ServerRoute } from '#shared/auth.ts'
import { setPreloader } from './preload.ts'
import { plainPath } from './redirect.ts'
import { rememberedSessionInfo } from './session.ts'

type Screen = { load: () => Promise<unknown>; Screen: LazyExoticComponent<ComponentType> }

const screen = (load: () => Promise<ComponentType>): Screen => ({ load, Screen: lazy(async () => ({ default: await load() })) })

/**
 * The screens by the name that the server's routes use (`component` in shared/menu.ts, where path, title, permission and menu stand).
 * Each is a chunk of its own. A route whose component is not here is skipped.
 */
const screens: Record<string, Screen> = {
  dashboard: screen(async () => (await import('./features/devices/device-overview-screen.tsx')).DeviceOverviewScreen),
  client: screen(async () => (await import('./features/clients/client-screen.tsx')).ClientScreen),
  agent_detail: screen(async () => (await import('./features/clients/client-detail-screen.tsx')).ClientDetailScreen),
  account_detail: screen(async () => (await import('./features/accounts/account-detail-screen.tsx')).AccountDetailScreen),
  site: screen(async () => (await import('./features/sites/site-screen.tsx')).SiteScreen),
  site_detail: screen(async () => (await import('./features/sites/site-detail-screen.tsx')).SiteDetailScreen),
  user: screen(async () => (await import('./features/users/user-screen.tsx')).UserScreen),
  audit: screen(async () => (await import('./features/audit/audit-screen.tsx')).AuditScreen),
  catalogue: screen(async () => (await import('./features/catalogue/catalogue-screen.tsx')).CatalogueScreen),
  repair: screen(async () => (await import('./features/repairs/repair-screen.tsx')).RepairScreen),
  project_list: screen(async () => (await import('./features/projects/project-list-screen.tsx')).ProjectListScreen),
  wizard: screen(async () => (await import('./features/projects/wizard-screen.tsx')).WizardScreen),
  feed_batches: screen(async () => (await import('./features/feeds/feed-batch-screen.tsx')).FeedBatchScreen),
  feed_conflicts: screen(async () => (await import('./features/feeds/feed-conflict-screen.tsx')).FeedConflictScreen),
  TraceDetail: screen(async () => (await import('./features/device-detail/device-detail-screen.tsx')).DeviceDetailScreen),
  machineStatics: screen(async () => (await import('./features/device-detail/device-statistics-screen.tsx')).DeviceStatisticsScreen),
  warning: screen(async () => (await import('./features/warnings/warning-screen.tsx')).WarningScreen),
  machine_type: screen(async () => (await import('./features/machine-types/machine-type-screen.tsx')).MachineTypeScreen),
  machine_list: screen(async () => (await import('./features/devices/machine-list-screen.tsx')).MachineListScreen),
}

/** Where the document sends `/` (R275). */
const startPath = '/materialType'

/** The routes that can be opened here, out of those that the server gives. */
export const knownRoutes = (routes: readonly ServerRoute[]): ServerRoute[] => routes.filter((route) => route.component in screens)

export const routeOf = (routes: readonly ServerRoute[], path: string): ServerRoute | undefined =>
  knownRoutes(routes).find((route) => route.path === plainPath(path))

/** Where `/` leads this person; null = nothing is open to him yet. */
export function startOf(routes: readonly ServerRoute[]): string | null {
  const known = knownRoutes(routes)
  return (known.find((route) => route.path === startPath) ?? known.find((route) => !route.hidden))?.path ?? null
}

export const screenOf = (route: ServerRoute): ComponentType | undefined => screens[route.component]?.Screen

setPreloader((path) => {
  const route = routeOf(rememberedSessionInfo()?.routes ?? [], path)
  // A failed fetch ahead is no failure yet; the click tries again and says so.
  if (route) screens[route.component]?.load().catch(() => {})
})

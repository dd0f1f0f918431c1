import type { ComponentType } from 'react'
import type { ServerRoute } from '#shared/auth.ts'
import type { ScreenName } from '#shared/screens.ts'
import { setPreloader } from './preload.ts'
import { plainPath } from './redirect.ts'
import { screens } from './routes.tsx'
import type { Screen } from './screen-code.ts'
import { rememberedSessionInfo } from './session.ts'

const isScreen = (name: string): name is ScreenName => Object.hasOwn(screens, name)
const screenNamed = (name: string): Screen | undefined => (isScreen(name) ? screens[name] : undefined)

/** The documented destination of `/` (R275). */
const documentedStart = '/materialType'

/** Return the server's routes that this build has a screen for. */
export const knownRoutes = (routes: readonly ServerRoute[]): ServerRoute[] =>
  routes.filter(({ component }) => isScreen(component))

export const routeOf = (routes: readonly ServerRoute[], path: string): ServerRoute | undefined =>
  knownRoutes(routes).find((route) => route.path === plainPath(path))

/** Return the destination of `/` for this user; null = the user may not open any screen yet. */
export function startOf(routes: readonly ServerRoute[]): string | null {
  const known = knownRoutes(routes)
  return (known.find((route) => route.path === documentedStart) ?? known.find((route) => !route.hidden))?.path ?? null
}

export const screenOf = (route: ServerRoute): ComponentType | undefined => screenNamed(route.component)?.Screen

/** Load the code of the screen at a path before it is shown. A failure is not reported: opening it tries again. */
export async function loadScreen(routes: readonly ServerRoute[], path: string): Promise<void> {
  const route = routeOf(routes, path)
  if (route)
    await screenNamed(route.component)
      ?.load()
      .catch(() => {})
}

setPreloader((path) => void loadScreen(rememberedSessionInfo()?.routes ?? [], path))

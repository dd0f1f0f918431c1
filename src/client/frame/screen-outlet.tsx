import { Suspense, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { ErrorBoundary } from '#client/error-boundary.tsx'
import { NotFoundScreen, sayLost } from '#client/features/not-found-screen.tsx'
import { sayTitle, useWord } from '#client/i18n.ts'
import { useIgnoredParts } from '#client/ignored-parts.ts'
import { routeOf, screenOf, startOf } from '#client/known-routes.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { plainPath } from '#client/redirect.ts'
import { useSession } from '#client/session-context.tsx'
import { EmptyState } from '#client/ui/status.tsx'
import { titleOfScreen } from '#shared/menu.ts'
import { ScreenSkeleton } from './frame-skeleton.tsx'

const IgnoredPartsNotice = lazyPart(async () => (await import('./ignored-parts-notice.tsx')).IgnoredPartsNotice)

/** The screen of the current path. `settled` = the routes come from the server, not from local storage. */
export function ScreenOutlet({ settled }: { settled: boolean }) {
  const say = useWord()
  const { routes } = useSession()
  const [location] = useLocation()
  const ignored = useIgnoredParts()
  const path = plainPath(location)
  const route = routeOf(routes, path)
  const title = route ? sayTitle(route.title) : settled ? sayLost(path) : ''
  useEffect(() => {
    document.title = title === '' ? 'Coldfleet' : `${title} · Coldfleet`
  }, [title])

  if (path === '/404') return <NotFoundScreen />
  if (path === '/') {
    const start = startOf(routes)
    if (start !== null) return <Redirect to={start} replace />
    return settled ? (
      <EmptyState title={say('nav.noScreens')} help={say('nav.noScreensHelp')} className="min-h-96" />
    ) : (
      <ScreenSkeleton />
    )
  }
  if (route?.redirect) return <Redirect to={route.redirect} replace />
  const Screen = route && screenOf(route)
  if (!Screen) {
    if (!settled) return <ScreenSkeleton />
    const forbidden = titleOfScreen(path)
    // The address of a screen that exists stays: it works once the person has the right to open it.
    return forbidden === undefined ? <Redirect to="/404" replace /> : <NotFoundScreen forbidden={forbidden} />
  }
  // Unmount the old screen at once: if it stayed hidden until the new one is ready, its open drawer would close and
  // restore the old address.
  return (
    <>
      {ignored.length > 0 && <IgnoredPartsNotice parts={ignored} />}
      <ErrorBoundary resetKey={path}>
        <Suspense key={path} fallback={<ScreenSkeleton />}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

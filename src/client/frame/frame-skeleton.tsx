import { useLocation } from 'wouter'
import { sayTitle, useWord } from '#client/i18n.ts'
import { fillsPage, isWall, plainPath } from '#client/redirect.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { titleOfScreen } from '#shared/menu.ts'

/** A screen that is loading: its known heading, and cards and rows in about their final positions. */
export function ScreenSkeleton() {
  const say = useWord()
  const [path] = useLocation()
  const fills = fillsPage(path)
  const title = fills || isWall(path) ? undefined : titleOfScreen(plainPath(path))
  const loading = <span role="status">{say('ui.loading')}</span>
  return (
    <div className={fills ? 'grid gap-4 p-4' : 'grid gap-4'}>
      {title ? (
        <h1 className="page-title text-lg font-semibold">
          {sayTitle(title)} <span className="sr-only">{loading}</span>
        </h1>
      ) : (
        <>
          <h1 className="sr-only">{loading}</h1>
          <Skeleton className="h-7 w-40" />
        </>
      )}
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}

/** The frame before the user is known. */
export function FrameSkeleton() {
  const [path] = useLocation()
  const full = fillsPage(path)
  return (
    <div className={full ? 'min-h-dvh' : 'min-h-dvh lg:pl-[210px]'}>
      {!full && (
        <div aria-hidden className="fixed inset-y-0 left-0 hidden w-[210px] border-r border-line bg-surface lg:block" />
      )}
      <div aria-hidden data-navbar={full ? undefined : ''} className="h-12 border-b border-line bg-surface" />
      <main className={full ? undefined : 'p-4'}>
        <ScreenSkeleton />
      </main>
    </div>
  )
}

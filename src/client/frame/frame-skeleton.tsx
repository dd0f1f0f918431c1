import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { fillsPage } from '#client/redirect.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** A screen on its way: heading, cards and rows in about their final places. */
export function ScreenSkeleton() {
  const say = useWord()
  const [path] = useLocation()
  return (
    <div className={fillsPage(path) ? 'grid gap-4 p-4' : 'grid gap-4'}>
      <h1 className="sr-only">
        <span role="status">{say('ui.loading')}</span>
      </h1>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}

/** The frame before it is known who is looking. */
export function FrameSkeleton() {
  const [path] = useLocation()
  const full = fillsPage(path)
  return (
    <div className={full ? 'min-h-dvh' : 'min-h-dvh lg:pl-[210px]'}>
      {!full && (
        <div aria-hidden className="fixed inset-y-0 left-0 hidden w-[210px] border-r border-line bg-surface lg:block" />
      )}
      <div aria-hidden className="h-12 border-b border-line bg-surface" />
      <main className={full ? undefined : 'p-4'}>
        <ScreenSkeleton />
      </main>
    </div>
  )
}

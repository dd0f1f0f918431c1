import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { BasicFigures } from '#shared/kpi.ts'
import { figures } from './figures.ts'

/** Nine figures; undefined = still loading, null = they failed to load. `linked` = the lists show the same company. */
export function FigureCards({ basic, linked }: { basic: BasicFigures | null | undefined; linked: boolean }) {
  const say = useWord()
  const { routes } = useSession()
  return (
    <section aria-label={say('kpi.figures')} className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-9">
      {figures.map(({ key, label, path, search = '' }) => {
        const body = (
          <>
            <span className="block truncate text-muted">{say(label)}</span>
            <span className="figures mt-1 block h-7 text-xl leading-7 font-semibold">
              {basic === undefined ? <Skeleton className="h-6 w-16" /> : formatNumber(basic?.[key])}
            </span>
          </>
        )
        const box = 'block rounded-md border border-line bg-surface px-2.5 py-2 max-sm:first:col-span-2'
        return linked && routes.some((route) => route.path === path) ? (
          <AppLink key={key} href={`${path}${search}`} className={`${box} transition-colors hover:border-control`}>
            {body}
          </AppLink>
        ) : (
          <div key={key} className={box}>
            {body}
          </div>
        )
      })}
    </section>
  )
}

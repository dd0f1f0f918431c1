import { TriangleAlert } from 'lucide-react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { classNames } from '#client/ui/class-names.ts'

/**
 * The number of machines that wait for a decision, as a link to the queue; empty when none waits. Not rendered for
 * people who may not decide. `className` reserves its place while it is loaded.
 */
export function ConflictNotice({ className }: { className: string }) {
  const say = useWord()
  const may = useMay('base_screen')
  const { data } = trpc.feeds.conflicts.useQuery({ page: 1, size: 1 }, { enabled: may, meta: { silent: true } })
  if (!may) return null
  return (
    <span className={classNames('flex items-center', className)}>
      {data && data.totalCount > 0 && (
        <AppLink
          href="/feed_conflicts/index"
          className="flex items-center gap-1.5 text-accent underline-offset-2 hover:underline"
        >
          <TriangleAlert aria-hidden className="size-4 text-caution" />
          {say('fleet.conflicts', { count: formatNumber(data.totalCount) })}
        </AppLink>
      )}
    </span>
  )
}

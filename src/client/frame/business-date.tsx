import { useEffect } from 'react'
import { useWord } from '#client/i18n.ts'
import { keepBusinessDate } from '#client/session.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

const refreshMilliseconds = 300_000

/**
 * The newest day with daily records that this user sees; "-" if there is none, and nothing for a user without a role,
 * who sees no devices.
 */
export function BusinessDate() {
  const say = useWord()
  const hasRole = useSession().nickName !== null
  const date = trpc.charts.lastDate.useQuery(undefined, {
    enabled: hasRole,
    refetchInterval: refreshMilliseconds,
    meta: { silent: true },
  })
  const day = date.data ?? null
  useEffect(() => {
    if (date.data !== undefined) keepBusinessDate(date.data)
  }, [date.data])
  if (!hasRole) return null
  return (
    <span className="figures flex items-center gap-1.5 whitespace-nowrap text-muted">
      {say('nav.businessDate')}
      {date.isLoading ? <Skeleton className="h-3.5 w-20" /> : <span className="min-w-20 text-ink">{day ?? '-'}</span>}
    </span>
  )
}

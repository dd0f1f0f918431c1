import { Siren } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'

const refreshMs = 60_000
const path = '/alerts/index'

/** The number of critical and warning events that wait for an answer, as a link to them; nothing if it is zero. */
export function AlertBadge() {
  const say = useWord()
  const { routes } = useSession()
  const isSeen = routes.some((route) => route.path === path)
  const { data } = trpc.alerts.open.useQuery(
    {},
    { enabled: isSeen, refetchInterval: refreshMs, staleTime: refreshMs, retry: false, meta: { silent: true } },
  )
  const count = (data?.waiting.critical ?? 0) + (data?.waiting.warning ?? 0)
  if (count === 0) return null
  const colour = data?.waiting.critical ? 'text-danger' : 'text-caution'
  return (
    <AppLink
      href={path}
      aria-label={say('nav.alerts', { count })}
      title={say('nav.alerts', { count })}
      className={`inline-flex min-h-8 items-center gap-1 rounded-md px-2 font-semibold hover:bg-hover ${colour}`}
    >
      <Siren aria-hidden className="size-4.5" />
      <span className="figures">{count}</span>
    </AppLink>
  )
}

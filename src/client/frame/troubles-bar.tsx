import { TriangleAlert } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'

const refreshMs = 60_000
const channelsPath = '/channels/index'
const schedulesPath = '/schedules/index'

/**
 * A warning on every screen that messages are not sent: channels that fail or were turned off for failing, and
 * schedules whose last run failed.
 */
export function TroublesBar() {
  const say = useWord()
  const { routes } = useSession()
  const seesChannels = routes.some(({ path }) => path === channelsPath)
  const { data } = trpc.schedules.troubles.useQuery(undefined, {
    enabled: seesChannels,
    refetchInterval: refreshMs,
    staleTime: refreshMs,
    retry: false,
    meta: { silent: true },
  })
  if (!data || data.channels + data.failing + data.schedules === 0) return null
  return (
    <div
      role="alert"
      className="mb-4 flex items-start gap-x-3 rounded-md border border-danger bg-surface px-4 py-2 print:hidden"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {data.channels > 0 && (
          <AppLink href={`${channelsPath}?state=stopped`} className="text-danger underline">
            {say('nav.channelsOff', { count: data.channels })}
          </AppLink>
        )}
        {data.failing > 0 && (
          <AppLink href={channelsPath} className="text-danger underline">
            {say('nav.channelsFailing', { count: data.failing })}
          </AppLink>
        )}
        {data.schedules > 0 && (
          <AppLink href={schedulesPath} className="text-danger underline">
            {say('nav.schedulesFailed', { count: data.schedules })}
          </AppLink>
        )}
      </div>
    </div>
  )
}

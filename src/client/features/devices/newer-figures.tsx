import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { businessTime } from '#shared/business-time.ts'

const refetchMilliseconds = 60_000

/**
 * A notice that a feed was applied after the page loaded its figures, with a button that loads the new ones: nothing
 * changes by itself.
 */
export function NewerFigures() {
  const say = useWord()
  const { timeZone } = useSession()
  const utils = trpc.useUtils()
  const shown = trpc.charts.newestFeed.useQuery(
    {},
    { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always', meta: { silent: true } },
  )
  const now = trpc.charts.newestFeed.useQuery(
    { again: true },
    { refetchInterval: refetchMilliseconds, staleTime: 0, meta: { silent: true } },
  )
  const at = now.data?.at
  if (!at || !shown.data || shown.isFetching || (shown.data.at !== null && at <= shown.data.at)) return null
  return (
    <span role="status" className="figures whitespace-nowrap sm:ml-2">
      {say('fleet.newer', { time: businessTime(new Date(at), timeZone).slice(11, 16) })}{' '}
      <button
        type="button"
        className="text-accent underline-offset-2 hover:underline"
        onClick={() => void utils.invalidate()}
      >
        {say('fleet.showNewer')}
      </button>
    </span>
  )
}

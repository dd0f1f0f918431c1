import { MonitorOff } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import type { ClassDetail } from '#shared/classes.ts'
import { roleOfLabel } from '#shared/roles.ts'
import type { Rotation } from './class-player.tsx'

const icon = <MonitorOff aria-hidden className="size-8" strokeWidth={1.25} />

/** The live meeting in a frame; if there is none, a sentence says why. */
export function ClassLive({ session, rotation }: { session: ClassDetail; rotation: Rotation }) {
  const say = useWord()
  // Only the management can do something with the name of a setting.
  const keepsServer = roleOfLabel(useSession().nickName) === 'manager'
  const isRunning = session.state === '进行中'
  // The token in the address is valid for one entry; do not reload a running meeting for a new one.
  const meeting = trpc.classes.meeting.useQuery(
    { id: session.id },
    { enabled: isRunning && session.meetInfo !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
  if (!isRunning)
    return <EmptyState icon={icon} title={say('class.liveNotYet', { time: session.dateRange[0] })} className="h-full" />
  if (session.meetInfo === null) return <EmptyState icon={icon} title={say('class.liveNoNumber')} className="h-full" />
  if (meeting.error) return <QueryError query={meeting} className="h-full" />
  if (!meeting.data) return <Skeleton className="size-full" />
  if (meeting.data.url === null)
    return (
      <EmptyState
        icon={icon}
        title={say('class.liveUnset')}
        help={say(keepsServer ? 'class.liveUnsetAdmin' : 'class.liveUnsetHelp')}
        className="h-full"
      />
    )
  return (
    <iframe
      title={say('class.live')}
      src={meeting.data.url}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      allow="fullscreen"
      className={classNames(
        'size-full border-0',
        rotation === 'right' && 'rotate-90 scale-[0.5625]',
        rotation === 'left' && '-rotate-90 scale-[0.5625]',
      )}
    />
  )
}

import { MessageSquare } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { formatInstant, toMinute } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { readChanges } from './state-cause.tsx'

type Event = { key: string; at: string; mark: ReactNode; text: ReactNode; more: string }

/** The newest changes of a device and, for people who read them, comments about it. */
function useEvents(id: number): Event[] | undefined {
  const say = useWord()
  const { timeZone } = useSession()
  const mayRead = useMay('trace')
  const silent = { meta: { silent: true } }
  // The same call as that of the cause above, so that it is made once.
  const changes = trpc.devices.timeline.useQuery({ id, page: 1, size: readChanges }, silent)
  const comments = trpc.comments.find.useQuery(
    { classId: id, targetKind: 'device', type: '评价', page: 1, size: readChanges },
    { ...silent, enabled: mayRead },
  )
  if (!changes.data || (mayRead && comments.isLoading)) return changes.error ? [] : undefined
  const changed = changes.data.data.map(
    ({ id: key, at, from, to, cause, by, note }): Event => ({
      key,
      at: formatInstant(at, timeZone),
      mark: <StateShape state={to} />,
      text:
        from === to ? (
          say(`cause.${cause}`)
        ) : (
          <>
            {from && `${say(`device.state.${from}`)} → `}
            {say(`device.state.${to}`)}
          </>
        ),
      more: [from === to ? null : say(`cause.${cause}`), by, note].filter(Boolean).join(' · '),
    }),
  )
  const said = (comments.data?.data ?? []).map(
    ({ id: key, createTimeStr, userName, content }): Event => ({
      key: `comment ${key}`,
      at: toMinute(createTimeStr),
      mark: <MessageSquare aria-hidden className="size-3 text-muted" />,
      text: content,
      more: userName,
    }),
  )
  return [...changed, ...said].sort((one, other) => other.at.localeCompare(one.at)).slice(0, readChanges)
}

/** What happened to the device last: changes of its state and its owner, repairs, warnings, comments. */
export function DeviceActivity({ id }: { id: number }) {
  const say = useWord()
  const heading = useId()
  const events = useEvents(id)
  return (
    <section aria-labelledby={heading} className="border-b border-line p-4">
      <h3 id={heading} className="mb-2 font-semibold">
        {say('fleet.activity')}
      </h3>
      {events === undefined ? (
        // As high as the usual number of events, so that what is below stays where it is.
        <Skeleton className="h-53 w-full" />
      ) : events.length === 0 ? (
        <p className="text-muted">{say('fleet.activityNone')}</p>
      ) : (
        <ol className="grid gap-2">
          {events.map(({ key, at, mark, text, more }) => (
            <li key={key} className="grid grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-2">
              <span className="self-center">{mark}</span>
              <span className="line-clamp-2 break-words">{text}</span>
              <time className="figures text-xs text-muted">{at}</time>
              {more !== '' && <span className="col-start-2 line-clamp-2 text-xs break-words text-muted">{more}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

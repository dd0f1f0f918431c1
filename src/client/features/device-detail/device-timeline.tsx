import { keepPreviousData } from '@tanstack/react-query'
import { ChangeStates } from '#client/features/places/point-cells.tsx'
import { ownerText } from '#client/features/transfers/owner-text.ts'
import { useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Pager } from '#client/ui/list/pager.tsx'
import { useInnerList } from '#client/ui/list/use-inner-list.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import type { TimelineEntry } from '#shared/device-detail.ts'

const pageSize = 10

/** All state changes of a device: from, to, reason, user, time. */
export function DeviceTimeline({ id }: { id: number }) {
  const say = useWord()
  const { page, change } = useInnerList('timeline', pageSize)
  const timeline = trpc.devices.timeline.useQuery(
    { id, page, size: pageSize },
    { placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const entries = timeline.data?.data
  return (
    <Card title={say('trace.timeline')} padded={false}>
      {timeline.error ? (
        <QueryError query={timeline} />
      ) : entries === undefined ? (
        <div className="grid gap-3 p-4">
          {['w-56', 'w-64', 'w-48'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
        </div>
      ) : entries.length === 0 ? (
        <EmptyState title={say('trace.timelineEmpty')} />
      ) : (
        <ol aria-label={say('trace.timeline')} className="grid gap-0 px-4 py-3">
          {entries.map((entry) => (
            <Change key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {(timeline.data?.totalCount ?? 0) > pageSize && (
        <div className="border-t border-line px-4 py-2">
          <Pager
            label={say('trace.timeline')}
            page={page}
            size={pageSize}
            total={timeline.data?.totalCount}
            fixedSize
            onChange={(next) => change({ page: next })}
          />
        </div>
      )}
    </Card>
  )
}

/** One change: its states, its time, its reason, and what else changed with it. */
function Change({ entry }: { entry: TimelineEntry }) {
  const say = useWord()
  const { timeZone } = useSession()
  const mayOpen = useMay('base_screen')
  return (
    <li className="relative grid gap-0.5 border-l border-line pb-4 pl-5 last:pb-1">
      <span className="absolute top-1 -left-1.5 bg-surface">
        <StateShape state={entry.to} />
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <ChangeStates change={entry} />
        <time dateTime={entry.at} className="figures text-xs text-muted max-sm:w-full">
          {formatInstant(entry.at, timeZone)}
        </time>
      </span>
      <span className="text-muted">
        {[say(`cause.${entry.cause}`), entry.by === null ? null : say('drawer.by', { name: entry.by })]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {entry.transfer && (
        <span className="break-words">
          {say('trace.transferred', {
            from: ownerText(entry.transfer.from),
            to: ownerText(entry.transfer.to),
            date: entry.transfer.date,
          })}
        </span>
      )}
      {entry.changed && (
        <span className="break-words">{`${entry.changed.from ?? '-'} → ${entry.changed.to ?? '-'}`}</span>
      )}
      {mayOpen && entry.batchId !== null && (
        <AppLink
          href={`/feed_batches/index?batch=${entry.batchId}`}
          className="justify-self-start text-accent underline-offset-2 hover:underline"
        >
          {say('trace.batch', { batch: entry.batchId })}
        </AppLink>
      )}
      {entry.note && <span className="break-words whitespace-pre-line">{entry.note}</span>}
    </li>
  )
}

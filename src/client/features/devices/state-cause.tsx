import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** The newest entries of the timeline may be changes of the owner, so a few are read to find the one of the state. */
export const readChanges = 5

/** Why a device is in its state: what changed it last, by whom, in which batch, and the note of that person. */
export function StateCause({ id }: { id: number }) {
  const say = useWord()
  const mayOpen = useMay('base_screen')
  const { data, error } = trpc.devices.timeline.useQuery({ id, page: 1, size: readChanges }, { meta: { silent: true } })
  if (!data) return error ? '-' : <Skeleton className="h-5 w-40" />
  const entry = data.data.find(({ from, to }) => from !== to)
  if (!entry) return '-'
  return (
    <>
      {[say(`cause.${entry.cause}`), entry.by, entry.note].filter(Boolean).join(' · ')}{' '}
      {mayOpen && entry.batchId !== null && (
        <AppLink
          href={`/feed_batches/index?batch=${entry.batchId}`}
          className="whitespace-nowrap text-accent underline underline-offset-2"
        >
          {say('cause.batch', { batch: entry.batchId })}
        </AppLink>
      )}
    </>
  )
}

import { useEffect } from 'react'
import { messageOf } from '#client/failures.ts'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { UndoResult } from '#shared/feed-batches.ts'

type Props = { id: number; onClose: () => void }

/** Before a batch is taken back: which of its machines go, which stay, what happened to those and what to do about them. */
export function UndoDialog({ id, onClose }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const { mutate: rehearse, data: rehearsed, error: unknown, isPending } = trpc.feeds.undo.useMutation({ meta: { silent: true } })
  const undo = trpc.feeds.undo.useMutation({
    onSuccess: ({ total, kept, removed }) => {
      toastSuccess(say('batch.undoDone', { undone: formatNumber(total - kept), total: formatNumber(total), removed: formatNumber(removed) }))
      onClose()
    },
    onSettled: () => utils.invalidate(),
  })
  useEffect(() => rehearse({ id, dryRun: true }), [rehearse, id])
  return (
    <Dialog
      open
      onClose={onClose}
      size={rehearsed && rehearsed.kept > 0 ? 'lg' : 'md'}
      title={say('batch.undoTitle', { batch: id })}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button
            variant="danger"
            disabled={!rehearsed || (rehearsed.undone === 0 && rehearsed.kept > 0)}
            busy={undo.isPending}
            onClick={() => undo.mutate({ id })}
          >
            {rehearsed ? say('batch.undoCount', { count: formatNumber(rehearsed.undone) }) : say('batch.undo')}
          </Button>
        </>
      }
    >
      {rehearsed && <Groups result={rehearsed} />}
      {!rehearsed && unknown && <ErrorState message={messageOf(unknown)} onRetry={() => rehearse({ id, dryRun: true })} retrying={isPending} />}
      {!rehearsed && !unknown && <Skeleton className="h-48 w-full" />}
    </Dialog>
  )
}

function Groups({ result }: { result: UndoResult }) {
  const say = useWord()
  const { undone, kept, removed, machines, reasons, businessDate } = result
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-2 gap-2">
        {(['undone', 'kept'] as const).map((group) => (
          <div key={group} className="rounded-md border border-line px-3 py-2">
            <dt className="text-muted">{say(`batch.group.${group}`)}</dt>
            <dd className="figures text-xl leading-7 font-semibold">{formatNumber(result[group])}</dd>
          </div>
        ))}
      </dl>
      <p>
        {undone > 0
          ? say(removed > 0 ? 'batch.undoMeans' : 'batch.undoMeansNoNew', { undone: formatNumber(undone), removed: formatNumber(removed), date: businessDate })
          : say('batch.undoNone', { date: businessDate })}
      </p>
      {kept > 0 && (
        <section className="grid grid-cols-1 gap-2" aria-label={say('batch.group.kept')}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
            {reasons.map(({ why, text }) => (
              <li key={why}>{text}</li>
            ))}
          </ul>
          {kept > machines.length && (
            <p className="text-muted">{say('batch.keptShown', { shown: formatNumber(machines.length), count: formatNumber(kept) })}</p>
          )}
          <div className="max-h-80 overflow-auto">
            <PlainTable
              label={say('batch.group.kept')}
              columns={[{ title: say('device.column.serial') }, { title: say('batch.happened') }, { title: say('batch.whatToDo'), grow: true }]}
              rows={machines.map(({ deviceId, serial, happened, whatToDo }) => ({
                key: String(deviceId),
                cells: [
                  <AppLink key="serial" href={deviceDetailHref(deviceId)} className="figures text-accent underline-offset-2 hover:underline">
                    {serial}
                  </AppLink>,
                  happened,
                  whatToDo,
                ],
              }))}
              empty=""
              stacked
            />
          </div>
        </section>
      )}
    </div>
  )
}

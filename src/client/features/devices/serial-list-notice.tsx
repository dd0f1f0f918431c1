import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { type KeptSerialList, serialListDays } from '#shared/serial-lists.ts'

type Props = { serialList: string; onChange: () => void; onLeave: () => void }

/**
 * The list of serials that filters the devices: how many are found, repeated or unknown, and a button that removes the
 * filter.
 */
export function SerialListNotice({ serialList, onChange, onLeave }: Props) {
  const say = useWord()
  const [isUnknownShown, setUnknownShown] = useState(false)
  const list = trpc.devices.serialList.useQuery({ serialList }, { retry: false, meta: { silent: true } })
  const kept = list.data
  return (
    <section
      aria-label={say('serialList.kept.pasted')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-4 py-2"
    >
      <ListChecks aria-hidden className="size-4 shrink-0 text-accent" />
      {kept ? (
        <p role="status" className="flex flex-wrap gap-x-3">
          <span className="font-medium">{nameOf(kept, say)}</span>
          <span className="figures">{say('serialList.found', { count: formatNumber(kept.found) })}</span>
          {kept.unknown.length > 0 && (
            <span className="figures text-danger">
              {say('serialList.unknown', { count: formatNumber(kept.unknown.length) })}
            </span>
          )}
          {kept.repeated > 0 && (
            <span className="figures text-muted">
              {say('serialList.repeated', { count: formatNumber(kept.repeated) })}
            </span>
          )}
        </p>
      ) : list.error ? (
        <p role="alert">
          {codeOf(list.error) === 'NOT_FOUND'
            ? say('serialList.gone', { days: serialListDays })
            : messageOf(list.error)}
        </p>
      ) : (
        <Skeleton className="h-5 w-56" />
      )}
      <span className="flex flex-wrap gap-2 sm:ml-auto">
        {kept && kept.unknown.length > 0 && (
          <Button size="sm" onClick={() => setUnknownShown(true)}>
            {say('serialList.showUnknown')}
          </Button>
        )}
        <Button size="sm" onClick={onChange}>
          {say('serialList.change')}
        </Button>
        <Button size="sm" onClick={onLeave}>
          {say('serialList.leave')}
        </Button>
      </span>
      {kept && isUnknownShown && <UnknownDialog serials={kept.unknown} onClose={() => setUnknownShown(false)} />}
    </section>
  )
}

const nameOf = ({ origin }: KeptSerialList, say: ReturnType<typeof useWord>): string =>
  origin.kind === 'pasted'
    ? say('serialList.kept.pasted')
    : origin.kind === 'batch'
      ? say('serialList.kept.batch', { batch: origin.batchId })
      : origin.kind === 'stocktake'
        ? say('serialList.kept.stocktake', { stocktake: origin.stocktakeId })
        : say('serialList.kept.alert', { alert: origin.alertId })

function UnknownDialog({ serials, onClose }: { serials: readonly string[]; onClose: () => void }) {
  const say = useWord()
  const title = say('serialList.unknownTitle', { count: formatNumber(serials.length) })
  const text = serials.join('\n')
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => toastSuccess(say('serialList.copied')),
      () => toastError(say('ui.copyFailed')),
    ) ?? toastError(say('ui.copyFailed'))
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={() => void copy()}>{say('serialList.copy')}</Button>
          <Button variant="primary" onClick={onClose}>
            {say('ui.close')}
          </Button>
        </>
      }
    >
      <p className="mb-2 text-muted">{say('serialList.unknownHelp')}</p>
      <textarea readOnly aria-label={title} rows={12} className="control w-full font-mono" value={text} />
    </Dialog>
  )
}

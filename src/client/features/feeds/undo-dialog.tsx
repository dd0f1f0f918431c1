import { useCallback, useEffect, useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { batchToast } from '#client/features/devices/applied-feed.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { actionForm, FormDialog } from '#client/ui/form/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { toastSuccess, withdrawToast } from '#client/ui/toast.ts'
import type { BatchRow } from '#shared/feed-batches.ts'
import { UndoGroups } from './undo-groups.tsx'

type Props = { batch: Pick<BatchRow, 'id' | 'bases' | 'source'>; onClose: () => void }

/** Preview of an undo: which machines are restored, which are kept, why they are kept, and what to do about them. */
export function UndoDialog({ batch: { id, bases, source }, onClose }: Props) {
  const say = useWord()
  const isTransfer = source === 'transfer'
  const utils = trpc.useUtils()
  // A batch of several bases may be undone for one of them alone.
  const [companyId, setCompanyId] = useState<number | null>(null)
  const {
    mutate: rehearse,
    data: rehearsed,
    error: unknown,
    isPending,
  } = trpc.feeds.undo.useMutation({ meta: { silent: true } })
  const undo = trpc.feeds.undo.useMutation({
    onSuccess: ({ total, kept, removed }) => {
      withdrawToast(batchToast(id))
      const counts = {
        undone: formatNumber(total - kept),
        total: formatNumber(total),
        removed: formatNumber(removed),
        kept: formatNumber(kept),
      }
      toastSuccess(
        say(kept > 0 ? 'batch.undoDoneKept' : isTransfer ? 'batch.undoDoneTransfer' : 'batch.undoDone', counts),
      )
      onClose()
    },
    // The preview is outdated, so it is requested again.
    onError: (error) => {
      if (codeOf(error) === 'EDITED_BY_OTHERS') rehearse({ id, companyId, dryRun: true })
    },
    onSettled: () => utils.invalidate(),
  })
  const ask = useCallback(() => rehearse({ id, companyId, dryRun: true }), [rehearse, id, companyId])
  useEffect(ask, [ask])
  const takeBack = async () => undo.mutate({ id, companyId, previewVersion: rehearsed?.previewVersion })
  return (
    <FormDialog
      form={actionForm({ busy: undo.isPending, submit: takeBack })}
      size="lg"
      role="dialog"
      title={say('batch.undoTitle', { batch: id })}
      submit={{
        label: rehearsed ? say('batch.undoCount', { count: formatNumber(rehearsed.undone) }) : say('batch.undo'),
        danger: true,
        disabled: isPending || !rehearsed || (rehearsed.undone === 0 && rehearsed.kept > 0),
      }}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        {bases.length > 1 && (
          <Select
            label={say('batch.undoOf')}
            value={companyId}
            emptyLabel={say('batch.allBases')}
            options={bases.map((base) => ({ value: base.id, label: base.name }))}
            onChange={setCompanyId}
          />
        )}
        {rehearsed && <UndoGroups key={companyId} result={rehearsed} isTransfer={isTransfer} onFollow={onClose} />}
        {!rehearsed && !unknown && <Skeleton className="h-48 w-full" />}
        {!rehearsed && unknown && <ErrorState message={messageOf(unknown)} onRetry={ask} retrying={isPending} />}
      </div>
    </FormDialog>
  )
}

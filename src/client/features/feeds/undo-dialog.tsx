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

/** The preview of an undo, requested again when it is outdated, and the undo itself. */
function useUndo(id: number, companyId: number | null, isTransfer: boolean, onClose: () => void) {
  const say = useWord()
  const utils = trpc.useUtils()
  const { mutate: preview, data: previewed, error, isPending } = trpc.feeds.undo.useMutation({ meta: { silent: true } })
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
      if (codeOf(error) === 'EDITED_BY_OTHERS') preview({ id, companyId, dryRun: true })
    },
    onSettled: () => utils.invalidate(),
  })
  const request = useCallback(() => preview({ id, companyId, dryRun: true }), [preview, id, companyId])
  useEffect(request, [request])
  const submit = async () => undo.mutate({ id, companyId, previewVersion: previewed?.previewVersion })
  return { previewed, error, isPending, request, form: actionForm({ busy: undo.isPending, submit }) }
}

/** Preview of an undo: which machines are restored, which are kept, why they are kept, and what to do about them. */
export function UndoDialog({ batch: { id, bases, source }, onClose }: Props) {
  const say = useWord()
  const isTransfer = source === 'transfer'
  // A batch of several bases may be undone for one of them alone.
  const [companyId, setCompanyId] = useState<number | null>(null)
  const { previewed, error, isPending, request, form } = useUndo(id, companyId, isTransfer, onClose)
  return (
    <FormDialog
      form={form}
      size="lg"
      role="dialog"
      title={say('batch.undoTitle', { batch: id })}
      submit={{
        label: previewed ? say('batch.undoCount', { count: formatNumber(previewed.undone) }) : say('batch.undo'),
        danger: true,
        disabled: isPending || !previewed || (previewed.undone === 0 && previewed.kept > 0),
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
        {previewed && <UndoGroups key={companyId} result={previewed} isTransfer={isTransfer} onFollow={onClose} />}
        {!previewed && !error && <Skeleton className="h-48 w-full" />}
        {!previewed && error && <ErrorState message={messageOf(error)} onRetry={request} retrying={isPending} />}
      </div>
    </FormDialog>
  )
}

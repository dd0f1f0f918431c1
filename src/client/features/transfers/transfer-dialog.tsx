import { useMemo, useState } from 'react'
import { codeOf } from '#client/failures.ts'
import { batchToast } from '#client/features/devices/applied-feed.ts'
import { type Custody, machinesText } from '#client/features/devices/named-machines.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { actionForm, FormDialog } from '#client/ui/form/form-dialog.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import type { TransferAnswer } from '#shared/transfers.ts'
import { newDraft, type TransferDraft, TransferFields, targetOf } from './transfer-fields.tsx'
import { TransferPreview } from './transfer-preview.tsx'

/**
 * Return null for a refused transfer; when machines have changed since the preview, discard the preview so that a new
 * one is made.
 */
const refusedTo =
  (endPreview: () => void) =>
  (error: unknown): null => {
    if (codeOf(error) === 'EDITED_BY_OTHERS') endPreview()
    return null
  }

type Props = Pick<Custody, 'devices' | 'count' | 'machines'> & { onClose: () => void; onDone: () => void }

/** The draft of a transfer and its preview; the transfer is saved only as previewed. */
function useTransfer({ devices, count, machines, onDone }: Omit<Props, 'onClose'>, today: Day) {
  const utils = trpc.useUtils()
  const [first] = useState(() => newDraft(today))
  const [draft, setDraft] = useState(first)
  const [attempts, setAttempts] = useState(0)
  const [preview, setPreview] = useState<TransferAnswer | null>(null)
  const transfer = trpc.transfers.save.useMutation({ meta: { silent: true } })
  const undo = trpc.feeds.undo.useMutation({
    onSuccess: ({ undone, total }) =>
      toastSuccess(say('transferDialog.undone', { undone: formatNumber(undone), total: formatNumber(total) })),
    onSettled: () => utils.invalidate(),
  })
  const to = useMemo(() => targetOf(draft), [draft])
  const change = (patch: Partial<TransferDraft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    // The reason does not change the preview.
    if (!('reason' in patch)) setPreview(null)
    transfer.reset()
  }
  const named =
    Object.values(to).some((id) => id !== undefined) && (draft.client !== 'other' || draft.clientId !== null)
  const ready = named && draft.reason.trim() !== '' && draft.date !== ''
  const selection = 'ids' in devices ? { ids: devices.ids } : { filters: devices.filters, expected: devices.expected }
  const request = { selection, to, date: draft.date, reason: draft.reason, leaveScrapped: draft.leaveScrapped }
  const submit = async () => {
    setAttempts((before) => before + 1)
    if (!ready) return
    if (!preview) {
      setPreview(await transfer.mutateAsync({ ...request, dryRun: true }).catch(() => null))
      return
    }
    const done = await transfer
      .mutateAsync({ ...request, previewVersion: preview.previewVersion })
      .catch(refusedTo(() => setPreview(null)))
    if (!done) return
    const { batchId, moved } = done
    if (batchId === null) return setPreview(done)
    const moving = machinesText(moved === count ? machines : [], moved)
    toastSuccess(say('transferDialog.done', { machines: moving, date: done.date, batch: batchId }), {
      label: say('transferDialog.undo'),
      of: batchToast(batchId),
      act: () => undo.mutate({ id: batchId }),
    })
    onDone()
    await utils.invalidate()
  }
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)
  const { isPending: busy, error } = transfer
  const missing = attempts > 0 && !ready ? { target: !named } : null
  const form = actionForm({ busy, dirty: isDirty, submit, error, attempts })
  return { draft, change, preview, missing, form }
}

/**
 * Transfer machines to another client, sub-account or site from a day on. The effects are previewed first, and the
 * transfer is saved only as previewed.
 */
export function TransferDialog({ onClose, ...about }: Props) {
  const { count, machines } = about
  const { timeZone } = useSession()
  const today = businessDay(new Date(), timeZone)
  const { draft, change, preview, missing, form } = useTransfer(about, today)
  const scrapped = preview?.refused.some(({ reason }) => reason === 'scrapped') ?? false
  return (
    <FormDialog
      form={form}
      size={preview ? 'lg' : 'md'}
      title={say('transferDialog.title', { count: formatNumber(count) })}
      submit={{
        label: preview
          ? say('transferDialog.submit', { count: formatNumber(preview.moved) })
          : say('transferDialog.preview'),
        disabled: preview !== null && preview.obstacle !== null,
      }}
      onClose={onClose}
    >
      <p className="font-medium">{machinesText(machines, count)}</p>
      <TransferFields
        missing={missing}
        draft={draft}
        today={today}
        asksScrapped={scrapped || draft.leaveScrapped}
        change={change}
      />
      {preview && <TransferPreview answer={preview} />}
    </FormDialog>
  )
}

import { type FormEvent, useEffect, useId, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import type { ConflictDecision, ConflictRow } from '#shared/feed-conflicts.ts'

const longestReason = 500
const namedSerials = 8

type Props = { decision: ConflictDecision | null; rows: readonly ConflictRow[]; onClose: (done: boolean) => void }

/** Says what the decision does to the chosen machines, takes a reason, decides. */
export function ConflictDialog({ decision, rows, onClose }: Props) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const [reason, setReason] = useState('')
  // The last decision stays on while the dialog closes, so that it does not go blank before it is gone.
  const [shown, setShown] = useState<{ decision: ConflictDecision; rows: readonly ConflictRow[] }>({ decision: 'keep', rows: [] })
  useEffect(() => {
    if (decision === null) return
    setShown({ decision, rows })
    setReason('')
  }, [decision, rows])
  const resolve = trpc.feeds.resolve.useMutation({
    onSuccess: async ({ resolved, refused }) => {
      if (resolved > 0) toastSuccess(say('conflict.done', { count: resolved }))
      if (refused.length > 0) toastError(say('conflict.refused', { count: refused.length, serials: refused.map(({ serial }) => serial).join(', ') }))
      onClose(true)
      await utils.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (decision && !resolve.isPending) resolve.mutate({ ids: rows.map(({ id }) => id), decision, reason: reason.trim() })
  }
  const serials = shown.rows.slice(0, namedSerials).map(({ serial }) => serial)
  return (
    <Dialog
      open={decision !== null}
      onClose={() => onClose(false)}
      title={say(`conflict.decision.${shown.decision}`)}
      role="alertdialog"
      footer={
        <>
          <Button onClick={() => onClose(false)}>{say('ui.cancel')}</Button>
          <Button type="submit" form={form} variant={shown.decision === 'scrap' ? 'danger' : 'primary'} busy={resolve.isPending}>
            {say('ui.ok')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <div>
          <p className="font-medium">{say(`conflict.ask.${shown.decision}`, { count: shown.rows.length })}</p>
          <p className="mt-1 break-all text-muted">
            {serials.join(', ')}
            {shown.rows.length > serials.length && ' …'}
          </p>
        </div>
        <TextField
          label={say('conflict.reason')}
          help={say('fleet.scrapReasonHint')}
          value={reason}
          onChange={setReason}
          maxLength={longestReason}
          autoComplete="off"
          data-autofocus
        />
      </form>
    </Dialog>
  )
}

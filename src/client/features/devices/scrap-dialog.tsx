import { type FormEvent, useEffect, useId, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'

/** What is to be scrapped; null = nothing, the dialog is closed. */
export type ScrapTarget = { id: number; serial: string }

const longestReason = 500

/** Asks with the documented words, takes a reason, scraps. */
export function ScrapDialog({ target, onClose }: { target: ScrapTarget | null; onClose: () => void }) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const [reason, setReason] = useState('')
  // The last device stays on while the dialog closes, so that it does not go blank before it is gone.
  const [shown, setShown] = useState(target)
  useEffect(() => {
    if (target) {
      setShown(target)
      setReason('')
    }
  }, [target])
  const scrap = trpc.devices.scrap.useMutation({
    onSuccess: async () => {
      toastSuccess(say('fleet.scrapped'))
      onClose()
      await Promise.all([utils.devices.invalidate(), utils.charts.invalidate()])
    },
  })
  const needed = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (target && !needed && !scrap.isPending) scrap.mutate({ id: target.id, reason: reason.trim() })
  }
  return (
    <Dialog
      open={target !== null}
      onClose={onClose}
      title={say('ui.hint')}
      role="alertdialog"
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={form} variant="danger" busy={scrap.isPending} disabled={needed}>
            {say('fleet.scrap')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <div>
          <p className="font-medium">{say('fleet.scrapAsk')}</p>
          <p className="mt-1 text-muted">{say('fleet.scrapOf', { serial: shown?.serial ?? '' })}</p>
        </div>
        <TextField
          label={say('fleet.scrapReason')}
          help={say('fleet.scrapReasonHint')}
          required
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

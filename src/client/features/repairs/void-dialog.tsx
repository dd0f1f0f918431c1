import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { RepairRow } from '#shared/repairs.ts'

const longestReason = 500

/** Asks why a record is wrong, then voids it. */
export function VoidDialog({ record, onClose }: { record: RepairRow; onClose: () => void }) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const [reason, setReason] = useState('')
  const voiding = trpc.repairs.void.useMutation({
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say('repairs.voidDone'))
      onClose()
      await Promise.all([utils.repairs.invalidate(), utils.devices.invalidate(), utils.charts.invalidate()])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!voiding.isPending && reason.trim() !== '') voiding.mutate({ id: record.id, reason: reason.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={say('repairs.voidTitle', { type: say(`repair.type.${record.type}`) })}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={form} variant="danger" busy={voiding.isPending} disabled={reason.trim() === ''}>
            {say('repairs.void')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <p>{say('repairs.voidOf', { serial: record.deviceSerial, date: record.repairDateStr })}</p>
        <TextField
          label={say('repairs.voidReason')}
          required
          value={reason}
          onChange={setReason}
          maxLength={longestReason}
          autoComplete="off"
          error={voiding.error ? messageOf(voiding.error) : null}
          data-autofocus
        />
      </form>
    </Dialog>
  )
}

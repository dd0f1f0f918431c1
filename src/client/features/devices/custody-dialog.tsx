import { type FormEvent, useEffect, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { CustodyMark, DeviceSelection } from '#shared/selected-devices.ts'

const asks = { lost: 'custody.askLost', found: 'custody.askFound', scrap: 'custody.askScrap' } as const
const buttons = { lost: 'custody.lost', found: 'custody.found', scrap: 'fleet.scrap' } as const
const longestReason = 500

type Props = { mark: CustodyMark; devices: DeviceSelection; count: number; onClose: () => void; onDone: () => void }

/** Says what marking these machines would do, takes a reason, does it. */
export function CustodyDialog({ mark, devices, count, onClose, onDone }: Props) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const [reason, setReason] = useState('')
  const rehearsal = trpc.devices.mark.useMutation({ meta: { silent: true } })
  const { mutate: rehearse } = rehearsal
  const marking = trpc.devices.mark.useMutation({
    meta: { silent: true },
    onSuccess: async ({ changed }) => {
      toastSuccess(say('custody.done', { count: formatNumber(changed) }))
      onDone()
      await Promise.all([utils.devices.invalidate(), utils.charts.invalidate(), utils.repairs.invalidate()])
    },
  })
  // A rehearsal changes nothing, so that it may be asked again; its reason only fills the form of the call.
  useEffect(() => rehearse({ mark, selection: devices, reason: '-', dryRun: true }), [rehearse, mark, devices])
  const known = rehearsal.data
  const needed = mark !== 'found' && reason.trim() === ''
  const problem = marking.error ?? rehearsal.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!marking.isPending && known && known.changed > 0 && !needed) marking.mutate({ mark, selection: devices, reason: reason.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={say('ui.hint')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant={mark === 'found' ? 'primary' : 'danger'}
            busy={marking.isPending}
            disabled={needed || !known || known.changed === 0}
          >
            {say(buttons[mark])}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <div className="grid gap-1">
          <p className="font-medium">{say(asks[mark], { count: formatNumber(count) })}</p>
          {mark === 'scrap' && <p className="text-muted">{say('custody.scrapMany', { count: formatNumber(count) })}</p>}
          <p role="status" className="min-h-5 text-muted">
            {known ? say('custody.wouldChange', { changed: formatNumber(known.changed) }) : problem ? '' : say('custody.rehearsing')}
          </p>
          {known && known.refused.scrapped + known.refused.otherState > 0 && <p className="text-danger">{say('custody.wouldRefuse', known.refused)}</p>}
        </div>
        <TextField
          label={say('custody.reason')}
          help={say('custody.reasonHelp')}
          required={mark !== 'found'}
          value={reason}
          onChange={setReason}
          maxLength={longestReason}
          autoComplete="off"
          data-autofocus
        />
        {problem && (
          <p role="alert" className="text-danger">
            {messageOf(problem)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

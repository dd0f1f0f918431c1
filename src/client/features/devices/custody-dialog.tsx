import { useEffect, useMemo } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { undoBy } from '#client/undo.ts'
import { type CustodyMark, type DeviceSelection, markForm } from '#shared/selected-devices.ts'

const asks = { lost: 'custody.askLost', found: 'custody.askFound', scrap: 'custody.askScrap' } as const
const buttons = { lost: 'custody.lost', found: 'custody.found', scrap: 'fleet.scrap' } as const

type Props = { mark: CustodyMark; devices: DeviceSelection; count: number; onClose: () => void; onDone: () => void }

/** Says what marking these machines would do, takes a reason, does it. */
export function CustodyDialog({ mark, devices, count, onClose, onDone }: Props) {
  const utils = trpc.useUtils()
  const { mutate: rehearse, data: known, error: unknown } = trpc.devices.mark.useMutation({ meta: { silent: true } })
  const marking = trpc.devices.mark.useMutation({ meta: { silent: true } })
  // A rehearsal changes nothing, so that it may be asked again; its reason only fills the form of the call.
  useEffect(() => rehearse({ mark, selection: devices, reason: '-', dryRun: true }), [rehearse, mark, devices])
  const refresh = () => Promise.all([utils.devices.invalidate(), utils.charts.invalidate(), utils.repairs.invalidate()])
  /** The way back from a loss, though not to the state before it: it finds exactly the machines that were marked now, none that were lost before. */
  const findAgain = (changed: number) =>
    mark === 'lost' && 'ids' in devices && changed === devices.ids.length
      ? undoBy(
          () =>
            utils.client.devices.mark.mutate({ mark: 'found', selection: devices, reason: say('custody.undoLost') }),
          refresh,
          {
            label: say('custody.found'),
            done: say('custody.foundAgain', { count: formatNumber(changed) }),
          },
        )
      : null
  const form = useRecordForm({
    words: 'custody',
    schema: useMemo(() => markForm(mark), [mark]),
    values: { reason: '' },
    send: ({ values }) => marking.mutateAsync({ mark, selection: devices, ...values }),
    refresh,
    onSaved: onDone,
    done: ({ changed }) => {
      const text = say('custody.done', { count: formatNumber(changed) })
      const action = findAgain(changed)
      return action ? { text, action } : text
    },
  })
  return (
    <FormDialog
      form={form}
      title={say('ui.hint')}
      role="alertdialog"
      submit={{ label: say(buttons[mark]), danger: mark !== 'found', disabled: !known || known.changed === 0 }}
      onClose={onClose}
    >
      <div className="grid gap-1">
        <p className="font-medium">{say(asks[mark], { count: formatNumber(count) })}</p>
        {mark === 'scrap' && <p className="text-muted">{say('custody.scrapMany', { count: formatNumber(count) })}</p>}
        <p role="status" className="min-h-5 text-muted">
          {known
            ? say('custody.wouldChange', { changed: formatNumber(known.changed) })
            : unknown
              ? ''
              : say('custody.rehearsing')}
        </p>
        {known && known.refused.scrapped + known.refused.otherState > 0 && (
          <p className="text-danger">{say('custody.wouldRefuse', known.refused)}</p>
        )}
      </div>
      <TextField {...form.text('reason')} data-autofocus />
      {unknown && (
        <p role="alert" className="text-danger">
          {messageOf(unknown)}
        </p>
      )}
    </FormDialog>
  )
}

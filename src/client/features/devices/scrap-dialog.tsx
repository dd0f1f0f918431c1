import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { ReasonField } from '#client/ui/form/reason-field.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { doneTo } from '#client/undo.ts'
import { ScrapForm } from '#shared/devices.ts'
import { titleOfQuestion, usualReasons } from './usual-reasons.ts'

export type ScrapTarget = { id: number; serial: string }

/** Ask with the documented words, require a reason, and scrap the device. */
export function ScrapDialog({ target, onClose }: { target: ScrapTarget; onClose: () => void }) {
  const utils = trpc.useUtils()
  const scrap = trpc.devices.scrap.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'scrap',
    schema: ScrapForm,
    values: { reason: '' },
    send: ({ values }) => scrap.mutateAsync({ id: target.id, ...values }),
    refresh: () => Promise.all([utils.devices.invalidate(), utils.charts.invalidate(), utils.repairs.invalidate()]),
    onSaved: onClose,
    done: () => doneTo(say('fleet.scrapped'), target.serial),
  })
  return (
    <FormDialog
      form={form}
      title={titleOfQuestion(say('custody.scrapOne', { serial: target.serial }))}
      submit={{ label: say('fleet.scrap'), danger: true }}
      onClose={onClose}
    >
      <div>
        <p className="font-medium">{say('fleet.scrapAsk')}</p>
        <p className="mt-1 text-muted">
          {target.serial} · {say('custody.scrapEnds')}
        </p>
      </div>
      <ReasonField {...form.text('reason')} usual={usualReasons('scrap')} data-autofocus />
    </FormDialog>
  )
}

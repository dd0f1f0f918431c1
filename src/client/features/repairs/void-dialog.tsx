import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { doneTo } from '#client/undo.ts'
import { type RepairRow, RepairVoidRequest } from '#shared/repairs.ts'

/** Ask why a record is wrong, then void it. */
export function VoidDialog({ record, onClose }: { record: RepairRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const voiding = trpc.repairs.void.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'repairVoid',
    schema: RepairVoidRequest.pick({ reason: true }),
    values: { reason: '' },
    send: ({ values }) => voiding.mutateAsync({ id: record.id, ...values }),
    refresh: () => Promise.all([utils.repairs.invalidate(), utils.devices.invalidate(), utils.charts.invalidate()]),
    onSaved: onClose,
    done: () => doneTo(say('repairs.voidDone'), record.deviceSerial),
  })
  return (
    <FormDialog
      form={form}
      title={say('repairs.voidTitle', { type: say(`repair.type.${record.type}`) })}
      submit={{ label: say('repairs.void'), danger: true }}
      onClose={onClose}
    >
      <p>{say('repairs.voidOf', { serial: record.deviceSerial, date: record.repairDateStr })}</p>
      <TextField {...form.text('reason')} data-autofocus />
    </FormDialog>
  )
}

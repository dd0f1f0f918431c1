import { BaseChoice } from '#client/features/stations/base-choice.tsx'
import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { type MeasureRow, MeasureSave } from '#shared/measures.ts'

/** Adds an amount, or changes one: check method and amount are required (R190). */
export function MeasureDialog({ row, onClose }: { row: MeasureRow | null; onClose: () => void }) {
  const session = useSession()
  const utils = trpc.useUtils()
  const save = trpc.measures.save.useMutation({ meta: { silent: true } })
  const update = trpc.measures.update.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'measures',
    schema: MeasureSave,
    values: {
      checkMethod: row?.checkMethod ?? '',
      description: row?.description ?? '',
      cashAmount: row ? row.cashAmount.toFixed(2) : '',
      companyId: row?.companyId ?? session.companyId,
    },
    row,
    send: ({ values: { companyId, ...fields } }) =>
      row ? update.mutateAsync({ ...fields, id: row.id, rowVersion: row.rowVersion }) : save.mutateAsync({ ...fields, companyId }),
    refresh: () => Promise.all([utils.measures.invalidate(), utils.kpi.invalidate()]),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={say(row ? 'measures.editTitle' : 'measures.add')} onClose={onClose}>
      <TextField {...form.text('checkMethod')} data-autofocus />
      <TextField {...form.text('description')} />
      <TextField {...form.text('cashAmount')} inputMode="decimal" unit="CNY" />
      {row === null && <BaseChoice {...form.choice('companyId')} />}
    </FormDialog>
  )
}

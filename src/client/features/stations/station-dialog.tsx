import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { type StationRow, StationSave } from '#shared/stations.ts'
import { BaseChoice } from './base-choice.tsx'

/** Adds a station, or renames one; it stays with its base. */
export function StationDialog({ row, onClose }: { row: StationRow | null; onClose: () => void }) {
  const session = useSession()
  const utils = trpc.useUtils()
  const save = trpc.stations.save.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'stations',
    schema: StationSave,
    values: { name: row?.name ?? '', companyId: row?.companyId ?? session.companyId },
    row,
    send: ({ values: { name, companyId } }) => save.mutateAsync(row ? { id: row.id, name, rowVersion: row.rowVersion } : { name, companyId }),
    refresh: () => Promise.all([utils.stations.invalidate(), utils.kpi.invalidate()]),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={say(row ? 'stations.editTitle' : 'stations.add')} onClose={onClose}>
      <TextField {...form.text('name')} data-autofocus />
      {row === null && <BaseChoice {...form.choice('companyId')} />}
    </FormDialog>
  )
}

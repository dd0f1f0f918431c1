import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { TownSave } from '#shared/testees.ts'

/** Add a town to the list that all people share. */
export function TownDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.towns.save.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'towns',
    schema: TownSave,
    values: { name: '' },
    send: ({ values }) => save.mutateAsync(values),
    refresh: () => utils.towns.invalidate(),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={say('testees.addTown')} onClose={onClose}>
      <TextField {...form.text('name')} data-autofocus />
    </FormDialog>
  )
}

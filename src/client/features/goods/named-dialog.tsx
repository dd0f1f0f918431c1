import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { type NamedRow, NamedSave } from '#shared/goods.ts'
import { type Feature, headings } from './named-lists.ts'

/** Add a name to one of the lists, or rename it. */
export function NamedDialog({
  feature,
  row,
  onClose,
}: {
  feature: Feature
  row: NamedRow | null
  onClose: () => void
}) {
  const utils = trpc.useUtils()
  const save = trpc[feature].save.useMutation({ meta: { silent: true } })
  const update = trpc[feature].update.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'goods',
    schema: NamedSave,
    values: { name: row?.name ?? '' },
    row,
    send: async ({ values }) => {
      await (row ? update.mutateAsync({ ...values, id: row.id, rowVersion: row.rowVersion }) : save.mutateAsync(values))
    },
    refresh: () => utils[feature].invalidate(),
    onSaved: onClose,
  })
  const title = row ? say('goods.editOf', { name: row.name }) : say('goods.addTo', { list: say(headings[feature]) })
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <TextField {...form.text('name')} data-autofocus />
    </FormDialog>
  )
}

import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { type MaterialRow, MaterialSave } from '#shared/goods.ts'
import { useMaterialTypeChoices, useModelChoices } from './use-goods-choices.ts'

/** Adds goods, or changes them. */
export function MaterialDialog({ row, onClose }: { row: MaterialRow | null; onClose: () => void }) {
  const utils = trpc.useUtils()
  const types = useMaterialTypeChoices()
  const models = useModelChoices()
  const save = trpc.materials.save.useMutation({ meta: { silent: true } })
  const update = trpc.materials.update.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'goods',
    schema: MaterialSave,
    values: {
      name: row?.name ?? '',
      materialTypeId: row?.materialTypeId ?? null,
      modelId: row?.modelId ?? null,
      unit: row?.unit ?? '',
    },
    row,
    send: ({ values }) =>
      row ? update.mutateAsync({ ...values, id: row.id, rowVersion: row.rowVersion }) : save.mutateAsync(values),
    refresh: () => Promise.all([utils.materials.invalidate(), utils.stock.invalidate(), utils.parts.invalidate()]),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={row ? say('goods.editOf', { name: row.name }) : say('goods.addTo', { list: say('route.material') })}
      onClose={onClose}
    >
      <TextField {...form.text('name')} data-autofocus />
      <Combobox
        {...form.choice('materialTypeId')}
        clearable={false}
        placeholder={say('ui.choose')}
        chosenLabel={row?.materialType}
        options={types.options}
        loading={types.loading}
        onSearch={types.search}
      />
      <Combobox
        {...form.choice('modelId')}
        placeholder={say('ui.choose')}
        chosenLabel={row?.model ?? undefined}
        options={models.options}
        loading={models.loading}
        onSearch={models.search}
      />
      <TextField {...form.text('unit')} />
    </FormDialog>
  )
}

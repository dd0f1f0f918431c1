import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { MaterialRow } from '#shared/goods.ts'
import { useMaterialTypeChoices, useModelChoices } from './use-goods-choices.ts'

const longestName = 64
const longestUnit = 16

/** Adds goods, or changes them. */
export function MaterialDialog({ row, onClose }: { row: MaterialRow | null; onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const types = useMaterialTypeChoices()
  const models = useModelChoices()
  const [form, setForm] = useState(() => ({
    name: row?.name ?? '',
    materialTypeId: row?.materialTypeId ?? null,
    modelId: row?.modelId ?? null,
    unit: row?.unit ?? '',
  }))
  const [tried, setTried] = useState(false)
  const change = (patch: Partial<typeof form>) => setForm((before) => ({ ...before, ...patch }))
  const done = {
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say(row ? 'ui.updated' : 'ui.created'))
      onClose()
      await Promise.all([utils.materials.invalidate(), utils.stock.invalidate(), utils.parts.invalidate()])
    },
  }
  const save = trpc.materials.save.useMutation(done)
  const update = trpc.materials.update.useMutation(done)
  const refused = refusedAt(save.error ?? update.error)
  const submit = () => {
    setTried(true)
    const { materialTypeId, modelId } = form
    const name = form.name.trim()
    if (name === '' || materialTypeId === null) return
    const material = { name, materialTypeId, modelId, unit: form.unit.trim() }
    if (row) update.mutate({ ...material, id: row.id, rowVersion: row.rowVersion })
    else save.mutate(material)
  }
  return (
    <FormDialog
      title={row ? say('goods.editOf', { name: row.name }) : say('goods.addTo', { list: say('route.material') })}
      busy={save.isPending || update.isPending}
      error={save.error ?? update.error}
      draft={form}
      names={['name', 'materialTypeId', 'modelId', 'unit']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={say('goods.name')}
        required
        maxLength={longestName}
        value={form.name}
        onChange={(name) => change({ name })}
        error={tried && form.name.trim() === '' ? say('goods.nameMissing') : refused('name')}
        data-autofocus
      />
      <Combobox
        label={say('goods.materialType')}
        required
        clearable={false}
        placeholder={say('ui.choose')}
        value={form.materialTypeId}
        chosenLabel={row?.materialType}
        options={types.options}
        loading={types.loading}
        onSearch={types.search}
        onChange={(materialTypeId) => change({ materialTypeId })}
        error={tried && form.materialTypeId === null ? say('goods.typeMissing') : refused('materialTypeId')}
      />
      <Combobox
        label={say('goods.model')}
        placeholder={say('ui.choose')}
        value={form.modelId}
        chosenLabel={row?.model ?? undefined}
        options={models.options}
        loading={models.loading}
        onSearch={models.search}
        onChange={(modelId) => change({ modelId })}
        error={refused('modelId')}
      />
      <TextField
        label={say('goods.unit')}
        error={refused('unit')}
        help={say('goods.unitHelp')}
        maxLength={longestUnit}
        value={form.unit}
        onChange={(unit) => change({ unit })}
      />
    </FormDialog>
  )
}

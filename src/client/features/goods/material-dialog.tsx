import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
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
  const save = trpc.materials.save.useMutation({ meta: { silent: true } })
  const update = trpc.materials.update.useMutation({ meta: { silent: true } })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: row === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.materials.invalidate(), utils.stock.invalidate(), utils.parts.invalidate()]),
  })
  const refused = refusedAt(error)
  const send = async () => {
    setTried(true)
    const { materialTypeId, modelId } = form
    const name = form.name.trim()
    if (name === '' || materialTypeId === null) return
    const material = { name, materialTypeId, modelId, unit: form.unit.trim() }
    await submit(() => (row ? update.mutateAsync({ ...material, id: row.id, rowVersion: row.rowVersion }) : save.mutateAsync(material)))
  }
  return (
    <FormDialog
      title={row ? say('goods.editOf', { name: row.name }) : say('goods.addTo', { list: say('route.material') })}
      busy={busy}
      error={error}
      draft={form}
      names={['name', 'materialTypeId', 'modelId', 'unit']}
      onSubmit={send}
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

import { useState } from 'react'
import { FormDialog } from '#client/features/places/form-dialog.tsx'
import { refusedAt } from '#client/features/places/refused.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'

/** Adds a town for everybody. */
export function TownDialog({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [name, setName] = useState('')
  const [checked, setChecked] = useState(false)
  const save = trpc.towns.save.useMutation({
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say('ui.created'))
      onClose()
      await utils.towns.invalidate()
    },
  })
  const missing = checked && name.trim() === '' ? say('testees.townMissing') : null
  const submit = () => {
    setChecked(true)
    if (name.trim() !== '') save.mutate({ name: name.trim() })
  }
  return (
    <FormDialog title={say('testees.addTown')} busy={save.isPending} error={save.error} draft={name} names={['name']} onSubmit={submit} onClose={onClose}>
      <TextField
        label={say('testees.townName')}
        required
        maxLength={64}
        data-autofocus
        value={name}
        onChange={setName}
        error={missing ?? refusedAt(save.error)('name')}
      />
    </FormDialog>
  )
}

import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'

/** Adds a town for everybody. */
export function TownDialog({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const formId = useId()
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (name.trim() !== '' && !save.isPending) save.mutate({ name: name.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('testees.addTown')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending}>
            {say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate autoComplete="off" onSubmit={submit}>
        <TextField
          label={say('testees.townName')}
          required
          maxLength={64}
          data-autofocus
          value={name}
          onChange={setName}
          error={missing ?? (save.error ? messageOf(save.error) : null)}
        />
      </form>
    </Dialog>
  )
}

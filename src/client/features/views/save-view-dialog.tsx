import { type FormEvent, useEffect, useId, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { roleOfLabel } from '#shared/permissions.ts'
import { longestViewName, type ViewScreen, viewQueryOf } from '#shared/views.ts'

type Props = { open: boolean; screen: ViewScreen; hidden: string[] | null; onClose: () => void }

/** Names the present view and keeps it, for oneself or for the base. */
export function SaveViewDialog({ open, screen, hidden, onClose }: Props) {
  const say = useWord()
  const form = useId()
  const utils = trpc.useUtils()
  const role = roleOfLabel(useSession().nickName)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    if (!open) return
    setName('')
    setShared(false)
    setMissing(false)
  }, [open])
  const save = trpc.views.save.useMutation({
    onSuccess: async () => {
      toastSuccess(say('view.saved'))
      onClose()
      await utils.views.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '' || save.isPending) return
    save.mutate({ screen, name: name.trim(), shared, hidden, query: viewQueryOf(location.search) })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say('view.save')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            {say('ui.ok')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <TextField
          label={say('view.name')}
          help={say('view.about')}
          error={missing ? say('problem.missing') : null}
          required
          value={name}
          onChange={setName}
          maxLength={longestViewName}
          autoComplete="off"
          data-autofocus
        />
        {role !== 'client' && role !== 'account' && (
          <label className="flex items-center gap-2">
            <input type="checkbox" className="size-4" checked={shared} onChange={(event) => setShared(event.target.checked)} />
            {say('view.share')}
          </label>
        )}
      </form>
    </Dialog>
  )
}

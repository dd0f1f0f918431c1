import { useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { toastSuccess } from '#client/ui/toast.ts'

/** Why a form was not saved. Where somebody else was faster, what was typed stays, and can be saved on top of theirs. */
export function PlaceRefusal({ error, onReload }: { error: unknown; onReload: () => Promise<void> }) {
  const say = useWord()
  const [busy, setBusy] = useState(false)
  if (!error) return null
  if (codeOf(error) !== 'EDITED_BY_OTHERS')
    return (
      <p role="alert" className="text-danger sm:col-span-2">
        {messageOf(error)}
      </p>
    )
  const reload = async () => {
    setBusy(true)
    try {
      await onReload()
      toastSuccess(say('places.reloaded'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="alert" className="grid gap-2 rounded-md sm:col-span-2 border border-line bg-sunken p-3">
      <p className="text-caution">{say('places.conflict')}</p>
      <Button size="sm" className="justify-self-start" busy={busy} onClick={() => void reload()}>
        {say('places.reload')}
      </Button>
    </div>
  )
}

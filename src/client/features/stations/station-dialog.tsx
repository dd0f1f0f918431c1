import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useSubmit } from '#client/features/places/use-submit.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { StationRow } from '#shared/stations.ts'
import { BaseChoice } from './base-choice.tsx'

const longestName = 64

/** Adds a station, or renames one; it stays with its base. */
export function StationDialog({ station, onClose }: { station: StationRow | null; onClose: () => void }) {
  const say = useWord()
  const formId = useId()
  const session = useSession()
  const utils = trpc.useUtils()
  const [name, setName] = useState(station?.name ?? '')
  const [companyId, setCompanyId] = useState<number | null>(station?.companyId ?? session.companyId)
  const [left, setLeft] = useState(false)
  const save = trpc.stations.save.useMutation({ meta: { silent: true } })
  const { busy, error, submit } = useSubmit<unknown>({
    isNew: station === null,
    onSaved: onClose,
    refresh: () => Promise.all([utils.stations.invalidate(), utils.kpi.invalidate()]),
  })
  const problem = name.trim() === '' ? say('stations.nameMissing') : null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (problem) return
    const request = station ? { id: station.id, name, rowVersion: station.rowVersion } : { name, companyId: companyId ?? undefined }
    await submit(() => save.mutateAsync(request))
  }
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={say(station ? 'stations.editTitle' : 'stations.add')}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {say('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid gap-4">
        <TextField
          label={say('stations.name')}
          required
          maxLength={longestName}
          autoComplete="off"
          value={name}
          onChange={setName}
          onBlur={() => setLeft(true)}
          error={left ? problem : null}
          data-autofocus
        />
        {station === null && <BaseChoice label={say('stations.company')} help={say('stations.baseHelp')} value={companyId} onChange={setCompanyId} />}
        {error !== null && (
          <p role="alert" className="text-danger">
            {messageOf(error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

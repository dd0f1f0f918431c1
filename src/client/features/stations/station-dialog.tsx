import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
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
  const save = trpc.stations.save.useMutation({
    meta: { silent: true },
    onSuccess: async () => {
      toastSuccess(say(station ? 'ui.updated' : 'ui.created'))
      onClose()
      await Promise.all([utils.stations.invalidate(), utils.kpi.invalidate()])
    },
  })
  const problem = name.trim() === '' ? say('stations.nameMissing') : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (problem || save.isPending) return
    save.mutate(station ? { id: station.id, name, rowVersion: station.rowVersion } : { name, companyId: companyId ?? undefined })
  }
  return (
    <Dialog
      open
      onClose={() => !save.isPending && onClose()}
      title={say(station ? 'stations.editTitle' : 'stations.add')}
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {say('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending}>
            {say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
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
        {save.error && (
          <p role="alert" className="text-danger">
            {messageOf(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

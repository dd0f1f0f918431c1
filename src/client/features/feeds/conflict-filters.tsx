import { type FormEvent, useEffect, useState } from 'react'
import { useClientChoices, useSiteChoices } from '#client/features/devices/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { conflictReasons } from '#shared/feed-conflicts.ts'
import { Id } from '#shared/paging.ts'
import type { AddressView } from './use-address.ts'

export const conflictFilterNames = ['reason', 'siteId', 'clientId', 'serial', 'resolved'] as const
type Name = (typeof conflictFilterNames)[number]
type Patch = { [Key in Name]?: string | undefined }

/** Choices apply at once, a serial after "search" or Enter. */
export function ConflictFilters({ view, onChange }: { view: AddressView<Name>; onChange: (patch: Patch) => void }) {
  const say = useWord()
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const [serial, setSerial] = useState(view.serial ?? '')
  useEffect(() => setSerial(view.serial ?? ''), [view.serial])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ serial: serial.trim() || undefined })
  }
  const text = (id: number | null) => (id === null ? undefined : String(id))
  return (
    <search className="rounded-md border border-line bg-surface p-4">
      <form
        aria-label={say('fleet.filters')}
        onSubmit={submit}
        className="grid grid-cols-1 items-end gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-6"
      >
        <Select
          label={say('conflict.status')}
          value={view.resolved === 'yes' ? 'yes' : null}
          options={[{ value: 'yes', label: say('conflict.decided') }]}
          emptyLabel={say('conflict.waiting')}
          onChange={(resolved) => onChange({ resolved: resolved ?? undefined })}
        />
        <Select
          label={say('feedScreen.reason')}
          value={conflictReasons.find((reason) => reason === view.reason) ?? null}
          options={conflictReasons.map((reason) => ({ value: reason, label: say(`feed.reason.${reason}`) }))}
          emptyLabel={say('fleet.unlimited')}
          onChange={(reason) => onChange({ reason: reason ?? undefined })}
        />
        <Select
          label={say('feedScreen.site')}
          value={Id.safeParse(view.siteId).data ?? null}
          options={sites.options}
          emptyLabel={say('fleet.unlimited')}
          onChange={(siteId) => onChange({ siteId: text(siteId) })}
        />
        <Select
          label={say('conflict.client')}
          value={Id.safeParse(view.clientId).data ?? null}
          options={clients.options}
          emptyLabel={say('fleet.unlimited')}
          onChange={(clientId) => onChange({ clientId: text(clientId) })}
        />
        <TextField label={say('feedScreen.serial')} value={serial} onChange={setSerial} maxLength={64} autoComplete="off" />
        <span className="flex justify-end gap-2">
          <Button type="submit" variant="primary">
            {say('fleet.search')}
          </Button>
          <Button onClick={() => onChange({ reason: undefined, siteId: undefined, clientId: undefined, serial: undefined, resolved: undefined })}>
            {say('fleet.clean')}
          </Button>
        </span>
      </form>
    </search>
  )
}

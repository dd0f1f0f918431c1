import { useEffect, useState } from 'react'
import { useClientChoices, useSiteChoices } from '#client/features/devices/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { FilterFrame } from '#client/ui/filter-frame.tsx'
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
  const text = (id: number | null) => (id === null ? undefined : String(id))
  return (
    <FilterFrame
      fields={
        <>
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
        </>
      }
      wide="grid grid-cols-3 xl:grid-cols-6"
      count={conflictFilterNames.filter((name) => view[name]).length}
      pending={serial.trim() !== (view.serial ?? '')}
      onSearch={() => onChange({ serial: serial.trim() || undefined })}
      onClean={() => onChange({ reason: undefined, siteId: undefined, clientId: undefined, serial: undefined, resolved: undefined })}
    />
  )
}

import { useEffect, useState } from 'react'
import { useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { FilterFrame } from '#client/ui/filter-frame.tsx'
import type { ListView } from '#client/ui/list/address-view.ts'
import { Select } from '#client/ui/select.tsx'
import { conflictReasons, type ConflictFilters as Filters } from '#shared/feed-conflicts.ts'
import { longestSearch } from '#shared/paging.ts'

const filterNames = ['reason', 'siteId', 'clientId', 'serial', 'resolved'] as const
type View = ListView<typeof Filters>

/** Choices apply at once, a serial after "search" or Enter. */
export function ConflictFilters({ view, onChange }: { view: View; onChange: (patch: Partial<View>) => void }) {
  const say = useWord()
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const [serial, setSerial] = useState(view.serial ?? '')
  useEffect(() => setSerial(view.serial ?? ''), [view.serial])
  return (
    <FilterFrame
      fields={
        <>
          <Select
            label={say('conflict.status')}
            value={view.resolved ?? null}
            options={[{ value: 'yes', label: say('conflict.decided') }]}
            emptyLabel={say('conflict.waiting')}
            onChange={(resolved) => onChange({ resolved: resolved ?? undefined })}
          />
          <Select
            label={say('feedScreen.reason')}
            value={view.reason ?? null}
            options={conflictReasons.map((reason) => ({ value: reason, label: say(`feed.reason.${reason}`) }))}
            emptyLabel={say('fleet.unlimited')}
            onChange={(reason) => onChange({ reason: reason ?? undefined })}
          />
          <Select
            label={say('feedScreen.site')}
            value={view.siteId ?? null}
            options={sites.options}
            emptyLabel={say('fleet.unlimited')}
            onChange={(siteId) => onChange({ siteId: siteId ?? undefined })}
          />
          <Select
            label={say('conflict.client')}
            value={view.clientId ?? null}
            options={clients.options}
            emptyLabel={say('fleet.unlimited')}
            onChange={(clientId) => onChange({ clientId: clientId ?? undefined })}
          />
          <TextField label={say('feedScreen.serial')} value={serial} onChange={setSerial} maxLength={longestSearch} autoComplete="off" />
        </>
      }
      wide="grid grid-cols-3 xl:grid-cols-6"
      count={filterNames.filter((name) => view[name]).length}
      pending={serial.trim() !== (view.serial ?? '')}
      onSearch={() => onChange({ serial: serial.trim() || undefined })}
      onClean={() => onChange({ reason: undefined, siteId: undefined, clientId: undefined, serial: undefined, resolved: undefined })}
    />
  )
}

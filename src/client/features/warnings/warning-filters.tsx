import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { ViewFilters } from '#client/features/devices/device-view.ts'
import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/devices/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { deviceTypes } from '#shared/devices.ts'

type Props = { applied: ViewFilters; busy: boolean; onSearch: (filters: ViewFilters) => void }

/** Whose devices, where, of which type, which serial; counts after "search" or Enter. */
export function WarningFilters({ applied, busy, onSearch }: Props) {
  const say = useWord()
  const [draft, setDraft] = useState(applied)
  // Back, or a shared link, may change the filters from outside.
  useEffect(() => setDraft(applied), [applied])
  const clients = useClientChoices()
  const accounts = useAccountChoices(draft.clientId)
  const sites = useSiteChoices()
  const set = (patch: ViewFilters) => setDraft({ ...draft, ...patch })
  const unlimited = say('fleet.unlimited')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch({ ...draft, serial: draft.serial?.trim() || undefined })
  }
  const unnamed = (id: number | undefined) => (id === undefined ? undefined : `#${id}`)
  return (
    <search className="rounded-md border border-line bg-surface p-4">
      <form
        aria-label={say('fleet.filters')}
        onSubmit={submit}
        className="grid grid-cols-1 items-end gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-6"
      >
        <Combobox
          label={say('place.client')}
          value={draft.clientId ?? null}
          options={clients.options}
          loading={clients.loading}
          onSearch={clients.search}
          chosenLabel={unnamed(draft.clientId)}
          placeholder={unlimited}
          // An account of another client would leave nothing to see.
          onChange={(clientId) => set({ clientId: clientId ?? undefined, accountId: undefined })}
        />
        <Combobox
          label={say('place.account')}
          value={draft.accountId ?? null}
          options={accounts.options}
          loading={accounts.loading}
          onSearch={accounts.search}
          chosenLabel={unnamed(draft.accountId)}
          placeholder={unlimited}
          onChange={(accountId) => set({ accountId: accountId ?? undefined })}
        />
        <Combobox
          label={say('place.site')}
          value={draft.siteId ?? null}
          options={sites.options}
          loading={sites.loading}
          onSearch={sites.search}
          chosenLabel={unnamed(draft.siteId)}
          placeholder={unlimited}
          onChange={(siteId) => set({ siteId: siteId ?? undefined })}
        />
        <Select
          label={say('device.column.type')}
          value={draft.type ?? null}
          emptyLabel={unlimited}
          options={deviceTypes.map((type) => ({ value: type, label: type }))}
          onChange={(type) => set({ type: type ?? undefined })}
        />
        <TextField
          label={say('device.column.serial')}
          value={draft.serial ?? ''}
          onChange={(serial) => set({ serial })}
          placeholder={say('fleet.serialHint')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          leading={<Search aria-hidden className="size-4 text-muted" />}
        />
        <div className="flex justify-end gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {say('fleet.search')}
          </Button>
          <Button onClick={() => onSearch({ state: applied.state })}>{say('fleet.clean')}</Button>
        </div>
      </form>
    </search>
  )
}

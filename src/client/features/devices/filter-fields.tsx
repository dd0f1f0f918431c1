import { ListChecks, Search } from 'lucide-react'
import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { deviceTypes } from '#shared/devices.ts'
import { longestSearch } from '#shared/paging.ts'
import { serialsOf } from '#shared/serial-lists.ts'
import type { ViewFilters } from './device-view.ts'

export type FilterFieldsProps = { filters: ViewFilters; onChange: (filters: ViewFilters) => void }

/** Whose devices, where, and of which type. */
export function OwnerFields({ filters, onChange }: FilterFieldsProps) {
  const say = useWord()
  const clients = useClientChoices()
  const accounts = useAccountChoices(filters.clientId)
  const sites = useSiteChoices()
  const set = (patch: ViewFilters) => onChange({ ...filters, ...patch })
  const unlimited = say('fleet.unlimited')
  const unnamed = (id: number | undefined) => (id === undefined ? undefined : `#${id}`)
  return (
    <>
      <Combobox
        label={say('place.client')}
        value={filters.clientId ?? null}
        options={clients.options}
        loading={clients.loading}
        onSearch={clients.search}
        chosenLabel={unnamed(filters.clientId)}
        placeholder={unlimited}
        // An account of another client would leave nothing to see.
        onChange={(clientId) => set({ clientId: clientId ?? undefined, accountId: undefined })}
      />
      <Combobox
        label={say('place.account')}
        value={filters.accountId ?? null}
        options={accounts.options}
        loading={accounts.loading}
        onSearch={accounts.search}
        chosenLabel={unnamed(filters.accountId)}
        placeholder={unlimited}
        onChange={(accountId) => set({ accountId: accountId ?? undefined })}
      />
      <Combobox
        label={say('place.site')}
        value={filters.siteId ?? null}
        options={sites.options}
        loading={sites.loading}
        onSearch={sites.search}
        chosenLabel={unnamed(filters.siteId)}
        placeholder={unlimited}
        onChange={(siteId) => set({ siteId: siteId ?? undefined })}
      />
      <Select
        label={say('device.column.type')}
        value={filters.type ?? null}
        emptyLabel={unlimited}
        options={deviceTypes.map((type) => ({ value: type, label: type }))}
        onChange={(type) => set({ type: type ?? undefined })}
      />
    </>
  )
}

type SerialFieldProps = FilterFieldsProps & {
  /** Several serials at once: pasted into the field, or asked for by its button. */
  onList?: ((pasted: string) => void) | undefined
}

/** Part of a serial; of several that are pasted, a list. */
export function SerialField({ filters, onChange, onList }: SerialFieldProps) {
  const say = useWord()
  return (
    <TextField
      label={say('device.column.serial')}
      value={filters.serial ?? ''}
      onChange={(serial) => onChange({ ...filters, serial })}
      placeholder={say('fleet.serialHint')}
      maxLength={longestSearch}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leading={<Search aria-hidden className="size-4 text-muted" />}
      trailing={
        onList && <IconButton size="sm" label={say('fleet.serialList')} icon={<ListChecks aria-hidden className="size-4" />} onClick={() => onList('')} />
      }
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (!onList || serialsOf(pasted).length < 2) return
        event.preventDefault()
        onList(pasted)
      }}
    />
  )
}

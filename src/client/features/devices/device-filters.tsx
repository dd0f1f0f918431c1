import { Search } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { deviceStates, deviceTypes, repairTimesChoices } from '#shared/devices.ts'
import type { ViewFilters } from './device-view.ts'
import { useAccountChoices, useClientChoices, useSiteChoices } from './use-choices.ts'

type Props = { filters: ViewFilters; onChange: (filters: ViewFilters) => void }

/** The eight fields of the filter bar; a form around them decides when they count. */
export function DeviceFilterFields({ filters, onChange }: Props) {
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
      <Select
        label={say('device.column.state')}
        value={filters.state ?? null}
        emptyLabel={unlimited}
        options={deviceStates.map((state) => ({ value: state, label: say(`device.state.${state}`), mark: <StateShape state={state} /> }))}
        onChange={(state) => set({ state: state ?? undefined })}
      />
      <Select
        label={say('device.column.repairTimes')}
        value={filters.repairTimes ?? null}
        emptyLabel={unlimited}
        options={[...new Set([...repairTimesChoices, ...(filters.repairTimes === undefined ? [] : [filters.repairTimes])])].map((times) => ({
          value: times,
          label: String(times),
        }))}
        onChange={(repairTimes) => set({ repairTimes: repairTimes ?? undefined })}
      />
      <Select
        label={say('device.column.activeWorkerState')}
        value={filters.activeWorkerState === undefined ? null : filters.activeWorkerState ? 'yes' : 'no'}
        emptyLabel={unlimited}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: say(`device.worker.${value}`) }))}
        onChange={(value) => set({ activeWorkerState: value === null ? undefined : value === 'yes' })}
      />
      <TextField
        label={say('device.column.serial')}
        value={filters.serial ?? ''}
        onChange={(serial) => set({ serial })}
        placeholder={say('fleet.serialHint')}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        leading={<Search aria-hidden className="size-4 text-muted" />}
      />
    </>
  )
}

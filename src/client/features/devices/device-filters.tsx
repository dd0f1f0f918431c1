import { useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { deviceStates, repairTimesChoices } from '#shared/devices.ts'
import { longestSearch } from '#shared/paging.ts'
import type { ViewFilters } from './device-view.ts'
import { type FilterFieldsProps, OwnerFields, SerialField } from './filter-fields.tsx'

/** The eight fields of the filter bar, and the province when a chart led here; a form around them decides when they count. */
export function DeviceFilterFields({ filters, onChange, onList }: FilterFieldsProps & { onList: (pasted: string) => void }) {
  const say = useWord()
  const set = (patch: ViewFilters) => onChange({ ...filters, ...patch })
  const unlimited = say('fleet.unlimited')
  return (
    <>
      <OwnerFields filters={filters} onChange={onChange} />
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
      {filters.province !== undefined && (
        <TextField
          label={say('places.province')}
          value={filters.province}
          onChange={(province) => set({ province })}
          maxLength={longestSearch}
          autoComplete="off"
        />
      )}
      <SerialField filters={filters} onChange={onChange} onList={onList} />
    </>
  )
}

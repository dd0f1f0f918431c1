import { useWord } from '#client/i18n.ts'
import { chipOf, type FilterChip } from '#client/ui/list/filter-chips.tsx'
import { Select } from '#client/ui/select.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { deviceStates, repairTimesChoices } from '#shared/devices.ts'
import type { ViewFilters } from './device-view.ts'
import { useFactChips } from './fact-filters.tsx'
import { type FilterFieldsProps, OwnerFields, useOwnerChips } from './filter-fields.tsx'

/** The fields of the filter bar beside the serial. */
export function DeviceFilterFields({ filters, onChange }: FilterFieldsProps) {
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
        options={deviceStates.map((state) => ({
          value: state,
          label: say(`device.state.${state}`),
          mark: <StateShape state={state} />,
        }))}
        onChange={(state) => set({ state: state ?? undefined })}
      />
      <Select
        label={say('device.column.repairTimes')}
        value={filters.repairTimes ?? null}
        emptyLabel={unlimited}
        options={[
          ...new Set([...repairTimesChoices, ...(filters.repairTimes === undefined ? [] : [filters.repairTimes])]),
        ].map((times) => ({
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
    </>
  )
}

/** Return the chips of the active filters; the province is only set by a link from a chart. */
export function useDeviceChips({ filters, onChange }: FilterFieldsProps): FilterChip[] {
  const say = useWord()
  const { state, repairTimes, activeWorkerState, province } = filters
  const set = (patch: ViewFilters) => onChange({ ...filters, ...patch })
  const worker = activeWorkerState === undefined ? undefined : say(`device.worker.${activeWorkerState ? 'yes' : 'no'}`)
  return [
    ...useOwnerChips({ filters, onChange }),
    ...chipOf('state', say('device.column.state'), state && say(`device.state.${state}`), () =>
      set({ state: undefined }),
    ),
    ...chipOf('repairTimes', say('device.column.repairTimes'), repairTimes, () => set({ repairTimes: undefined })),
    ...chipOf('activeWorkerState', say('device.column.activeWorkerState'), worker, () =>
      set({ activeWorkerState: undefined }),
    ),
    ...chipOf('province', say('places.province'), province || undefined, () => set({ province: undefined })),
    ...useFactChips({ filters, onChange }),
  ]
}

import { keepPreviousData } from '@tanstack/react-query'
import { ConflictNotice } from '#client/features/feeds/conflict-notice.tsx'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { loadErrorOf } from '#client/ui/status.tsx'
import { AsOfBesideTabs } from './as-of-line.tsx'
import { DeviceFilterBar } from './device-filter-bar.tsx'
import { DeviceList } from './device-list.tsx'
import { placeFilters, sameFilters } from './device-view.ts'
import { ManageTools } from './manage-tools.tsx'
import { StateCards } from './state-cards.tsx'
import { StatePie } from './state-pies.tsx'
import { useDeviceView } from './use-device-view.ts'
import { useSearchDevices } from './use-search-devices.ts'

/** Nine cards, three pies, the filter bar and the table, all from one snapshot of the fleet. */
export function DeviceOverviewScreen() {
  const say = useWord()
  const { view, change } = useDeviceView()
  const overview = trpc.charts.overview.useQuery(placeFilters(view.filters), { placeholderData: keepPreviousData })
  const { search, busy } = useSearchDevices(view, change)
  const error = loadErrorOf(overview)
  const pies = overview.data?.pies
  // Without a device there are no charts and no filters; the list says why.
  const nothing = overview.data?.counts.total === 0 && !overview.error && sameFilters(view.filters, {})
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="page-title text-lg font-semibold">{say('route.dashboard')}</h1>
        <AsOfBesideTabs />
        <ConflictNotice className="min-h-5" />
        <span className="ml-auto">
          <ManageTools change={change} />
        </span>
      </header>
      <StateCards counts={overview.error ? null : overview.data?.counts} filters={view.filters} />
      {!nothing && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
          <StatePie
            indicator="state"
            title={say('fleet.pieState')}
            slices={pies?.state}
            filters={view.filters}
            error={error}
          />
          <StatePie
            indicator="repairTimes"
            title={say('fleet.pieRepairTimes')}
            slices={pies?.repairTimes}
            filters={view.filters}
            error={error}
          />
          <StatePie
            indicator="type"
            title={say('fleet.pieType')}
            slices={pies?.type}
            filters={view.filters}
            error={error}
          />
        </div>
      )}
      <DeviceList
        managedAbove
        view={view}
        change={change}
        filters={nothing ? null : <DeviceFilterBar applied={view.filters} onSearch={search} busy={busy} />}
      />
    </div>
  )
}

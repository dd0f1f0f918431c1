import { useWord } from '#client/i18n.ts'
import { DatedHeading } from './as-of-line.tsx'
import { DeviceFilterBar } from './device-filter-bar.tsx'
import { DeviceList } from './device-list.tsx'
import { useDeviceView } from './use-device-view.ts'
import { useSearchDevices } from './use-search-devices.ts'

/** The device list as a page of its own, the target of cards, slices and links. */
export function MachineListScreen() {
  const say = useWord()
  const { view, change } = useDeviceView()
  const { search, busy } = useSearchDevices(view, change)
  return (
    <div className="grid grid-cols-1 gap-4">
      <DatedHeading title={say('route.machineList')} />
      <DeviceList
        headed
        view={view}
        change={change}
        filters={<DeviceFilterBar applied={view.filters} onSearch={search} busy={busy} />}
      />
    </div>
  )
}

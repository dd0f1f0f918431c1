import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { type ChartDays, deviceDetailHref, readDeviceAddress, writeDeviceAddress } from './device-address.ts'
import { DailyStateChart, HashChart, MonthlyStateChart, OnlineChart, useDeviceHistory } from './device-charts.tsx'
import { DeviceHead } from './device-head.tsx'
import { DeviceRepairs } from './device-repairs.tsx'
import { RangeButtons } from './range-buttons.tsx'
import { useDevice } from './use-device.tsx'

/** The monthly bars show this many days, whatever range the lines show. */
const monthlyDays = 365

/** Statistics of one device (R031): states, online rate and hash rate day by day, states by month, repairs. */
export function DeviceStatisticsScreen() {
  const say = useWord()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { id, days } = useMemo(() => readDeviceAddress(search), [search])
  const choose = useCallback(
    (next: ChartDays) => navigate(`${path}${writeDeviceAddress(search, { days: next })}`, { replace: true }),
    [navigate, path, search],
  )
  const { device, instead } = useDevice(id)
  const shown = useDeviceHistory(id, days)
  const year = useDeviceHistory(id, monthlyDays)
  if (instead || id === undefined) return instead
  return (
    <div className="grid grid-cols-1 gap-4">
      <DeviceHead
        device={device}
        title={say('route.deviceStatistics')}
        actions={
          <AppLink href={deviceDetailHref(id)} className={buttonStyle()}>
            {say('trace.detail')}
          </AppLink>
        }
      />
      <RangeButtons days={days} onChange={choose} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <OnlineChart {...shown} />
        <HashChart {...shown} />
        <DailyStateChart {...shown} />
        <MonthlyStateChart {...year} />
      </div>
      <DeviceRepairs key={id} id={id} />
    </div>
  )
}

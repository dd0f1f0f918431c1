import { useCallback } from 'react'
import { PointDrawer } from '#client/features/places/point-drawer.tsx'
import { useHistoryView } from '#client/features/places/use-history-view.ts'
import { trpc } from '#client/trpc.ts'
import type { DeviceType } from '#shared/devices.ts'
import { MonthChart } from './month-chart.tsx'

const parts = { bar: 'inService', line: 'online' } as const
/** Start of a range that contains every month of the charts; the newest day ends the range. */
const firstDay = '2000-01-01'

/**
 * Machines in service and online by month and type. A click on a point opens the days that it averages; each day opens
 * its devices.
 */
export function MonthCharts() {
  const { view, change } = useHistoryView()
  const newest = trpc.charts.lastDate.useQuery().data
  const open = useCallback(
    (at: string, kind: keyof typeof parts, type: DeviceType) =>
      change({ point: { at, part: parts[kind], type }, tab: 'devices' }),
    [change],
  )
  return (
    <>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <MonthChart kind="bar" onOpen={open} />
        <MonthChart kind="line" onOpen={open} />
      </div>
      {newest && (
        <PointDrawer
          place={{}}
          view={view}
          range={[firstDay, newest]}
          onClose={() => change({ point: null }, { replace: true })}
          onTab={(tab) => change({ tab }, { replace: true })}
          onDay={(at, part) => view.point && change({ point: { ...view.point, at, part }, tab: 'devices' })}
        />
      )}
    </>
  )
}

import { Maximize, Minimize } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { messageOf } from '#client/failures.ts'
import { AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { NoDevicesCard } from '#client/features/devices/no-devices.tsx'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, formatPercent, language, useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { classNames } from '#client/ui/class-names.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { percent } from '#shared/charts.ts'
import { type DeviceType, deviceTypes } from '#shared/devices.ts'
import { HashRulesTool } from './hash-rules-tool.tsx'
import { MonthCharts } from './month-charts.tsx'
import { provinceOptions, provinceTypes } from './province-options.ts'
import { SerialPatternsTool } from './serial-patterns-tool.tsx'
import { useFullScreen } from './use-full-screen.ts'

const height = 380
const tallHeight = 560

/** How many machines of which type are in which province. */
export function MachineTypeScreen() {
  const say = useWord()
  const [, navigate] = useLocation()
  const { companyId } = useSession()
  const mayExport = useMay('base_screen')
  const { full, toggle } = useFullScreen()
  const t30 = trpc.charts.bar.useQuery({ by: 'province', type: 'T30' })
  const t20 = trpc.charts.bar.useQuery({ by: 'province', type: 'T20' })
  const rows = useMemo(() => t30.data && t20.data && provinceTypes({ T30: t30.data, T20: t20.data }), [t30.data, t20.data])
  // Machines of no province have no filter that would list them.
  const nowhere = say('place.noProvince')
  const open = useCallback((province: string, type: DeviceType) => province !== nowhere && navigate(rowsHref({ province, type })), [navigate, nowhere])
  const unit = say('places.devices')
  const build = useMemo(() => rows && ((theme: ChartTheme) => provinceOptions(rows, unit, open, theme)), [rows, unit, open])
  const columns = useMemo(() => [say('machineType.province'), ...deviceTypes, say('machineType.total')], [say])
  const data = useMemo(
    () => ({
      columns,
      rows: (rows ?? []).map(({ province, counts, total }) => ({ key: province, cells: [province, ...deviceTypes.map((type) => counts[type]), total] })),
    }),
    [columns, rows],
  )
  const failed = t30.error ?? t20.error
  const error = failed ? { message: messageOf(failed), retry: () => void Promise.all([t30.refetch(), t20.refetch()]) } : undefined
  const all = (rows ?? []).reduce((sum, { total }) => sum + total, 0)
  return (
    <div className={classNames('grid grid-cols-1 content-start gap-4', full && 'fixed inset-0 z-30 overflow-auto bg-ground p-6')}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-lg font-semibold">{say('route.machineType')}</h1>
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-4 gap-y-2 max-sm:basis-full">
          <AsOfLine />
          <span className="flex flex-wrap gap-2">
            <SerialPatternsTool />
            <HashRulesTool />
            {mayExport && (
              <ExportTool
                sentence={say('export.total', { count: formatNumber(rows?.length) })}
                columns={columns}
                formats={['csv', 'xls', 'xlsx']}
                call={(format) => ({
                  method: 'POST',
                  path: `/api/data/export/machineType/${companyId}`,
                  body: { format, language },
                  fallbackName: `${say('data.export.name')}.${format}`,
                })}
                disabled={!rows || rows.length === 0}
              />
            )}
            <Button
              icon={full ? <Minimize aria-hidden className="size-4" /> : <Maximize aria-hidden className="size-4" />}
              aria-pressed={full}
              onClick={toggle}
            >
              {say(full ? 'machineType.leaveFullScreen' : 'machineType.fullScreen')}
            </Button>
          </span>
        </div>
      </header>
      {rows?.length === 0 && !error ? (
        <NoDevicesCard />
      ) : (
        <>
          <Chart
            title={say('machineType.chart')}
            height={full ? tallHeight : height}
            build={build}
            data={data}
            error={error}
            note={say('machineType.openProvince')}
          />
          <MonthCharts />
        </>
      )}
      {rows && rows.length > 0 && (
        <Card padded={false}>
          <PlainTable
            label={say('machineType.chart')}
            columns={[
              { title: say('machineType.province') },
              ...[...deviceTypes, say('machineType.total'), say('machineType.share')].map((title) => ({ title, figures: true })),
            ]}
            rows={rows.map(({ province, counts, total }) => ({
              key: province,
              cells: [province, ...deviceTypes.map((type) => formatNumber(counts[type])), formatNumber(total), formatPercent(percent(total, all))],
            }))}
            empty={say('chart.empty')}
          />
        </Card>
      )}
    </div>
  )
}

import { Maximize, Minimize } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { AsOfBesideTabs, AsOfLine } from '#client/features/devices/as-of-line.tsx'
import { rowsHref } from '#client/features/devices/device-view.ts'
import { NoDevicesCard } from '#client/features/devices/no-devices.tsx'
import { useMachineTypes } from '#client/features/devices/use-machine-types.ts'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, formatPercent, language, useWord } from '#client/i18n.ts'
import { useMay, useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { classNames } from '#client/ui/class-names.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import type { LoadError } from '#client/ui/status.tsx'
import { percent } from '#shared/charts.ts'
import type { DeviceType } from '#shared/devices.ts'
import { MonthCharts } from './month-charts.tsx'
import { provinceOptions, provinceTypes } from './province-options.ts'
import { SerialPatternsTool } from './serial-patterns-tool.tsx'
import { TypeCard } from './type-card.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useTypeBars } from './use-type-bars.ts'

const usualHeight = 380
const fullScreenHeight = 560

type ShownType = { name: string; retired: boolean; place: number }
type Rows = ReturnType<typeof provinceTypes>

/** Return the types of machines to show: a retired type only while there are machines of it. */
function useShownTypes(rows: Rows | undefined): readonly ShownType[] {
  const all = useMachineTypes()
  return useMemo(
    () =>
      all
        .map(({ name, retired }, place) => ({ name, retired, place }))
        .filter(({ name, retired }) => !retired || (rows ?? []).some(({ counts }) => (counts[name] ?? 0) > 0)),
    [all, rows],
  )
}

/** The number of machines of each type by province. */
export function MachineTypeScreen() {
  const say = useWord()
  const { full, toggle } = useFullScreen()
  const { bars, error } = useTypeBars()
  const rows = useMemo(() => bars && provinceTypes(bars), [bars])
  const types = useShownTypes(rows)
  const columns = useMemo(
    () => [say('machineType.province'), ...types.map(({ name }) => name), say('machineType.total')],
    [say, types],
  )
  return (
    <div
      className={classNames(
        'grid grid-cols-1 content-start gap-4',
        full && 'fixed inset-0 z-30 overflow-auto bg-ground p-6',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="page-title text-lg font-semibold">{say('route.machineType')}</h1>
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-4 gap-y-2 max-sm:basis-full">
          {full ? <AsOfLine full /> : <AsOfBesideTabs />}
          <span className="flex flex-wrap gap-2">
            <SerialPatternsTool />
            <TypesExport columns={columns} rows={rows} />
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
          <ProvinceChart
            rows={rows}
            types={types}
            columns={columns}
            height={full ? fullScreenHeight : usualHeight}
            error={error}
          />
          <MonthCharts />
        </>
      )}
      {rows && rows.length > 0 && <ProvinceTable rows={rows} types={types} />}
      {/* The details of its rows are below the full screen. */}
      {!full && <TypeCard />}
    </div>
  )
}

/** The numbers as a file. */
function TypesExport({ columns, rows }: { columns: readonly string[]; rows: Rows | undefined }) {
  const say = useWord()
  const { companyId } = useSession()
  const mayExport = useMay('base_screen')
  if (!mayExport) return null
  return (
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
  )
}

type ChartProps = {
  rows: Rows | undefined
  types: readonly ShownType[]
  columns: string[]
  height: number
  error: LoadError | undefined
}

/** The machines of each type by province; a bar opens the list of its machines. */
function ProvinceChart({ rows, types, columns, height, error }: ChartProps) {
  const say = useWord()
  const [, navigate] = useLocation()
  // Machines without a province cannot be linked, because no filter lists them.
  const noProvince = say('place.noProvince')
  const open = useCallback(
    (province: string, type: DeviceType) => province !== noProvince && navigate(rowsHref({ province, type })),
    [navigate, noProvince],
  )
  const unit = say('places.devices')
  const build = useMemo(
    () => rows && ((theme: ChartTheme) => provinceOptions(rows, types, unit, open, theme)),
    [rows, types, unit, open],
  )
  const data = useMemo(
    () => ({
      columns,
      rows: (rows ?? []).map(({ province, counts, total }) => ({
        key: province,
        cells: [province, ...types.map(({ name }) => counts[name] ?? 0), total],
      })),
    }),
    [columns, rows, types],
  )
  return (
    <Chart
      title={say('machineType.chart')}
      height={height}
      build={build}
      data={data}
      error={error}
      note={say('machineType.openProvince')}
    />
  )
}

/** The same numbers as a table, with the share of each province. */
function ProvinceTable({ rows, types }: { rows: Rows; types: readonly ShownType[] }) {
  const say = useWord()
  const machines = rows.reduce((sum, { total }) => sum + total, 0)
  return (
    <Card padded={false}>
      <PlainTable
        label={say('machineType.chart')}
        columns={[
          { title: say('machineType.province') },
          ...[...types.map(({ name }) => name), say('machineType.total'), say('machineType.share')].map((title) => ({
            title,
            figures: true,
          })),
        ]}
        rows={rows.map(({ province, counts, total }) => ({
          key: province,
          cells: [
            province,
            ...types.map(({ name }) => formatNumber(counts[name] ?? 0)),
            formatNumber(total),
            formatPercent(percent(total, machines)),
          ],
        }))}
        empty={say('chart.empty')}
      />
    </Card>
  )
}

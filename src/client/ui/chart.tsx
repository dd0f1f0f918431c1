import type { Options } from 'highcharts'
import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Card } from './card.tsx'
import type { ChartPictures } from './chart-canvas.tsx'
import { useChartCanvas } from './chart-loader.ts'
import { type ChartFileKind, ChartMenu } from './chart-menu.tsx'
import { type ChartData, ChartTable } from './chart-table.tsx'
import { type ChartTheme, chartText } from './chart-theme.ts'
import { Skeleton } from './skeleton.tsx'
import { EmptyState, ErrorState, type LoadError } from './status.tsx'
import { toastError } from './toast.ts'

type ChartProps = {
  title: string
  /** In pixels, constant from the first paint on, so that nothing below moves. */
  height: number
  /**
   * The options of the chart in the colours of the page; keep the function's identity while the figures are the same.
   * undefined = still loading.
   */
  build: ((theme: ChartTheme) => Options) | undefined
  /** The figures of the chart, for "view as table" and the CSV. */
  data: ChartData
  /** Why there is no chart: a message with "try again". */
  error?: LoadError
  /** A line under the chart, for example what a click does. */
  note?: ReactNode
  /** An explanation of the figures, beside the title. */
  info?: ReactNode
  /** For a narrow card: the button for the table is an icon, as on a phone. */
  compact?: boolean
  /** Tools before those of every chart. */
  actions?: ReactNode
}

const plainName = (text: string): string => text.replace(/[\\/:*?"<>|]/g, ' ').trim()

/** The words of the drawing library. Keep the object's identity, so that the chart is not redrawn needlessly. */
function useChartWords(title: string) {
  const say = useWord()
  return useMemo(() => {
    const name = chartText(title)
    return {
      accessibility: {
        defaultChartTitle: name,
        chartContainerLabel: name,
        svgContainerLabel: name,
        legend: {
          legendLabelNoTitle: name,
          legendLabel: name,
          legendItem: say('chart.toggle', { name: '{itemName}' }),
        },
        screenReaderSection: { endOfChartMarker: '' },
      },
    }
  }, [say, title])
}

type ToggleProps = { asTable: boolean; disabled: boolean; compact: boolean; onToggle: () => void }

/** The button that switches between the chart and its table. */
function TableToggle({ asTable, disabled, compact, onToggle }: ToggleProps) {
  const say = useWord()
  const label = say(asTable ? 'chart.asChart' : 'chart.asTable')
  const Icon = asTable ? ChartColumn : Table2
  return (
    <button
      type="button"
      className="inline-flex min-h-8 min-w-8 items-center justify-center rounded-md px-2 text-xs whitespace-nowrap text-accent underline-offset-2 hover:underline disabled:text-muted"
      title={label}
      disabled={disabled}
      onClick={onToggle}
    >
      <Icon aria-hidden className={compact ? 'size-4' : 'size-4 sm:hidden'} />
      <span className={compact ? 'sr-only' : 'max-sm:sr-only'}>{label}</span>
    </button>
  )
}

/** A chart in a card: skeleton, picture or table, menu. The drawing library is loaded only if a chart is shown. */
export function Chart({ title, height, build, data, error, note, info, compact = false, actions }: ChartProps) {
  const say = useWord()
  const { Canvas, failed, retry } = useChartCanvas()
  const pictures = useRef<ChartPictures | null>(null)
  const [asTable, setAsTable] = useState(false)
  const empty = build !== undefined && data.rows.length === 0

  const saveTable = async () => {
    const { saveCsv } = await import('#client/save-csv.ts')
    saveCsv(plainName(title), [data.columns, ...data.rows.map((row) => row.cells)])
  }
  const save = (kind: ChartFileKind) => {
    const saved = kind === 'csv' ? saveTable() : pictures.current?.save(kind, plainName(title), title)
    saved?.catch(() => toastError(say('fleet.downloadFailed')))
  }
  const lang = useChartWords(title)
  const body = () => {
    if (error) return <ErrorState message={error.message} onRetry={error.retry} className="h-full py-2" />
    if (empty) return <EmptyState title={say('chart.empty')} className="h-full py-2" />
    if (asTable && build) return <ChartTable title={title} data={data} height={height} />
    if (failed) return <ErrorState message={say('chart.failed')} onRetry={retry} className="h-full py-2" />
    if (!Canvas || !build) return <Skeleton className="size-full" />
    return <Canvas build={build} lang={lang} height={height} pictures={pictures} />
  }
  return (
    <Card
      oneLine
      title={
        info ? (
          <span className="flex items-center gap-1">
            {title}
            {info}
          </span>
        ) : (
          title
        )
      }
      padded={false}
      actions={
        <span className="flex items-center max-[22.5rem]:flex-wrap max-[22.5rem]:justify-end">
          {actions}
          <TableToggle
            asTable={asTable}
            disabled={!build || empty}
            compact={compact}
            onToggle={() => setAsTable(!asTable)}
          />
          <ChartMenu title={title} pictures={!asTable && !empty && Canvas !== undefined} onSave={save} />
        </span>
      }
    >
      <div className="p-2">
        <div style={{ height }}>{body()}</div>
        {note && <p className="px-2 pt-1 text-xs text-muted">{note}</p>}
      </div>
    </Card>
  )
}

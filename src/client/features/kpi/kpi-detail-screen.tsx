import { useCallback, useMemo, useState } from 'react'
import { codeOf } from '#client/failures.ts'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { loadErrorOf } from '#client/ui/status.tsx'
import { percent } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import { type ExceptionKind, exceptionKinds } from '#shared/health-limits.ts'
import type { ExceptionSeries, MeasuredFigures } from '#shared/kpi.ts'
import { columnOptions } from './column-options.ts'
import { KpiHead } from './kpi-head.tsx'
import { LimitsMark } from './limits-mark.tsx'
import { UnknownCompany } from './unknown-company.tsx'
import { useKpiView } from './use-kpi-view.ts'

const ExceptionDialog = lazyPart(async () => (await import('./exception-dialog.tsx')).ExceptionDialog)

const height = 320
const colours: Record<ExceptionKind, string> = {
  bloodPressure: '--state-warn',
  fastingBloodSugar: '--state-repairing',
  bmi: '--state-lost',
}
type Opened = { date: Day | undefined; kind: ExceptionKind | undefined } | null

/** The chart of the exceptions by day, and its table. */
function useExceptionChart(found: ExceptionSeries | undefined, open: (index: number, key: string) => void) {
  const say = useWord()
  const build = useMemo(() => {
    if (!found) return undefined
    const { xAxisData, series: lines } = found
    const columns = lines.map(({ name, data }) => ({
      key: name,
      label: say(`kpi.kind.${name}`),
      colour: colours[name],
      data,
    }))
    return (theme: ChartTheme) => columnOptions({ labels: xAxisData, series: columns, unit: '', open }, theme)
  }, [found, say, open])
  const data = useMemo(() => {
    const days = found?.xAxisData ?? []
    const row = (day: Day, index: number) => ({
      key: day,
      cells: [
        day,
        ...exceptionKinds.map((kind) => found?.series.find(({ name }) => name === kind)?.data[index] ?? 0),
        found?.measured[index] ?? 0,
      ],
    })
    const rows = found?.measured.some((count) => count > 0) ? days.map(row) : []
    return {
      columns: [say('history.date'), ...exceptionKinds.map((kind) => say(`kpi.kind.${kind}`)), say('kpi.measured')],
      rows,
    }
  }, [found, say])
  return { build, data }
}

/** Measurements outside their normal limits: their share by day, and the records behind them. */
export function KpiDetailScreen() {
  const say = useWord()
  const { view, change, own } = useKpiView()
  const [opened, setOpened] = useState<Opened>(null)
  const { companyId, days: lastDays } = view
  const request = { companyId, days: lastDays }
  const series = trpc.kpi.exceptions.useQuery(request, { meta: { silent: true } })
  const measures = trpc.kpi.byMeasures.useQuery(request, { meta: { silent: true } })
  const openPoint = useCallback(
    (index: number, key: string) =>
      setOpened({ date: series.data?.xAxisData[index], kind: exceptionKinds.find((kind) => kind === key) }),
    [series.data],
  )
  const { build, data } = useExceptionChart(series.data, openPoint)
  if (codeOf(series.error) === 'NOT_FOUND') return <UnknownCompany onBack={() => change({ companyId: own })} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <KpiHead title={say('route.kpiDetail')} view={view} own={own} change={change} />
      <MeasureCards measures={measures.data?.measurements} onOpen={(kind) => setOpened({ date: undefined, kind })} />
      <Chart
        title={say('kpi.exceptionsByDay')}
        info={<LimitsMark />}
        height={height}
        build={build}
        data={data}
        error={loadErrorOf(series)}
        note={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {say('kpi.openDay')}
            <Button size="sm" onClick={() => setOpened({ date: undefined, kind: undefined })}>
              {say('kpi.allRows')}
            </Button>
          </span>
        }
      />
      {opened && <ExceptionDialog view={view} date={opened.date} kind={opened.kind} onClose={() => setOpened(null)} />}
    </div>
  )
}

type CardProps = { measures: readonly MeasuredFigures[] | undefined; onOpen: (kind: ExceptionKind) => void }

/** The exceptions of each kind and their share; each opens its records. */
function MeasureCards({ measures, onOpen }: CardProps) {
  const say = useWord()
  return (
    <section aria-label={say('kpi.figures')} className="grid grid-cols-1 gap-2 sm:grid-cols-3">
      {exceptionKinds.map((kind) => {
        const found = measures?.find((one) => one.kind === kind)
        return (
          <button
            key={kind}
            type="button"
            className="rounded-md border border-line bg-surface px-4 py-3 text-start transition-colors hover:border-control"
            onClick={() => onOpen(kind)}
          >
            <span className="block text-muted">{say(`kpi.kind.${kind}`)}</span>
            <span className="figures mt-1 block h-7 text-xl leading-7 font-semibold">
              {measures ? (
                <>
                  {formatNumber(found?.exceptions)}{' '}
                  <span className="text-base font-normal text-muted">/ {formatNumber(found?.measured)}</span>
                </>
              ) : (
                <Skeleton className="h-6 w-24" />
              )}
            </span>
            <span className="block text-xs text-muted">
              {say('kpi.share')} {formatPercent(found ? percent(found.exceptions, found.measured) : null)}
            </span>
          </button>
        )
      })}
    </section>
  )
}

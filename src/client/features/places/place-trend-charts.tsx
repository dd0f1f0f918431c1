import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Card } from '#client/ui/card.tsx'
import { unknownMonths } from '#client/ui/known-months.ts'
import { EmptyState, loadErrorOf } from '#client/ui/status.tsx'
import type { AlertMark } from '#shared/alerts.ts'
import { type RateLine, rates } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import type { DayPart, PlaceHistory } from '#shared/day-lists.ts'
import { DailyExport } from './daily-export.tsx'
import { type HistoryView, rangeOf } from './period.ts'
import { PeriodBar } from './period-bar.tsx'
import type { PlaceFilter } from './place-filter.ts'
import { PointDrawer } from './point-drawer.tsx'
import { RateChart } from './rate-chart.tsx'
import { StateStack } from './state-stack.tsx'
import { useHistoryView } from './use-history-view.ts'

/** A constant empty list, so that the charts are not drawn again while the marks are loading. */
const noMarks: readonly AlertMark[] = []

/** Drop the months of a history before the first known one. */
function sinceKnown({ stack, rates: lines }: PlaceHistory): PlaceHistory {
  const first = unknownMonths(
    stack.xAxisData,
    stack.series.map(({ data }) => data),
  )
  if (first === 0) return { stack, rates: lines }
  const line = (one: RateLine): RateLine => ({
    ...one,
    xAxisData: one.xAxisData.slice(first),
    data: one.data.slice(first),
    numerator: one.numerator.slice(first),
    denominator: one.denominator.slice(first),
  })
  const series = stack.series.map((one) => ({
    ...one,
    data: one.data.slice(first),
    ...(one.lastDay ? { lastDay: one.lastDay.slice(first) } : {}),
  }))
  return {
    stack: { xAxisData: stack.xAxisData.slice(first), series },
    rates: { online: line(lines.online), offline: line(lines.offline), compliance: line(lines.compliance) },
  }
}

/** The states and rates in the chosen range, and the events to mark in them; `shown` begins with the first known month. */
function useHistory(place: PlaceFilter, view: HistoryView, range: readonly [Day, Day]) {
  const request = {
    ...place,
    reservePeriod: view.period,
    businessDateQuery: [range[0], range[1]] as [Day, Day],
    basis: view.basis,
  }
  const history = trpc.charts.history.useQuery(request, { placeholderData: keepPreviousData, meta: { silent: true } })
  const { type: _type, ...where } = place
  const marks = trpc.alerts.marks.useQuery(
    { ...where, startDate: range[0], endDate: range[1] },
    { enabled: view.period === 'day', placeholderData: keepPreviousData, meta: { silent: true } },
  )
  const shown = useMemo(() => history.data && sinceKnown(history.data), [history.data])
  return { history, shown, marks: (view.period === 'day' && marks.data) || noMarks }
}

/** States and rates of a place over time, with the data behind each point. `newest` = the business date. */
export function PlaceTrendCharts({ place, newest }: { place: PlaceFilter; newest: Day }) {
  const { view, change } = useHistoryView()
  const range = rangeOf(view, newest)
  const { history, shown, marks } = useHistory(place, view, range)
  const error = loadErrorOf(history)
  const isEmpty =
    !error && history.data !== undefined && history.data.stack.series.every(({ data }) => data.every((count) => !count))
  const open = useCallback((at: string, part: DayPart) => change({ point: { at, part }, tab: 'devices' }), [change])
  const files = <DailyExport place={place} range={range} basis={view.basis} />
  return (
    <>
      <PeriodBar
        view={view}
        newest={newest}
        busy={history.isFetching}
        onChange={(patch) => change({ ...patch, ...('range' in patch && { point: null }) })}
        onRefetch={() => void history.refetch()}
      />
      {isEmpty ? (
        <NoHistory actions={files} />
      ) : (
        <>
          <StateStack
            stack={error ? undefined : shown?.stack}
            period={view.period}
            error={error}
            onOpen={open}
            actions={files}
          />
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
            {rates.map((rate) => (
              <RateChart
                key={rate}
                rate={rate}
                basis={view.basis}
                line={shown?.rates[rate]}
                marks={marks}
                error={error}
                onOpen={open}
              />
            ))}
          </div>
        </>
      )}
      <PointDrawer
        place={place}
        view={view}
        range={range}
        onClose={() => change({ point: null }, { replace: true })}
        onTab={(tab) => change({ tab }, { replace: true })}
        onDay={open}
        onState={(part) => view.point && change({ point: { ...view.point, part } }, { replace: true })}
      />
    </>
  )
}

function NoHistory({ actions }: { actions: ReactNode }) {
  const say = useWord()
  return (
    <Card padded={false} title={say('history.states')} actions={actions}>
      <EmptyState title={say('history.none')} help={say('history.noneHelp')} />
    </Card>
  )
}

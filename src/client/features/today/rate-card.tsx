import { useState } from 'react'
import { linePath } from '#client/features/cockpits/rate-lines.ts'
import { formatNumber, formatPercent, say } from '#client/i18n.ts'
import { AxisNote } from '#client/ui/axis-note.tsx'
import { Card } from '#client/ui/card.tsx'
import { ChartTable } from '#client/ui/chart-table.tsx'
import { type RateAxis, rateAxis } from '#client/ui/rate-axis.ts'
import type { RateLine, RateOutside } from '#shared/charts.ts'
import type { DayMark } from '#shared/today.ts'
import { namedDays } from './day-axis.ts'
import { MarksLegend, markText, RateMarks } from './rate-marks.tsx'

const box = { width: 600, height: 160 }
const monthDay = 'YYYY-'.length
const mostNamed = 4
const height = 264

/** `outside` = the devices that the newest rate leaves out. */
type Props = { rate: RateLine; outside: RateOutside; marks: readonly DayMark[] }

/**
 * Thirty days of a rate with the events on them. It is drawn without the chart library, so that the page does not wait
 * for that.
 */
export function RateCard(props: Props) {
  const { rate, marks } = props
  const [asTable, setAsTable] = useState(false)
  const { xAxisData: days, data } = rate
  return (
    <Card
      title={say('today.rate')}
      actions={
        <Toggle pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {say(asTable ? 'chart.asChart' : 'chart.asTable')}
        </Toggle>
      }
    >
      {asTable ? (
        <ChartTable
          title={say('today.rate')}
          height={height}
          data={{
            columns: [
              say('today.day'),
              say('rate.online'),
              say('today.numerator'),
              say('today.denominator'),
              say('today.events'),
            ],
            rows: days.map((day, index) => ({
              key: day,
              cells: [
                // As on the axis; with the year the days do not fit into the narrow column.
                day.slice(monthDay),
                formatPercent(data[index]),
                rate.numerator[index] ?? null,
                rate.denominator[index] ?? null,
                markText(markOf(marks, day), say) || '-',
              ],
            })),
          }}
        />
      ) : (
        <RateDrawing {...props} />
      )}
    </Card>
  )
}

const markOf = (marks: readonly DayMark[], day: string | undefined) => marks.find((mark) => mark.day === day)

/** The rate of a day in words, with its numerator and denominator. */
function figuresOf({ xAxisData: days, data, numerator, denominator }: RateLine, index: number): string {
  const value = data[index] ?? null
  const date = days[index] ?? ''
  if (value === null) return say('today.rateUnknown', { date })
  return say('today.rateOf', {
    date,
    numerator: formatNumber(numerator[index]),
    denominator: formatNumber(denominator[index]),
  })
}

/**
 * The rate of a day, what it leaves out, and the events of the day: as high with two lines as with three, so that the
 * line below does not move from day to day.
 */
function DayText({ rate, outside, marks, shown, newest }: Props & { shown: number; newest: number }) {
  const markHere = markOf(marks, rate.xAxisData[shown])
  const more = [
    shown === newest && outside.never > 0 && say('today.rateWithoutNever', { count: formatNumber(outside.never) }),
    shown === newest && outside.noData > 0 && say('today.rateWithoutData', { count: formatNumber(outside.noData) }),
    markHere && markText(markHere, say),
  ].filter((text) => typeof text === 'string')
  return (
    <p className="figures mb-3 line-clamp-3 h-16 text-xs leading-5 text-muted" title={more.join(' · ')}>
      <span className="mr-2 text-lg leading-6 font-semibold text-ink">{formatPercent(rate.data[shown])}</span>
      <span>{figuresOf(rate, shown)}</span>
      <br />
      <span>{more.join(' · ')}</span>
    </p>
  )
}

/** The line; the text above it describes the day under the pointer, or the newest day. */
function RateDrawing({ rate, outside, marks }: Props) {
  const [whole, setWhole] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const { xAxisData: days, data } = rate
  const axis = rateAxis(data, whole)
  const newest = data.findLastIndex((value) => value !== null)
  const shown = at ?? (newest < 0 ? days.length - 1 : newest)
  return (
    <div style={{ height }}>
      <DayText {...{ rate, outside, marks, shown, newest }} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="figures relative h-28 w-9 text-end text-xs text-muted">
          {axis.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 -translate-y-1/2 leading-none"
              style={{ bottom: 'auto', top: `${topOf(tick, axis)}%` }}
            >
              {tick}%
            </span>
          ))}
        </div>
        <div className="relative h-28" onPointerLeave={() => setAt(null)}>
          <Lines rate={rate} axis={axis} newest={newest} at={at} />
          <div aria-hidden className="absolute inset-0 flex">
            {days.map((day, index) => (
              <span
                key={day}
                className="h-full flex-1"
                onPointerEnter={() => setAt(index)}
                onPointerDown={() => setAt(index)}
              />
            ))}
          </div>
        </div>
        <span />
        <RateMarks days={days} marks={marks} />
        <span />
        <DayNames days={days} />
      </div>
      <div className="mt-1.5">
        <MarksLegend marks={marks} />
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-xs text-muted">
        <AxisNote axis={axis} whole={whole} onWhole={setWhole} />
        {say('today.roundedDown')}
      </p>
    </div>
  )
}

/** The rate above the grid lines of its axis; `at` = the day under the pointer. */
function Lines({
  rate: { xAxisData: days, data },
  axis,
  newest,
  at,
}: {
  rate: RateLine
  axis: RateAxis
  newest: number
  at: number | null
}) {
  const known = data.filter((value) => value !== null)
  return (
    <svg
      role="img"
      aria-label={say('today.rateSummary', {
        value: formatPercent(data[newest]),
        low: formatPercent(known.length > 0 ? Math.min(...known) : null),
      })}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {axis.ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2={box.width}
          y1={(topOf(tick, axis) / 100) * box.height}
          y2={(topOf(tick, axis) / 100) * box.height}
          stroke="var(--line)"
          vectorEffect="non-scaling-stroke"
          strokeDasharray={axis.cut && tick === axis.low ? '3 3' : undefined}
        />
      ))}
      {at !== null && (
        <line
          x1={xOf(at, days.length)}
          x2={xOf(at, days.length)}
          y1="0"
          y2={box.height}
          stroke="var(--control)"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={linePath(data, box.width, box.height, [axis.low, axis.high])}
        fill="none"
        stroke="var(--state-normal)"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Labels of a few days under the line. */
const DayNames = ({ days }: { days: readonly string[] }) => (
  <div aria-hidden className="figures relative h-4 text-xs text-muted">
    {namedDays(days.length, mostNamed).map((index, order, all) => (
      <span
        key={index}
        className="absolute top-0 leading-4 whitespace-nowrap"
        style={{
          left: `${(index / Math.max(1, days.length - 1)) * 100}%`,
          transform: `translateX(${order === 0 ? 0 : order === all.length - 1 ? -100 : -50}%)`,
        }}
      >
        {days[index]?.slice(monthDay)}
      </span>
    ))}
  </div>
)

const topOf = (value: number, { low, high }: { low: number; high: number }) => ((high - value) / (high - low)) * 100
const xOf = (index: number, count: number) => (count > 1 ? (index / (count - 1)) * box.width : 0)

function Toggle({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className="-mr-1.5 min-h-6 rounded-md px-1.5 text-xs whitespace-nowrap text-accent underline-offset-2 hover:underline pointer-coarse:min-h-8"
    >
      {children}
    </button>
  )
}

import type { CSSProperties } from 'react'
import { formatNumber, formatPercent, say, useWord } from '#client/i18n.ts'
import { type RateAxis, rateAxis } from '#client/ui/rate-axis.ts'
import { type Rate, rates } from '#shared/charts.ts'
import type { Wall } from '#shared/cockpits.ts'
import { linePath } from './rate-lines.ts'
import { WallPanel } from './wall-panel.tsx'

const colours: Record<Rate, string> = {
  online: 'var(--state-normal)',
  offline: 'var(--state-offline)',
  compliance: 'var(--state-repairing)',
}
const dashes: Partial<Record<Rate, string>> = { compliance: '14 7' }
const box = { width: 1_000, height: 400 }
/** The rates drawn on one axis: offline is the rest of online, and only shown as a figure. */
const drawn = ['online', 'compliance'] as const satisfies readonly Rate[]

type Lines = Wall['rates'] | undefined
const newestOf = (lines: Lines, rate: Rate) => lines?.[rate].data.findLast((value) => value !== null)

/**
 * Return the number of machines behind a rate: each rate is rounded down, so that machine counts always add up but
 * percentages may not.
 */
function machinesOf(lines: Lines, rate: Rate): string {
  const line = lines?.[rate]
  const at = line?.data.findLastIndex((value) => value !== null) ?? -1
  if (!line || at < 0) return ''
  return say('wall.rateOf', {
    numerator: formatNumber(line.numerator[at]),
    denominator: formatNumber(line.denominator[at]),
  })
}

/** The characters of a rate at full size; with one of 100.00 % all get a smaller font, so that a gap remains. */
const fitting = 6

/** The newest value of each rate in large figures, with the line that it ends. */
function NewestRates({ lines }: { lines: Lines }) {
  const say = useWord()
  const longest = Math.max(...rates.map((rate) => formatPercent(newestOf(lines, rate)).length))
  const fit = { '--fit': Math.min(1, fitting / longest) } as CSSProperties
  return (
    <dl className="grid grid-cols-3 gap-(--wall-gap) max-sm:gap-2" style={fit}>
      {rates.map((rate) => (
        <div key={rate} className="flex flex-col justify-between">
          <dt className="flex items-center gap-[0.5em] text-(length:--wall-small) text-muted max-sm:flex-col max-sm:items-start max-sm:gap-1">
            {drawn.some((one) => one === rate) && (
              <svg aria-hidden viewBox="0 0 40 8" className="h-[0.5em] w-[2.5em] shrink-0">
                <line
                  x1="0"
                  y1="4"
                  x2="40"
                  y2="4"
                  stroke={colours[rate]}
                  strokeWidth="6"
                  strokeDasharray={dashes[rate]}
                />
              </svg>
            )}
            <span className="sm:truncate">{say(`rate.${rate}`)}</span>
          </dt>
          <dd className="figures text-[calc(var(--wall-rate)*var(--fit))] max-sm:text-[min(var(--wall-rate),6vw)] leading-[1.15] font-semibold">
            {formatPercent(newestOf(lines, rate))}
            <span className="block min-h-[1.35em] text-(length:--wall-small) leading-[1.35] font-normal text-muted">
              {machinesOf(lines, rate)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Online, offline and compliance rate: the newest values as large figures, and thirty days of two of them as lines on a
 * fitting axis; a day without a feed is a gap.
 */
export function WallRates({ lines, never }: { lines: Lines; never: number }) {
  const say = useWord()
  const days = lines?.online.xAxisData ?? []
  const axis = rateAxis(lines ? drawn.flatMap((rate) => lines[rate].data) : [])
  const shownDays = [0, Math.floor((days.length - 1) / 2), days.length - 1].flatMap((index) => days[index] ?? [])
  return (
    <WallPanel title={say('wall.rates')}>
      <div className="flex h-full flex-col gap-[0.8em]">
        <NewestRates lines={lines} />
        {/* The cards count them as offline, the rates do not. */}
        {never > 0 && (
          <p className="figures -mt-[0.4em] text-(length:--wall-small) leading-[1.35] text-muted">
            {say('wall.never', { count: formatNumber(never) })}
          </p>
        )}
        <div className="flex min-h-40 flex-1 gap-[0.6em] text-(length:--wall-small) text-muted">
          <Ticks axis={axis} />
          <div className="flex min-w-0 flex-1 flex-col">
            <RateLines lines={lines} axis={axis} />
            <p aria-hidden className="figures mt-[0.4em] flex justify-between leading-none">
              {shownDays.map((day) => (
                <span key={day}>{day.slice('YYYY-'.length)}</span>
              ))}
            </p>
          </div>
        </div>
      </div>
    </WallPanel>
  )
}

/** The tick labels of the axis, beside their lines; the days are below. */
const Ticks = ({ axis: { ticks, low, high } }: { axis: RateAxis }) => (
  <div aria-hidden className="figures relative mb-[1.4em] w-[3em] leading-none">
    {ticks.map((value) => (
      <span
        key={value}
        className="absolute right-0 -translate-y-1/2"
        style={{ top: `${(100 * (high - value)) / (high - low)}%` }}
      >
        {value}%
      </span>
    ))}
  </div>
)

/** The lines of the drawn rates over the ticks of the axis. */
function RateLines({ lines, axis }: { lines: Lines; axis: RateAxis }) {
  const say = useWord()
  return (
    <svg
      role="img"
      aria-label={say('wall.ratesTable', {
        date: lines?.online.xAxisData.at(-1) ?? '-',
        online: formatPercent(newestOf(lines, 'online')),
        offline: formatPercent(newestOf(lines, 'offline')),
        compliance: formatPercent(newestOf(lines, 'compliance')),
      })}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      className="min-h-0 w-full flex-1 overflow-visible"
    >
      {axis.ticks.map((value) => {
        const y = (box.height * (axis.high - value)) / (axis.high - axis.low)
        return (
          <line
            key={value}
            x1="0"
            x2={box.width}
            y1={y}
            y2={y}
            stroke="var(--line)"
            strokeWidth="1"
            strokeDasharray={axis.cut && value === axis.low ? '6 6' : undefined}
            vectorEffect="non-scaling-stroke"
          />
        )
      })}
      {lines &&
        drawn.map((rate) => (
          <path
            key={rate}
            d={linePath(lines[rate].data, box.width, box.height, [axis.low, axis.high])}
            fill="none"
            stroke={colours[rate]}
            strokeWidth="3"
            strokeDasharray={dashes[rate]}
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
    </svg>
  )
}

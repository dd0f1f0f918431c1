import { useMemo, useState } from 'react'
import { useMachineTypes } from '#client/features/devices/use-machine-types.ts'
import { formatNumber, formatPercent, useWord } from '#client/i18n.ts'
import { AxisNote } from '#client/ui/axis-note.tsx'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { InfoMark } from '#client/ui/info-mark.tsx'
import { rateAxis } from '#client/ui/rate-axis.ts'
import type { LoadError } from '#client/ui/status.tsx'
import type { AlertMark } from '#shared/alerts.ts'
import type { Basis, Rate, RateLine } from '#shared/charts.ts'
import type { DayPart } from '#shared/day-lists.ts'
import type { MachineType } from '#shared/machine-types.ts'
import { type ChartMark, rateOptions } from './series-options.ts'

const height = 220
const colours: Record<Rate, string> = {
  online: '--state-normal',
  offline: '--state-offline',
  compliance: '--state-repairing',
}
const ruleOf = ({ name, complianceShare, targetHashRate }: MachineType) =>
  `${name} ${complianceShare} × ${formatNumber(targetHashRate)} TH/s`
type Props = {
  rate: Rate
  basis: Basis
  line: RateLine | undefined
  /** Events that began on days of the line. */
  marks: readonly AlertMark[]
  error?: LoadError
  onOpen: (at: string, part: DayPart) => void
}

/** Return the events that began on a day, in words. */
function useEventTexts(marks: readonly AlertMark[]): (day: string | undefined) => readonly string[] {
  const say = useWord()
  return useMemo(() => {
    const days = new Map<string, string[]>()
    for (const { day, kind, site, worst } of marks)
      days.set(day, [
        ...(days.get(day) ?? []),
        say('alerts.mark', { kind: say(`alerts.kind.${kind}`), site: site ?? '-', count: formatNumber(worst) }),
      ])
    return (day) => days.get(day ?? '') ?? []
  }, [marks, say])
}

/** Return the vertical lines of the days on which events began. */
const linesOf = (line: RateLine, marks: readonly AlertMark[]): ChartMark[] =>
  line.xAxisData.flatMap((day, index) => {
    const here = marks.filter((mark) => mark.day === day)
    return here.length === 0
      ? []
      : [{ index, colour: here.some(({ severity }) => severity === 'critical') ? '--danger' : '--caution' }]
  })

/** One rate over time with its numerator, denominator and formula. */
export function RateChart({ rate, basis, line, marks, error, onOpen }: Props) {
  const say = useWord()
  const name = say(`rate.${rate}`)
  const [whole, setWhole] = useState(false)
  const axis = useMemo(() => rateAxis(line?.data ?? [], whole), [line, whole])
  const eventsOf = useEventTexts(marks)
  const drawn = useMemo(() => {
    if (!line) return undefined
    const texts = line.data.map((value, index) =>
      [
        `${name} ${formatPercent(value)} (${formatNumber(line.numerator[index])} / ${formatNumber(line.denominator[index])})`,
        ...eventsOf(line.xAxisData[index]),
      ].join(' · '),
    )
    return {
      labels: line.xAxisData,
      series: [{ key: rate, label: name, colour: colours[rate], data: line.data, texts }],
      marks: linesOf(line, marks),
      unit: '%',
      open: (index: number) => onOpen(line.xAxisData[index] ?? '', `${rate}Rate`),
    }
  }, [line, name, rate, onOpen, marks, eventsOf])
  const build = useMemo(() => drawn && ((theme: ChartTheme) => rateOptions(drawn, axis, theme)), [drawn, axis])
  const data = useMemo(() => {
    const known = line?.data.some((value) => value !== null) ?? false
    const row = (label: string, index: number) => ({
      key: label,
      cells: [
        label,
        formatPercent(line?.data[index]),
        line?.numerator[index] ?? null,
        line?.denominator[index] ?? null,
        eventsOf(label).join('; ') || null,
      ],
    })
    return {
      columns: [say('history.date'), name, say('history.numerator'), say('history.denominator'), say('alerts.kind')],
      rows: known ? (line?.xAxisData ?? []).map(row) : [],
    }
  }, [line, name, say, eventsOf])
  return (
    <Chart
      title={`${name} · ${say(`basis.${basis}`)}`}
      height={height}
      build={build}
      data={data}
      error={error}
      info={<RateInfo rate={rate} basis={basis} name={name} />}
      note={
        <>
          <Newest line={line} />
          <AxisNote axis={axis} whole={whole} onWhole={setWhole} />
        </>
      }
      compact
    />
  )
}

const mostLabels = 2

/** The newest known values in figures, so that nobody has to point at a dot. Its line keeps its height without them. */
function Newest({ line }: { line: RateLine | undefined }) {
  const known = (line?.data ?? []).flatMap((value, index) => (value === null ? [] : [index]))
  const texts = known.slice(-mostLabels).map((index) => {
    const label = line?.xAxisData[index] ?? ''
    const name = label.length === 'YYYY-MM-DD'.length ? label.slice('YYYY-'.length) : label
    return `${name} ${formatPercent(line?.data[index])}`
  })
  return <span className="figures block min-h-5">{texts.join(' · ')}</span>
}

/** The formula of a rate, and the machines that it counts. */
function RateInfo({ rate, basis, name }: { rate: Rate; basis: Basis; name: string }) {
  const say = useWord()
  const types = useMachineTypes()
  return (
    <InfoMark label={say('history.formulaOf', { name })}>
      <p className="font-medium">{say(`history.formula.${rate}`)}</p>
      {rate === 'compliance' && (
        <p>
          {say('history.targets', {
            rules: types
              .filter(({ retired }) => !retired)
              .map(ruleOf)
              .join(' · '),
          })}
        </p>
      )}
      <p>{say(`history.base.${basis}`)}</p>
      <p className="text-muted">{say('history.rules')}</p>
    </InfoMark>
  )
}

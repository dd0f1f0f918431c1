import { useMemo } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { Chart } from '#client/ui/chart.tsx'
import type { ChartTheme } from '#client/ui/chart-theme.ts'
import { basisText } from '#shared/i18n/selection.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import {
  type DutyAir,
  type DutyPlace,
  type Humidity,
  type Performance,
  type Place,
  performanceOf,
} from '#shared/selection/performance.ts'
import { capacityText, degreesText, wholeText } from './performance-numbers.ts'
import { type DrawnPerformance, performanceOptions } from './performance-options.ts'

const height = 320

type Say = ReturnType<typeof useWord>
const humidityText = (humidity: Humidity): string =>
  'rhPct' in humidity ? `${degreesText(humidity.rhPct)} %` : `${capacityText(humidity.wGKg)} g/kg`

function drawnOf(say: Say, model: CatalogueModel, { lines, others, duty }: Performance): DrawnPerformance {
  const place = (humidity: string) => (one: Place) => ({
    ...one,
    text: say('performance.text', { temperature: degreesText(one.tC), humidity, capacity: capacityText(one.kgH) }),
  })
  const nameOf = (humidity: string, flow: number) =>
    flow === model.airflowM3h ? humidity : say('performance.lineAt', { humidity, flow: wholeText(flow) })
  return {
    axis: say('performance.temperature'),
    lines: lines.map(({ humidity, airflowM3h, points, curve }) => {
      const name = nameOf(humidityText(humidity), airflowM3h)
      return { name, points: points.map(place(name)), curve: curve.map(place(name)) }
    }),
    others: {
      name: say('performance.others'),
      points: others.map(({ point, humidityRatio }) =>
        place(humidityText(point.wGKg === null ? { rhPct: point.rhPct ?? 0 } : { wGKg: 1_000 * humidityRatio }))(point),
      ),
    },
    duty: duty && {
      name: say('performance.dutyLine', { humidity: humidityText({ rhPct: duty.rhPct }) }),
      points: [{ ...duty, text: `${say('performance.duty')} ${place(humidityText({ wGKg: duty.wGKg }))(duty).text}` }],
      curve: duty.curve.map(place(humidityText({ rhPct: duty.rhPct }))),
    },
  }
}

/** Return the points of the chart as rows: first the maker's points, then the duty, then the curves. */
function rowsOf(say: Say, { lines, others, duty }: DrawnPerformance, basis: Performance['basis']) {
  const kind = say(basis === 'oneRating' ? 'performance.kind.rating' : 'performance.kind.point')
  const row = (name: string, of: string) => (place: Place, index: number) => ({
    key: `${of} ${name} ${index} ${place.tC}`,
    cells: [name, of, Number(place.tC.toFixed(2)), Number(place.kgH.toPrecision(4))],
  })
  return [
    ...lines.flatMap(({ name, points }) => points.map(row(name, kind))),
    ...others.points.map(row(others.name, kind)),
    ...(duty ? duty.points.map(row(duty.name, say('performance.kind.duty'))) : []),
    ...[...lines, ...(duty ? [duty] : [])].flatMap(({ name, curve }) =>
      curve.map(row(name, say('performance.kind.curve'))),
    ),
  ]
}

function DutyNote({ duty, model: { tMin, tMax } }: { duty: DutyPlace; model: CatalogueModel }) {
  const say = useWord()
  const { nearest } = duty
  const temperature = degreesText(duty.tC)
  const isInRange = tMin <= duty.tC && duty.tC <= tMax
  return (
    <>
      <p>
        {say('performance.dutyNote', {
          temperature,
          humidity: capacityText(duty.wGKg),
          relative: degreesText(duty.rhPct),
          capacity: capacityText(duty.kgH),
        })}
      </p>
      {nearest && (
        <p>
          {say('performance.nearest', {
            temperature: degreesText(nearest.tC),
            humidity: capacityText(nearest.wGKg),
            capacity: capacityText(nearest.kgH),
            kelvin: degreesText(nearest.apartK),
            grams: capacityText(nearest.apartGKg),
          })}
        </p>
      )}
      {duty.isOutside && <p className="text-caution">{say('performance.outside')}</p>}
      {!isInRange && (
        <p className="text-caution">
          {say('performance.tooCold', { temperature, min: degreesText(tMin), max: degreesText(tMax) })}
        </p>
      )}
    </>
  )
}

/**
 * The capacity of a model over the temperature of its process air, the sources of these values, and the position of a
 * duty among its points.
 */
export function ModelPerformance({ model, duty }: { model: CatalogueModel; duty: DutyAir | null }) {
  const say = useWord()
  const shown = useMemo(() => performanceOf(model, duty), [model, duty])
  const drawn = useMemo(() => drawnOf(say, model, shown), [say, model, shown])
  const build = useMemo(() => (theme: ChartTheme) => performanceOptions(drawn, theme), [drawn])
  const data = useMemo(
    () => ({
      columns: [say('performance.humidity'), say('performance.kind'), say('performance.temperature'), 'kg/h'],
      rows: rowsOf(say, drawn, shown.basis),
    }),
    [say, drawn, shown],
  )
  const isFactor = shown.basis === 'referenceSeries'
  return (
    <section aria-label={say('performance.title', { model: model.model })} className="grid grid-cols-1 gap-2">
      <Chart
        title={say('performance.title', { model: model.model })}
        height={height}
        build={build}
        data={data}
        note={say(isFactor ? 'performance.noteFactor' : 'performance.note')}
      />
      <div className="figures grid gap-1 px-1">
        <p>
          {say('performance.basis', {
            basis: basisText(language, { capacityBasis: shown.basis, capacitySource: shown.source }),
          })}
        </p>
        {shown.duty ? (
          <DutyNote duty={shown.duty} model={model} />
        ) : (
          <p className="text-muted">{say('performance.noDuty')}</p>
        )}
      </div>
    </section>
  )
}

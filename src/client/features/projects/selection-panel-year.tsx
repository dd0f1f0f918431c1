import { useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { figure } from './selection-panel-numbers.ts'
import { type CompleteOutcome, type MonthBar, monthBars } from './selection-panel-view.ts'

const sheet = { width: 348, height: 104, top: 14, bottom: 16 }
const slot = sheet.width / 12
const [wide, narrow] = [slot * 0.72, slot * 0.34]

/**
 * Frost or condensate on the coil in each month of a year, without and with equipment: bars, and the same as a table.
 */
export function YearChart({ outcome }: { outcome: CompleteOutcome | null }) {
  const say = useWord()
  const id = useId()
  const bars = monthBars(outcome)
  const isCondensate = outcome?.selection.isCondensate === true
  return (
    // The same height while data is missing, so that nothing moves.
    <section aria-labelledby={id} className="min-h-48">
      <h3 id={id} className="mb-1 font-semibold">
        {say(isCondensate ? 'panel.yearOfCondensate' : 'panel.yearOfFrost')}
      </h3>
      {bars.length === 0 ? (
        <p className="text-muted">{say(outcome ? 'panel.noYear' : 'panel.noYearYet')}</p>
      ) : (
        <Bars bars={bars} />
      )}
    </section>
  )
}

function Bars({ bars }: { bars: readonly MonthBar[] }) {
  const say = useWord()
  const legend = [
    { name: say('panel.yearWithout'), mark: 'border border-muted bg-sunken' },
    { name: say('panel.yearWith'), mark: 'bg-accent-fill' },
  ]
  return (
    <>
      <Drawing bars={bars} />
      <ul aria-hidden className="flex flex-wrap gap-x-4 text-xs text-muted">
        {legend.map(({ name, mark }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={`size-2.5 shrink-0 rounded-xs ${mark}`} />
            {name}
          </li>
        ))}
      </ul>
      <details className="mt-1 text-xs">
        <summary className="inline-block min-h-6 cursor-pointer rounded-sm leading-6 text-accent underline underline-offset-2">
          {say('panel.yearTable')}
        </summary>
        <MonthTable bars={bars} names={legend.map(({ name }) => name)} />
      </details>
    </>
  )
}

/** A wide bar for each month without equipment, and a narrow one in front of it with equipment. */
function Drawing({ bars }: { bars: readonly MonthBar[] }) {
  const say = useWord()
  const most = Math.max(...bars.flatMap(({ withoutKg, withKg }) => [withoutKg, withKg ?? 0]))
  const heightOf = (kg: number) => (most > 0 ? (kg / most) * (sheet.height - sheet.top - sheet.bottom) : 0)
  const baseline = sheet.height - sheet.bottom
  return (
    <svg aria-hidden viewBox={`0 0 ${sheet.width} ${sheet.height}`} className="w-full">
      <line x1={0} x2={sheet.width} y1={baseline} y2={baseline} className="stroke-control" />
      <text x={0} y={10} className="fill-muted text-[10px] tabular-nums">
        {figure(most)} kg
      </text>
      {bars.map(({ month, withoutKg, withKg }, index) => {
        const middle = (index + 0.5) * slot
        const [without, withEquipment] = [heightOf(withoutKg), heightOf(withKg ?? 0)]
        return (
          <g key={month}>
            <title>{say('panel.monthOf', { month, without: figure(withoutKg), with: figure(withKg) })}</title>
            <rect
              x={middle - wide / 2}
              y={baseline - without}
              width={wide}
              height={without}
              className="fill-sunken stroke-muted"
              strokeWidth={0.75}
            />
            <rect
              x={middle - narrow / 2}
              y={baseline - withEquipment}
              width={narrow}
              height={withEquipment}
              className="fill-accent-fill"
            />
            <text x={middle} y={sheet.height - 4} textAnchor="middle" className="fill-muted text-[10px] tabular-nums">
              {month}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The same numbers as a table; `names` = without and with equipment, in words. */
function MonthTable({ bars, names }: { bars: readonly MonthBar[]; names: readonly string[] }) {
  const say = useWord()
  return (
    <table className="figures w-full text-end">
      <thead>
        <tr className="text-muted">
          <th scope="col" className="text-start font-medium">
            {say('panel.month')}
          </th>
          {names.map((name) => (
            <th key={name} scope="col" className="font-medium">
              {name} kg
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ month, withoutKg, withKg }) => (
          <tr key={month}>
            <th scope="row" className="text-start font-normal">
              {month}
            </th>
            <td>{figure(withoutKg)}</td>
            <td>{figure(withKg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

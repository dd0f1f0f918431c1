import type { Content, TableCell } from 'pdfmake/interfaces'
import { colours } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { quantityName, type StepQuantity, stepOf } from '#shared/i18n/report-steps.ts'
import type { TraceStep } from '#shared/selection/formula.ts'
import { significant, unitText } from './numbers.ts'
import type { Paper } from './paper.ts'
import { inputSize } from './step-runs.ts'

/** The quantities printed for each month; the trace has every step. */
const printed: readonly StepQuantity[] = [
  'temperature',
  'relativeHumidity',
  'outdoor.humidityRatio',
  'zone.humidityRatio',
  'frost.perDay',
  'residual.perDay',
]
const sums: readonly StepQuantity[] = ['year.frostWithout', 'year.frostWith']
const months = Array.from({ length: 12 }, (_, index) => index + 1)
const gramsPerKilogram = 1_000

/** Return a result as printed: humidity ratios in g/kg, so that they are readable. */
const shown = ({ result, unit }: TraceStep): { value: number; unit: string } =>
  unit === 'kg/kg' ? { value: gramsPerKilogram * result, unit: 'g/kg' } : { value: result, unit }

/** Print twelve months side by side, with the yearly sums below. `title` = the row that every page repeats. */
export function yearTable(paper: Paper, title: (columns: number) => TableCell[], steps: readonly TraceStep[]): Content {
  const of = (quantity: StepQuantity) => steps.filter(({ step }) => stepOf(step)?.quantity === quantity)
  const nameOf = (quantity: StepQuantity, step: TraceStep): TableCell =>
    cell([
      ...paper.stacked((language) => quantityName(language, quantity), { fontSize: inputSize }),
      ...paper.text(`  ${unitText(shown(step).unit)}`, { fontSize: inputSize, color: colours.muted }),
    ])
  const names = [
    head(paper.text('')),
    ...months.map((month) => head(paper.line('method.month', {}, { month }), { alignment: 'right' })),
  ]
  const rows = printed.flatMap((quantity): TableCell[][] => {
    const own = of(quantity)
    const [first] = own
    if (!first) return []
    const cells = months.map((month) => {
      const step = own.find((one) => stepOf(one.step)?.marks.month === month)
      return right(paper.text(step ? significant(shown(step).value) : '–', { fontSize: inputSize }))
    })
    return [[nameOf(quantity, first), ...cells]]
  })
  const totals = sums.flatMap((quantity) =>
    of(quantity).map((step): TableCell[] => [
      nameOf(quantity, step),
      right(paper.text(significant(step.result, 4), { bold: true }), { colSpan: months.length }),
      ...months.slice(1).map(() => ({ text: '' })),
    ]),
  )
  const widths = ['*', ...months.map(() => 27)]
  return table(widths, [title(names.length), names, ...rows, ...totals], {
    headRows: 2,
    fontSize: inputSize,
    padding: 0.9,
    gap: 2,
    margin: [0, 2, 0, 4],
  })
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { sourceText } from '#shared/i18n/report-sources.ts'
import { type StepGroup, stepGroups, stepName, stepOf } from '#shared/i18n/report-steps.ts'
import type { TraceStep } from '#shared/selection/formula.ts'
import { formulaPieces, numberPieces, type Piece, symbolPieces } from './formula-text.ts'
import { paragraph, sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { checked, noBreakSpace, unitText } from './numbers.ts'
import { colours, type Paper, type Run, type RunStyle } from './paper.ts'
import { stepSymbol } from './step-symbols.ts'
import { cell, covered, head, table } from './tables.ts'

const formulaSize = 8.5
const inputSize = 7.5
const sourceSize = 6.8
/** Indices are set by pdfmake at 0.58 of the size; they are asked for larger, so that they can be read. */
const indexShare = 1.22
const given = 'given'

const inRuns = (paper: Paper, pieces: readonly Piece[], fontSize: number, style: RunStyle = {}): Run[] =>
  pieces.flatMap(({ text, at }) => paper.text(text, { ...style, fontSize: at ? fontSize * indexShare : fontSize, ...(at ? { [at]: true } : {}) }))

const valuePieces = (value: number | string, unit: string): Piece[] => {
  const pieces = typeof value === 'number' ? numberPieces(checked(value)) : [{ text: value }]
  const name = unitText(unit)
  return name === '' ? pieces : [...pieces, { text: `${noBreakSpace}${name}` }]
}

/** Every input with its unit. */
function inputRuns(paper: Paper, { inputs }: TraceStep): Run[] {
  const entries = Object.entries(inputs)
  return entries.flatMap(([name, { value, unit }], index) => [
    ...inRuns(paper, symbolPieces(name), inputSize),
    ...inRuns(paper, [{ text: `${noBreakSpace}=${noBreakSpace}` }, ...valuePieces(value, unit), { text: index < entries.length - 1 ? ';   ' : '' }], inputSize),
  ])
}

type Numbered = TraceStep & { number: number; group: StepGroup; sameAs: number | null }

/** The steps in the order of print; a formula that stood before is not printed again but named by the number of its first step. */
export function numberedSteps(trace: readonly TraceStep[]): Numbered[] {
  const first = new Map<string, number>()
  const ordered = stepGroups.flatMap((group) => trace.flatMap((row) => (stepOf(row.step)?.group === group ? [{ row, group }] : [])))
  return ordered.map(({ row, group }, index) => {
    const key = `${row.formula}\n${row.source}`
    const number = index + 1
    const sameAs = row.formula === given ? null : (first.get(key) ?? null)
    if (!first.has(key)) first.set(key, number)
    return { ...row, number, group, sameAs }
  })
}

function explanation(paper: Paper, step: Numbered): Run[] {
  const inputs = inputRuns(paper, step)
  const source = paper.inline((language) => sourceText(language, step.source), { fontSize: sourceSize, color: colours.muted })
  if (step.formula === given) return [...paper.line('method.given', { fontSize: inputSize }), ...paper.text('  '), ...source]
  if (step.sameAs !== null) return [...paper.text(`(${step.sameAs})  `, { fontSize: inputSize, color: colours.accent }), ...inputs]
  return [...inRuns(paper, formulaPieces(step.formula), formulaSize), { text: '\n' }, ...inputs, { text: '\n' }, ...source]
}

function stepRow(paper: Paper, step: Numbered): TableCell[] {
  const symbol = stepSymbol(step.step)
  const name = paper.stacked((language) => stepName(language, step.step) ?? step.step, { fontSize: inputSize })
  const result = [
    ...(symbol ? [...inRuns(paper, symbolPieces(symbol), formulaSize), ...paper.text(`${noBreakSpace}=${noBreakSpace}`, { fontSize: formulaSize })] : []),
    ...inRuns(paper, valuePieces(step.result, step.unit), formulaSize, { bold: true }),
  ]
  return [
    cell(paper.text(String(step.number), { fontSize: inputSize, color: colours.accent })),
    cell(name),
    cell(explanation(paper, step)),
    cell(result, { alignment: 'right' }),
  ]
}

const widths = [20, 118, '*', 96]

/** The steps of one part of the calculation, under its name, which every page repeats. */
function groupTable(paper: Paper, group: StepGroup, steps: readonly Numbered[]): Content[] {
  if (steps.length === 0) return []
  const title = cell(paper.line(`group.${group}`, { bold: true, fontSize: 9.5, color: colours.accent }), { colSpan: 4 })
  return [
    table(
      widths,
      [
        [title, covered(), covered(), covered()],
        [head(paper.text('')), head(paper.line('method.step')), head(paper.line('method.formula')), head(paper.line('method.result'), { alignment: 'right' })],
        ...steps.map((step) => stepRow(paper, step)),
      ],
      { headRows: 2, fontSize: inputSize, padding: 1.8 },
    ),
  ]
}

/** Part 10: every step of the calculation with its formula, inputs, result and source. */
export function method(paper: Paper, { trace }: ReportInput): Content[] {
  const steps = numberedSteps(trace)
  return [
    { stack: [sectionHeading(paper, 'method'), paragraph(paper, 'method.intro'), paragraph(paper, 'method.marks')], pageBreak: 'before' },
    ...stepGroups.flatMap((group) =>
      groupTable(
        paper,
        group,
        steps.filter((step) => step.group === group),
      ),
    ),
  ]
}

import { colours, type Run, type RunStyle } from '#server/services/pdf/paper.ts'
import { sourceText } from '#shared/i18n/report-sources.ts'
import { type StepGroup, stepGroups, stepOf } from '#shared/i18n/report-steps.ts'
import type { TraceStep } from '#shared/selection/formula.ts'
import { formulaPieces, numberPieces, type Piece, symbolPieces } from './formula-text.ts'
import { checked, noBreakSpace, unitText } from './numbers.ts'
import type { Paper } from './paper.ts'
import { stepSymbol } from './step-symbols.ts'

export const formulaSize = 8.5
export const inputSize = 7.3
const sourceSize = 6.6
/** pdfmake prints indices at 0.58 of the font size. Use a larger size, so that they are readable. */
const indexShare = 1.22
const given = 'given'
const equals = `${noBreakSpace}=${noBreakSpace}`

const inRuns = (paper: Paper, pieces: readonly Piece[], fontSize: number, style: RunStyle = {}): Run[] =>
  pieces.flatMap(({ text, at }) =>
    paper.text(text, { ...style, fontSize: at ? fontSize * indexShare : fontSize, ...(at ? { [at]: true } : {}) }),
  )

const valuePieces = (value: number | string, unit: string): Piece[] => {
  const pieces = typeof value === 'number' ? numberPieces(checked(value)) : [{ text: value }]
  const name = unitText(unit)
  return name === '' ? pieces : [...pieces, { text: `${noBreakSpace}${name}` }]
}

/** Return every input with its unit. */
function inputRuns(paper: Paper, { inputs }: TraceStep): Run[] {
  const entries = Object.entries(inputs)
  return entries.flatMap(([name, { value, unit }], index) => [
    ...inRuns(paper, symbolPieces(name), inputSize),
    ...inRuns(paper, [{ text: equals }, ...valuePieces(value, unit)], inputSize, { noWrap: true }),
    ...(index < entries.length - 1 ? paper.text(';  ', { fontSize: inputSize }) : []),
  ])
}

/** A step with its number in the report; `sameAs` = number of the step that printed its formula and source. */
export type NumberedStep = TraceStep & { number: number; group: StepGroup; sameAs: number | null }

/**
 * Number the steps in print order. A repeated formula is not printed again but refers to the number of its first step.
 * The steps of the months, which repeat the design case twelve times, are printed in a separate table.
 */
export function numberedSteps(trace: readonly TraceStep[]): NumberedStep[] {
  const first = new Map<string, number>()
  const ordered = stepGroups
    .filter((group) => group !== 'year')
    .flatMap((group) => trace.flatMap((row) => (stepOf(row.step)?.group === group ? [{ row, group }] : [])))
  return ordered.map(({ row, group }, index) => {
    const key = `${row.formula}\n${row.source}`
    const number = index + 1
    const sameAs = row.formula === given ? null : (first.get(key) ?? null)
    if (!first.has(key)) first.set(key, number)
    return { ...row, number, group, sameAs }
  })
}

/** Write m_w of a source as mw: it is text, not a formula. */
const plainSymbols = (source: string): string => source.replace(/\b([A-Za-z])_(\w+)/g, '$1$2')

/** Return the formula, inputs and source of a step. */
export function explanation(paper: Paper, step: NumberedStep): Run[] {
  const inputs = inputRuns(paper, step)
  const source = paper.inline((language) => plainSymbols(sourceText(language, step.source)), {
    fontSize: sourceSize,
    color: colours.muted,
  })
  if (step.formula === given)
    return [...paper.line('method.given', { fontSize: inputSize }), ...paper.text('  '), ...source]
  if (step.sameAs !== null)
    return [...paper.text(`(${step.sameAs})  `, { fontSize: inputSize, color: colours.accent }), ...inputs]
  return [
    ...inRuns(paper, formulaPieces(step.formula), formulaSize),
    { text: '\n' },
    ...inputs,
    { text: '\n' },
    ...source,
  ]
}

/** Return a result with its unit. */
export const resultRuns = (paper: Paper, { result, unit }: TraceStep, fontSize: number = formulaSize): Run[] =>
  inRuns(paper, valuePieces(result, unit), fontSize, { bold: true, noWrap: true })

/** Return the symbol of a result in the notation of the formulas that use it. */
export function symbolRuns(paper: Paper, { step }: TraceStep, fontSize: number = formulaSize): Run[] {
  const symbol = stepSymbol(step)
  return symbol === null ? [] : inRuns(paper, symbolPieces(symbol), fontSize)
}

/** Return the result of a step with its symbol. */
export function namedResult(paper: Paper, step: TraceStep): Run[] {
  const symbol = symbolRuns(paper, step)
  return [
    ...symbol,
    ...(symbol.length > 0 ? paper.text(equals, { fontSize: formulaSize }) : []),
    ...resultRuns(paper, step),
  ]
}

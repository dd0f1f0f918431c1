import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { cell, covered, head, right, table } from '#server/services/pdf/tables.ts'
import type { ReportWord } from '#shared/i18n/report.ts'
import { type StepGroup, stepGroups, stepName, stepOf } from '#shared/i18n/report-steps.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import type { Paper } from './paper.ts'
import {
  explanation,
  inputSize,
  type NumberedStep,
  namedResult,
  numberedSteps,
  resultRuns,
  symbolRuns,
} from './step-runs.ts'
import { yearTable } from './year-table.ts'

const padding = 1.4
const titleStyle = { bold: true, fontSize: 9.5, color: colours.accent }
const firstLetter = 65
/** A, B, … in print order. */
const letterOf = (group: StepGroup): string => String.fromCharCode(firstLetter + stepGroups.indexOf(group))
const nameOf = (paper: Paper, { step }: NumberedStep): Run[] =>
  paper.stacked((language) => stepName(language, step) ?? step, { fontSize: inputSize })
const titleOf = (paper: Paper, group: StepGroup, columns: number, word: ReportWord = `group.${group}`): TableCell[] => [
  cell([...paper.text(`${letterOf(group)}  `, titleStyle), ...paper.line(word, titleStyle)], { colSpan: columns }),
  ...Array.from({ length: columns - 1 }, covered),
]
const numberCell = (paper: Paper, numbers: string): TableCell =>
  cell(paper.text(numbers, { fontSize: inputSize, color: colours.accent }))

/** Print the steps of one part of the calculation, with its name repeated on every page. */
function stepTable(paper: Paper, group: StepGroup, steps: readonly NumberedStep[], word?: ReportWord): Content {
  const names = [
    head(paper.text('')),
    head(paper.line('method.step')),
    head(paper.line('method.formula')),
    head(paper.line('method.result'), { alignment: 'right' }),
  ]
  const rows = steps.map((step): TableCell[] => [
    numberCell(paper, String(step.number)),
    cell(nameOf(paper, step)),
    cell(explanation(paper, step)),
    right(namedResult(paper, step)),
  ])
  return table([18, 104, '*', 100], [titleOf(paper, group, names.length, word), names, ...rows], {
    headRows: 2,
    fontSize: inputSize,
    padding,
    gap: 3,
  })
}

const seasonNames = ['summer', 'winter'] as const

/** Print both seasons side by side: the steps of the design day again, with their results only. */
function seasonTable(paper: Paper, group: StepGroup, steps: readonly NumberedStep[]): Content {
  const seasons = seasonNames.filter((season) => steps.some(({ step }) => step.startsWith(`${season}.`)))
  const bySuffix = new Map<string, NumberedStep[]>()
  for (const step of steps) {
    const suffix = step.step.slice(step.step.indexOf('.') + 1)
    bySuffix.set(suffix, [...(bySuffix.get(suffix) ?? []), step])
  }
  const names = [
    head(paper.text('')),
    head(paper.line('method.step')),
    head(paper.text('')),
    head(paper.line('method.same')),
    ...seasons.map((season) => head(paper.line(`case.${season}`), { alignment: 'right' })),
  ]
  const rows = [...bySuffix.values()].flatMap((found): TableCell[][] => {
    const [first] = found
    if (!first) return []
    const results = seasons.map((season): TableCell => {
      const step = found.find((one) => one.step.startsWith(`${season}.`))
      return right(step ? resultRuns(paper, step, inputSize) : paper.text('–'))
    })
    const formula =
      first.sameAs === null
        ? paper.line('method.given', { fontSize: inputSize })
        : paper.text(`(${first.sameAs})`, { fontSize: inputSize, color: colours.accent })
    return [
      [
        numberCell(paper, found.map(({ number }) => number).join(', ')),
        cell(nameOf(paper, first)),
        cell(symbolRuns(paper, first)),
        cell(formula),
        ...results,
      ],
    ]
  })
  const widths = [40, '*', 40, 50, ...seasons.map(() => 92)]
  return table(widths, [titleOf(paper, group, names.length), names, ...rows], {
    headRows: 2,
    fontSize: inputSize,
    padding: 0.9,
    gap: 3,
    margin: [0, 2, 0, 4],
  })
}

/** On a coil that is not below 0 °C, condensate forms instead of frost. */
const condensateGroups: Partial<Record<StepGroup, ReportWord>> = {
  frost: 'group.frostCondensate',
  inner: 'group.innerCondensate',
}

/** Part 10: every step of the calculation with its formula, inputs, result and source. */
export function method(paper: Paper, { trace, selection }: ReportInput): Content[] {
  const steps = numberedSteps(trace)
  const groups = stepGroups.flatMap((group): { group: StepGroup; own: NumberedStep[] }[] => {
    const own = steps.filter((step) => step.group === group)
    return own.length > 0 ? [{ group, own }] : []
  })
  const tables = groups.map(({ group, own }): Content => {
    if (group === 'seasons') return { stack: [seasonTable(paper, group, own), paragraph(paper, 'method.seasons')] }
    return stepTable(paper, group, own, selection.isCondensate ? condensateGroups[group] : undefined)
  })
  const year = trace.filter(({ step }) => stepOf(step)?.group === 'year')
  const months: Content[] =
    year.length === 0
      ? []
      : [
          {
            stack: [
              yearTable(paper, (columns) => titleOf(paper, 'year', columns), year),
              paragraph(paper, 'method.year'),
            ],
          },
        ]
  return [
    together(sectionHeading(paper, 'method'), paragraph(paper, 'method.intro'), paragraph(paper, 'method.marks')),
    ...tables,
    ...months,
  ]
}

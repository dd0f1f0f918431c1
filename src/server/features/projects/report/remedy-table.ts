import type { Content, TableCell } from 'pdfmake/interfaces'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { cell, covered, head, right, table } from '#server/services/pdf/tables.ts'
import { selectionWord } from '#shared/i18n/selection.ts'
import type { NoFit, Remedy } from '#shared/selection/remedies.ts'
import type { Variant } from '#shared/selection/variant.ts'
import { noBreakSpace, significant } from './numbers.ts'
import type { Paper } from './paper.ts'

/** Return need, air flow and choice of one set of inputs. */
function variantCells(paper: Paper, variant: Variant | null): TableCell[] {
  if (!variant) return [right(paper.text('–')), right(paper.text('–')), cell(paper.text('–'))]
  const choice =
    variant.model === null
      ? paper.line('alternatives.noFit', { color: colours.danger })
      : paper.text(`${variant.count} × ${variant.model}`, { bold: true, color: colours.success })
  return [
    right(paper.text(significant(variant.needKgH, 4))),
    right(paper.text(significant(variant.requiredAirflowM3h, 4))),
    cell(choice),
  ]
}

/** Shares are tried in steps of 5 %. */
const wholePercent = (share: number): string => `${Math.round(100 * share)}${noBreakSpace}%`
/** The remedy fewerOpenings gives the remaining share of the openings. */
const shares = (paper: Paper, { shareAlone, shareTogether }: Remedy): Run[] =>
  shareTogether === null
    ? []
    : [
        ...paper.text('\n'),
        ...paper.label(
          'noFit.shares',
          { color: colours.muted },
          { alone: shareAlone === null ? '–' : wholePercent(shareAlone), together: wholePercent(shareTogether) },
        ),
      ]

/** Print the remedies, each recalculated alone and together with all above it. */
export function remedyTable(paper: Paper, { remedies }: NoFit): Content {
  const names = (): TableCell[] => [
    head(paper.label('alternatives.need'), { alignment: 'right' }),
    head(paper.label('noFit.airflow'), { alignment: 'right' }),
    head(paper.label('alternatives.choice')),
  ]
  return table(
    ['*', 44, 56, 60, 44, 56, 60],
    [
      [
        head(paper.label('noFit.remedy'), { rowSpan: 2 }),
        head(paper.line('noFit.alone'), { colSpan: 3, alignment: 'center' }),
        covered(),
        covered(),
        head(paper.line('noFit.together'), { colSpan: 3, alignment: 'center' }),
        covered(),
        covered(),
      ],
      [covered(), ...names(), ...names()],
      ...remedies.map((remedy): TableCell[] => [
        cell([
          ...paper.stacked((language) => selectionWord(language, `remedy.${remedy.kind}`)),
          ...shares(paper, remedy),
        ]),
        ...variantCells(paper, remedy.alone),
        ...variantCells(paper, remedy.together),
      ]),
    ],
    { headRows: 2, fontSize: 7.5, gap: 3 },
  )
}

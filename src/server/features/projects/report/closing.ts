import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { cell, head, table } from '#server/services/pdf/tables.ts'
import { roomOf } from '#shared/selection/to-inputs.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { quantity } from './numbers.ts'
import type { Paper } from './paper.ts'

const signers = ['sign.prepared', 'sign.checked', 'sign.approved', 'sign.customer'] as const
const signatureHeight = 30

/**
 * Return the notes for the design office that apply: a room with two doors, curtains, heat for the refrigeration plant.
 */
function noteLabels(paper: Paper, { project, selection }: ReportInput): Run[][] {
  const hasRoom = roomOf(project) !== null
  const heat = selection.sensibleHeatKw ?? 0
  return [
    paper.label('note.vapourBarrier'),
    ...(hasRoom ? [paper.label('note.interlock')] : []),
    paper.label('note.regeneration'),
    ...(hasRoom ? [paper.label('note.cooling')] : []),
    ...(!hasRoom && heat > 0 ? [paper.label('note.heatIntoStore', {}, { heat: quantity(heat, 'kW', 3) })] : []),
    ...(project.hasAirCurtain === 'yes' ? [paper.label('note.airCurtain')] : []),
    ...(project.hasDoorCurtain === 'yes' ? [paper.label('note.stripCurtain')] : []),
    paper.label('note.estimates'),
  ]
}

/** Part 12. */
export const notes = (paper: Paper, input: ReportInput): Content[] => [
  together(
    sectionHeading(paper, 'notes'),
    ...noteLabels(paper, input).map(
      (text, index): Content => ({
        columns: [
          { width: 14, text: paper.text(`${index + 1}.`) },
          { width: '*', text },
        ],
        margin: [0, 1.5, 0, 2.5],
      }),
    ),
  ),
]

/** Part 13: space for four signatures. */
export function signatures(paper: Paper, { project, date }: ReportInput): Content[] {
  const empty = (): TableCell => ({ text: ' ', margin: [0, signatureHeight / 2 - 4, 0, signatureHeight / 2 - 4] })
  const row = (word: 'sign.name' | 'sign.signature' | 'sign.date', first: TableCell = empty()): TableCell[] => [
    cell(paper.label(word), { color: colours.muted }),
    first,
    empty(),
    empty(),
    empty(),
  ]
  const inFirst = (value: string): TableCell => cell(paper.text(value), { margin: [0, signatureHeight / 2 - 5, 0, 0] })
  const frame = table(
    [62, '*', '*', '*', '*'],
    [
      [head(paper.text('')), ...signers.map((word) => head(paper.label(word)))],
      row('sign.name', project.userName === null ? empty() : inFirst(project.userName)),
      row('sign.signature'),
      row('sign.date', inFirst(date)),
    ],
    { margin: [0, 0, 0, 6] },
  )
  return [
    together(sectionHeading(paper, 'signatures'), {
      ...frame,
      layout: {
        ...(typeof frame.layout === 'object' ? frame.layout : {}),
        vLineWidth: () => 0.4,
        vLineColor: () => colours.line,
      },
    }),
  ]
}

const versionNumber = new Intl.Collator('en', { numeric: true })

/** Part 14: every exported version, newest first. */
export function revisions(paper: Paper, input: ReportInput): Content[] {
  const listed = [...input.revisions].sort((left, right) => versionNumber.compare(right.version, left.version))
  if (listed.length === 0) return [together(sectionHeading(paper, 'revisions'), paragraph(paper, 'revisions.none'))]
  const rows = listed.map(({ version, date, userName, model, count }): TableCell[] => {
    const isThis = version === input.version
    return [
      cell([
        ...paper.text(version, { bold: isThis }),
        ...(isThis
          ? [...paper.text('  '), ...paper.line('revisions.this', { color: colours.muted, fontSize: 7 })]
          : []),
      ]),
      cell(paper.text(date)),
      cell(paper.text(userName)),
      cell(
        model === null
          ? paper.line('alternatives.noFit', { color: colours.danger })
          : paper.text(`${count} × ${model}`),
      ),
    ]
  })
  const names = [
    head(paper.line('revisions.version')),
    head(paper.line('revisions.date')),
    head(paper.line('revisions.by')),
    head(paper.line('revisions.result')),
  ]
  const [first, ...others] = rows
  return [
    together(
      sectionHeading(paper, 'revisions'),
      table([130, 80, '*', 130], [names, ...(first ? [first] : []), ...others.slice(0, mostTogether)]),
    ),
    ...(others.length > mostTogether ? [table([130, 80, '*', 130], [names, ...others.slice(mostTogether)])] : []),
  ]
}
const mostTogether = 12

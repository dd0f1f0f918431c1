import type { Content } from 'pdfmake/interfaces'
import { colours, contentWidth, type Run } from '#server/services/pdf/paper.ts'
import { box, pairs } from '#server/services/pdf/tables.ts'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { placeName } from '#shared/place-names.ts'
import { catalogueSource } from './catalogue-source.ts'
import { sections, sectionTitle } from './headings.ts'
import type { ReportInput } from './input.ts'
import { quantity } from './numbers.ts'
import type { Paper } from './paper.ts'

const longName = 40
const veryLongName = 90
/** Use a smaller font for long names, so that the cover stays on one page. */
const nameSize = (name: string): number => (name.length > veryLongName ? 10 : name.length > longName ? 13 : 18)

/** Return the result in one line, for the box on the cover and the beginning of part 1. */
export function verdict(paper: Paper, { selection }: ReportInput, fontSize: number): Run[] {
  if (selection.model === null) return paper.line('result.noFit', { bold: true, fontSize, color: colours.danger })
  return paper.text(`${selection.count} × ${selection.model}`, { bold: true, fontSize, color: colours.success })
}

function coverBox(paper: Paper, input: ReportInput): Content {
  const { needKgH, requiredAirflowM3h, status } = input.selection
  const figures = [
    ...paper.line('result.need'),
    ...paper.text(`  ${quantity(needKgH, 'kg/h', 4)}`, { bold: true }),
    ...paper.text('      '),
    ...paper.line('result.requiredAirflow'),
    ...paper.text(`  ${quantity(requiredAirflowM3h, 'm³/h', 4)}`, { bold: true }),
  ]
  const [fill, edge] = status === 'ok' ? [colours.successSoft, colours.success] : [colours.dangerSoft, colours.danger]
  return box([{ text: verdict(paper, input, 20) }, { text: figures, margin: [0, 4, 0, 0] }], fill, edge, [0, 18, 0, 0])
}

/** Return the project, its version and date, and the versions of calculation and catalogue. */
function factsOf(paper: Paper, input: ReportInput): Parameters<typeof pairs>[0] {
  const { project, selection, catalogue } = input
  const plain = (value: string | null): Run[] => paper.text(value === null || value === '' ? '–' : value)
  return [
    [paper.line('cover.projectNo'), plain(project.projectNo)],
    [
      paper.line('cover.city'),
      project.city ? paper.inline((language) => placeName(language, project.city ?? '')) : plain(null),
    ],
    [
      paper.line('cover.customer'),
      project.customer === null
        ? paper.line('cover.byHand', { color: colours.muted })
        : paper.text(project.customer, { bold: true }),
    ],
    ...(['customerContact', 'customerReference'] as const).flatMap((field): [Run[], Run[]][] =>
      project[field] === null
        ? []
        : [[paper.inline((language) => fieldLabel(language, field)), paper.text(project[field])]],
    ),
    [paper.line('cover.company'), plain(project.company)],
    [paper.line('cover.preparedBy'), plain(project.userName)],
    [paper.line('cover.version'), paper.text(input.version, { bold: true })],
    [paper.line('cover.date'), plain(input.date)],
    [paper.line('cover.calculation'), plain(selection.calculationVersion)],
    [
      paper.line('cover.catalogue'),
      [...paper.text(`${catalogue.version}  |  `), ...catalogueSource(paper, catalogue.source)],
    ],
  ]
}

/** The contents with page numbers, in two columns. */
const contents = (paper: Paper, input: ReportInput): Content => ({
  columns: [sections.slice(0, 7), sections.slice(7)].map((half) => ({
    stack: half.map(
      (section): Content => ({
        columns: [
          {
            width: '*',
            text: paper.text(sectionTitle(paper, section, input.selection.isCondensate)),
            linkToDestination: section,
          },
          { width: 24, text: [{ pageReference: section }], alignment: 'right' },
        ],
        margin: [0, 1.5, 0, 1.5],
      }),
    ),
  })),
  columnGap: 26,
  fontSize: 8.5,
})

/** The cover: title, customer, version and result. */
export function cover(paper: Paper, input: ReportInput): Content[] {
  const { project } = input
  const rule = (lineWidth: number): Content => ({
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth, lineColor: colours.accent }],
  })
  return [
    { text: paper.text(input.brandText), fontSize: 11, color: colours.muted, margin: [0, 0, 0, 6] },
    rule(2),
    {
      text: paper.label('title', { bold: true, fontSize: 26, color: colours.accent }),
      margin: [0, paper.languages.length > 1 ? 36 : 60, 0, 14],
      lineHeight: 1.1,
    },
    {
      text: paper.text(project.name ?? '–', { bold: true }),
      fontSize: nameSize(project.name ?? ''),
      margin: [0, 0, 0, 18],
    },
    pairs(factsOf(paper, input), [170, '*'], { fontSize: 9.5, padding: 4 }),
    coverBox(paper, input),
    {
      text: paper.line('cover.contents', { bold: true, fontSize: 10 }),
      margin: [0, 22, 0, 5],
    },
    contents(paper, input),
  ]
}

import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { reportWord } from '#shared/i18n/report.ts'
import { alternatives } from './alternatives.ts'
import { assumptions } from './assumptions.ts'
import { chart } from './chart.ts'
import { notes, revisions, signatures } from './closing.ts'
import { cover } from './cover.ts'
import { doors } from './doors.ts'
import { frostEnergy } from './frost-energy.ts'
import type { ReportInput } from './input.ts'
import { loads } from './loads.ts'
import { method } from './method.ts'
import { modelSheet } from './model-sheet.ts'
import { baseSize, colours, contentWidth, createPaper, type Paper, page, visible } from './paper.ts'
import { projectData } from './project-data.ts'
import { result } from './result.ts'
import { sketch } from './sketch.ts'

/** The family that the thread of the reports provides, in normal and bold. */
const reportFont = 'NotoSansSC'

const longestInHead = 48
/** Names in head and foot keep to one line; in full they stand on the cover. */
const short = (text: string): string => {
  const characters = [...visible(text)]
  return characters.length > longestInHead ? `${characters.slice(0, longestInHead - 1).join('')}…` : characters.join('')
}

const headOf = (paper: Paper, { brandText, project, version }: ReportInput): Content => ({
  margin: [page.left, 24, page.right, 0],
  stack: [
    {
      columns: [
        { width: '*', text: paper.text(short(brandText), { color: colours.muted }) },
        { width: 'auto', text: paper.text(short(project.name ?? ''), { color: colours.muted }), alignment: 'right', noWrap: true },
        { width: 'auto', text: paper.text(`${project.projectNo}  ${version}`, { color: colours.muted }), alignment: 'right', noWrap: true },
      ],
      columnGap: 12,
      fontSize: 7.5,
    },
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 0.5, lineColor: colours.line }], margin: [0, 4, 0, 0] },
  ],
})

function footOf(paper: Paper, { selection, date }: ReportInput, current: number, total: number): Content {
  const versions = { calculation: selection.calculationVersion, catalogue: short(selection.catalogueVersion), date }
  return {
    margin: [page.left, 12, page.right, 0],
    columns: [
      // The numbers are the same in each language, and the line is short: the first language says it.
      { width: '*', text: paper.text(reportWord(paper.languages[0] ?? 'zh', 'foot.versions', versions), { color: colours.muted }) },
      { width: 130, text: paper.line('foot.page', {}, { current, total }), alignment: 'right' },
    ],
    fontSize: 7.5,
  }
}

/**
 * The report of one selection for pdfmake: texts, lines and pictures from bytes, nothing that reads a file or an address.
 * Pure; head and foot are functions, so it is made where it is printed.
 */
export function reportDocument(input: ReportInput): TDocumentDefinitions {
  const paper = createPaper(input.language)
  const title = paper.languages.map((language) => reportWord(language, 'title')).join(' · ')
  return {
    pageSize: 'A4',
    pageMargins: [page.left, page.top, page.right, page.bottom],
    defaultStyle: { font: reportFont, fontSize: baseSize, color: colours.ink, lineHeight: 1.12 },
    info: {
      title: `${visible(input.project.name ?? '')} ${title} ${input.version}`.trim(),
      author: visible(input.brandText),
      subject: visible(input.project.projectNo),
    },
    language: paper.languages[0] === 'en' ? 'en' : 'zh-CN',
    displayTitle: true,
    header: (current) => (current === 1 ? null : headOf(paper, input)),
    footer: (current, total) => footOf(paper, input, current, total),
    content: [
      ...cover(paper, input),
      { stack: result(paper, input), pageBreak: 'before' },
      ...projectData(paper, input),
      ...sketch(paper, input),
      ...doors(paper, input),
      ...loads(paper, input),
      ...chart(paper, input),
      ...modelSheet(paper, input),
      ...alternatives(paper, input),
      ...frostEnergy(paper, input),
      ...method(paper, input),
      ...assumptions(paper, input),
      ...notes(paper),
      ...signatures(paper, input),
      ...revisions(paper, input),
    ],
  }
}

import type { Content } from 'pdfmake/interfaces'
import { type ReportWord, reportWord } from '#shared/i18n/report.ts'
import { colours, contentWidth, type Paper } from './paper.ts'

/** The parts of the report behind its cover, in their order. */
export const sections = [
  'result',
  'project',
  'sketch',
  'doors',
  'loads',
  'chart',
  'model',
  'alternatives',
  'frost',
  'method',
  'assumptions',
  'notes',
  'signatures',
  'revisions',
] as const
export type Section = (typeof sections)[number]

/** Name of a part with its number, as the heading, the contents and the bookmarks have it. */
export const sectionTitle = (paper: Paper, section: Section): string =>
  `${sections.indexOf(section) + 1}  ${paper.languages.map((language) => reportWord(language, `section.${section}`)).join('  ')}`

/** Heading of a part, with a line below. */
export function sectionHeading(paper: Paper, section: Section): Content {
  const title = sectionTitle(paper, section)
  const heading = { text: paper.text(title), id: section, fontSize: 13, bold: true, color: colours.accent, outline: true, outlineText: title }
  const below: Content = { canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 0.8, lineColor: colours.accent }], margin: [0, 2, 0, 0] }
  return { stack: [heading, below], margin: [0, 10, 0, 7] }
}

/** Heading within a part. */
export const subHeading = (paper: Paper, word: ReportWord): Content => ({ text: paper.line(word, { bold: true, fontSize: 9.5 }), margin: [0, 4, 0, 3] })

/** A paragraph in each language. */
export const paragraph = (paper: Paper, word: ReportWord, values: Record<string, string | number> = {}): Content => ({
  text: paper.label(word, { color: colours.muted, fontSize: 8 }, values),
  margin: [0, 0, 0, 5],
})

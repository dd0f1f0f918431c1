import type { Content } from 'pdfmake/interfaces'
import { partHeading } from '#server/services/pdf/headings.ts'
import { reportWord } from '#shared/i18n/report.ts'
import type { Paper } from './paper.ts'

/** The sections of the report after its cover, in their order. */
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

/**
 * Return the title of a section with its number, for the heading, the contents and the bookmarks. At a coil temperature
 * of 0 °C and above, it says condensate instead of frost.
 */
export const sectionTitle = (paper: Paper, section: Section, isCondensate: boolean): string => {
  const word = section === 'frost' && isCondensate ? 'section.condensate' : (`section.${section}` as const)
  return `${sections.indexOf(section) + 1}  ${paper.languages.map((language) => reportWord(language, word)).join('  ')}`
}

/** Return the heading of a section. */
export const sectionHeading = (paper: Paper, section: Section, isCondensate = false): Content =>
  partHeading(paper, sectionTitle(paper, section, isCondensate), section)

import type { Content } from 'pdfmake/interfaces'
import { partHeading } from '#server/services/paper/headings.ts'
import * as shared from '#server/services/paper/paper.ts'
import { type StatementWord, statementWord } from '#shared/i18n/statement.ts'

/** How a statement says things: always in both languages. */
export type Paper = shared.Paper<StatementWord>
export const createPaper = (): Paper => shared.createPaper(['zh', 'en'], statementWord)

const sections = ['states', 'rates', 'days', 'repairs', 'changes'] as const
export type Section = (typeof sections)[number]

/** Name of a part with its number, as the heading and the bookmarks have it. */
export const sectionHeading = (paper: Paper, section: Section): Content =>
  partHeading(
    paper,
    `${sections.indexOf(section) + 1}  ${paper.languages.map((language) => statementWord(language, `section.${section}`)).join('  ')}`,
    section,
  )

/** Machines and machine-days with a mark between thousands; a dash where nothing is known. */
export const count = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 2 })
/** Percent as the charts have it: two decimals, rounded down before; a dash where nothing is known. */
export const rate = (value: number | null): string => (value === null ? '–' : `${value.toFixed(2)}\u00a0%`)

import type { Content } from 'pdfmake/interfaces'
import { partHeading } from '#server/services/pdf/headings.ts'
import * as shared from '#server/services/pdf/paper.ts'
import { type StatementWord, statementWord } from '#shared/i18n/statement.ts'

/** The texts of a statement, always in both languages. */
export type Paper = shared.Paper<StatementWord>
export const createPaper = (): Paper => shared.createPaper(['zh', 'en'], statementWord)

const sections = ['states', 'rates', 'days', 'repairs', 'changes'] as const
export type Section = (typeof sections)[number]

/** Return the heading of a part with its number, which is also its bookmark. */
export const sectionHeading = (paper: Paper, section: Section): Content =>
  partHeading(
    paper,
    `${sections.indexOf(section) + 1}  ${paper.languages.map((language) => statementWord(language, `section.${section}`)).join('  ')}`,
    section,
  )

/** Format a number of machines or machine-days with thousands separators; a dash for null. */
export const count = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: 2 })
/** Format a percentage with two decimals, as charts do; a dash for null. The value is already rounded down. */
export const rate = (value: number | null): string => (value === null ? '–' : `${value.toFixed(2)}\u00a0%`)

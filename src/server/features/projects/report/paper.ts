import * as shared from '#server/services/pdf/paper.ts'
import { type ReportWord, reportWord } from '#shared/i18n/report.ts'
import type { ReportLanguage } from '#shared/projects.ts'

/** The wording of this report, in its languages. */
export type Paper = shared.Paper<ReportWord>
export const createPaper = (language: ReportLanguage): Paper =>
  shared.createPaper(language === 'both' ? ['zh', 'en'] : [language], reportWord)

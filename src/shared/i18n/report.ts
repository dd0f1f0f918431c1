import { createBook } from './book.ts'
import { reportBack } from './report-back.ts'
import { reportFront } from './report-front.ts'
import { reportMethod } from './report-method.ts'
import { reportRunning } from './report-running.ts'

/** Every word of the report besides fields, warnings, steps, constants and sources, which have books of their own. */
export type ReportWord =
  | keyof typeof reportFront.zh
  | keyof typeof reportBack.zh
  | keyof typeof reportMethod.zh
  | keyof typeof reportRunning.zh
/** The text of a word of the report; a book of its own, so that no screen has to load it. */
export const reportWord = createBook<ReportWord>({
  zh: { ...reportFront.zh, ...reportBack.zh, ...reportMethod.zh, ...reportRunning.zh },
  en: { ...reportFront.en, ...reportBack.en, ...reportMethod.en, ...reportRunning.en },
})

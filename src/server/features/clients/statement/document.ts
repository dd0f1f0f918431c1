import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import { framedDocument } from '#server/services/pdf/frame.ts'
import { onNewPage } from '#server/services/pdf/page-breaks.ts'
import { statementWord } from '#shared/i18n/statement.ts'
import { cover } from './cover.ts'
import { days } from './days.ts'
import { ratesOf, states } from './figures.ts'
import type { StatementInput } from './input.ts'
import { changes, repairs } from './lists.ts'
import { createPaper } from './paper.ts'

/**
 * Build the statement of one client and month for pdfmake, in both languages, from texts and lines only. It reads no
 * file and no URL.
 */
export function statementDocument(input: StatementInput): TDocumentDefinitions {
  const paper = createPaper()
  const { client, month, brandText, asOf, timeZone } = input
  const title = paper.languages.map((language) => statementWord(language, 'title')).join(' · ')
  return framedDocument(paper, {
    info: { title: `${client} ${month} ${title}`, author: brandText, subject: month },
    head: [brandText, client, month],
    foot: `${asOf} (${timeZone})`,
    pageNumber: (current, total) => paper.line('foot.page', {}, { current, total }),
    content: [
      ...cover(paper, input),
      onNewPage(...states(paper, input)),
      ...ratesOf(paper, input),
      ...days(paper, input),
      ...repairs(paper, input),
      ...changes(paper, input),
    ],
  })
}

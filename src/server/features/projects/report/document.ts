import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import { framedDocument, shortName } from '#server/services/pdf/frame.ts'
import { onNewPage } from '#server/services/pdf/page-breaks.ts'
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
import { createPaper } from './paper.ts'
import { projectData } from './project-data.ts'
import { result } from './result.ts'
import { sketch } from './sketch.ts'

/**
 * Build the report of one selection for pdfmake from texts, lines and pictures as bytes, without file or network
 * access. Pure.
 */
export function reportDocument(input: ReportInput): TDocumentDefinitions {
  const paper = createPaper(input.language)
  const { project, selection, version, brandText } = input
  const title = paper.languages.map((language) => reportWord(language, 'title')).join(' · ')
  // The line is short and the numbers are the same in each language, so only the first language is used.
  const versions = {
    calculation: selection.calculationVersion,
    catalogue: shortName(selection.catalogueVersion),
    date: input.date,
  }
  return framedDocument(paper, {
    info: { title: `${project.name ?? ''} ${title} ${version}`, author: brandText, subject: project.projectNo },
    head: [brandText, project.name ?? '', `${project.projectNo}  ${version}`],
    foot: reportWord(paper.languages[0] ?? 'zh', 'foot.versions', versions),
    pageNumber: (current, total) => paper.line('foot.page', {}, { current, total }),
    content: [
      ...cover(paper, input),
      onNewPage(...result(paper, input)),
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
      ...notes(paper, input),
      ...signatures(paper, input),
      ...revisions(paper, input),
    ],
  })
}

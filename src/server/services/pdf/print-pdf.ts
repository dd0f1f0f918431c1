import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { loadFonts } from './report-fonts.ts'

/** Keep fonts in memory, so that no path of a document is ever opened. The types of the package lack it. */
type WithFiles = { virtualfs: { writeFileSync(name: string, bytes: Uint8Array): void } }

export const reportFont = 'NotoSansSC'
const fileOf = (weight: string): string => `${reportFont}-${weight}`
let ready = false

/** Refuse every file and every URL. Source: trust.md, trap 2 and the findings on pdfmake. */
function prepare(): void {
  const fonts = loadFonts()
  const { virtualfs } = pdfmake as unknown as WithFiles
  virtualfs.writeFileSync(fileOf('normal'), fonts.normal)
  virtualfs.writeFileSync(fileOf('bold'), fonts.bold)
  const [normal, bold] = [fileOf('normal'), fileOf('bold')]
  pdfmake.setFonts({ [reportFont]: { normal, bold, italics: normal, bolditalics: bold } })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  ready = true
}

/**
 * Print a document to the bytes of a PDF. Pictures are data URLs; a path or a URL is refused.
 * @throws Error for content that pdfmake cannot lay out or may not read
 */
export async function printPdf(document: TDocumentDefinitions): Promise<Uint8Array> {
  if (!ready) prepare()
  return pdfmake.createPdf(document).getBuffer()
}

import { extractText, getDocumentProxy } from 'unpdf'

/** What a reader can select in a PDF, a text for each page. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<string[]> {
  // The package takes the bytes away from whoever gives them.
  const document = await getDocumentProxy(new Uint8Array(bytes))
  return (await extractText(document)).text
}

/** The text of all pages. */
export const textOfPdf = async (bytes: Uint8Array): Promise<string> => (await pagesOfPdf(bytes)).join('\n')

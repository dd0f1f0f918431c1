import { extractText, getDocumentProxy } from 'unpdf'

/** Return the selectable text of a PDF, one text for each page. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<string[]> {
  // The package takes ownership of the bytes.
  const document = await getDocumentProxy(new Uint8Array(bytes))
  return (await extractText(document)).text
}

/** Return the text of all pages. */
export const textOfPdf = async (bytes: Uint8Array): Promise<string> => (await pagesOfPdf(bytes)).join('\n')

/** Points above the edge of a page where its footer begins, and below which its header ends. */
const [footBelow, headAbove] = [50, 784]
/** Return how far down the texts of each page reach between header and footer, 0 to 1. */
export async function filledOfPdf(bytes: Uint8Array): Promise<number[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const filled: number[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const heights = items.flatMap((item) =>
      'transform' in item && item.str.trim() !== '' ? [Number(item.transform[5])] : [],
    )
    const lowest = Math.min(headAbove, ...heights.filter((height) => height > footBelow))
    filled.push((headAbove - lowest) / (headAbove - footBelow))
  }
  return filled
}

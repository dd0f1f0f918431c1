import type { Content } from 'pdfmake/interfaces'

/** Keep content on one page; content taller than a page is not printed. */
export const together = (...stack: Content[]): Content => ({ stack, unbreakable: true })

/** Begin a new page with this content. */
export const onNewPage = (...stack: Content[]): Content => ({ stack, pageBreak: 'before' })

/**
 * Repeat the head of a table on every page, and keep each row on one page, the first one on that of the head.
 * @param tallRows let rows continue on the next page
 */
export const tableBreaks = (headRows: number, tallRows: boolean) => ({
  headerRows: headRows,
  keepWithHeaderRows: headRows > 0 && !tallRows ? 1 : 0,
  dontBreakRows: !tallRows,
})

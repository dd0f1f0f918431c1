import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { baseSize, colours, contentWidth, type Paper, page, type Run, visible } from './paper.ts'

/** The font family that the report thread provides, in normal and bold. */
const reportFont = 'NotoSansSC'
const longestInHead = 48

/** Shorten a name to one line for header and footer; the cover shows it in full. */
export function shortName(text: string): string {
  const characters = [...visible(text)]
  return characters.length > longestInHead ? `${characters.slice(0, longestInHead - 1).join('')}…` : characters.join('')
}

const headOf = <Word extends string>(
  paper: Paper<Word>,
  [left, middle, right]: readonly [string, string, string],
): Content => ({
  margin: [page.left, 24, page.right, 0],
  stack: [
    {
      columns: [
        { width: '*', text: paper.text(shortName(left), { color: colours.muted }) },
        {
          width: 'auto',
          text: paper.text(shortName(middle), { color: colours.muted }),
          alignment: 'right',
          noWrap: true,
        },
        { width: 'auto', text: paper.text(right, { color: colours.muted }), alignment: 'right', noWrap: true },
      ],
      columnGap: 12,
      fontSize: 7.5,
    },
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 0.5, lineColor: colours.line }],
      margin: [0, 4, 0, 0],
    },
  ],
})

type Frame = {
  info: { title: string; author: string; subject: string }
  /** The header of every page except the cover. */
  head: readonly [string, string, string]
  /** The footer of every page, next to its number. */
  foot: string
  pageNumber: (current: number, total: number) => Run[]
  content: Content[]
}

/**
 * Create an A4 document with header, footer and page numbers. Header and footer are functions, so it is created in the
 * thread that prints it.
 */
export function framedDocument<Word extends string>(
  paper: Paper<Word>,
  { info, head, foot, pageNumber, content }: Frame,
): TDocumentDefinitions {
  return {
    // 1.3 is the library's default; the language of a document exists since PDF 1.4.
    version: '1.7',
    pageSize: 'A4',
    pageMargins: [page.left, page.top, page.right, page.bottom],
    defaultStyle: { font: reportFont, fontSize: baseSize, color: colours.ink, lineHeight: 1.12 },
    info: { title: visible(info.title).trim(), author: visible(info.author), subject: visible(info.subject) },
    language: paper.languages[0] === 'en' ? 'en' : 'zh-CN',
    displayTitle: true,
    header: (current) => (current === 1 ? null : headOf(paper, head)),
    footer: (current, total) => ({
      margin: [page.left, 12, page.right, 0],
      columns: [
        { width: '*', text: paper.text(foot, { color: colours.muted }) },
        { width: 130, text: pageNumber(current, total), alignment: 'right' },
      ],
      fontSize: 7.5,
    }),
    content,
  }
}

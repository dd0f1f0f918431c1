import type { Content } from 'pdfmake/interfaces'
import type { Values } from '#shared/i18n/index.ts'
import { colours, contentWidth, type Paper } from './paper.ts'

/** Create the heading of a section, with a line below; `id` is the target of links and bookmarks. */
export function partHeading<Word extends string>(paper: Paper<Word>, title: string, id: string): Content {
  const heading = {
    text: paper.text(title),
    id,
    fontSize: 13,
    bold: true,
    color: colours.accent,
    outline: true,
    outlineText: title,
  }
  const below: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 0.8, lineColor: colours.accent }],
    margin: [0, 2, 0, 0],
  }
  return { stack: [heading, below], margin: [0, 10, 0, 7] }
}

/** Create a heading within a section. */
export const subHeading = <Word extends string>(paper: Paper<Word>, word: Word): Content => ({
  text: paper.line(word, { bold: true, fontSize: 9.5 }),
  margin: [0, 4, 0, 3],
})

/** Create a paragraph in each language. */
export const paragraph = <Word extends string>(paper: Paper<Word>, word: Word, values: Values = {}): Content => ({
  text: paper.label(word, { color: colours.muted, fontSize: 8 }, values),
  margin: [0, 0, 0, 5],
})

import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import { framedDocument } from '#server/services/pdf/frame.ts'
import { partHeading } from '#server/services/pdf/headings.ts'
import { onNewPage, together } from '#server/services/pdf/page-breaks.ts'
import { colours, contentWidth, createPaper, type Paper } from '#server/services/pdf/paper.ts'
import { cell, head, pairs, right, table } from '#server/services/pdf/tables.ts'
import { type StocktakeWord, stocktakeWord } from '#shared/i18n/stocktake-paper.ts'
import { type Stocktake, type StocktakeGroup, shownSerials, stocktakeGroups } from '#shared/stocktakes.ts'

/** The printed data; `at` in business time. */
export type StocktakeInput = Stocktake & { timeZone: string; brandText: string }
type Words = Paper<StocktakeWord>

/** Groups that need an action come first. */
const order: readonly StocktakeGroup[] = ['missing', 'foreign', 'unknown', 'here']

/** Maximum number of lines that fit on one page with their heading. */
const fewLines = 30

function group(paper: Words, { lines, counts }: Stocktake, name: StocktakeGroup): Content[] {
  const found = lines[name].slice(0, shownSerials)
  if (counts[name] === 0) return []
  const title = `${paper.languages.map((language) => stocktakeWord(language, name)).join('  ')}  ${counts[name]}`
  const heading = partHeading(paper, title, name)
  const listed = table(
    ['*', 90, '*'],
    [
      [head(paper.label('serial')), head(paper.label('state')), head(paper.label('place'))],
      ...found.map(({ serial, state, place }) => [
        cell(paper.text(serial)),
        cell(state === null ? paper.text('–') : paper.line(`state.${state}`)),
        cell(paper.text(place ?? '–')),
      ]),
    ],
    { fontSize: 7.5, margin: [0, 2, 0, 4] },
  )
  // A heading must not end a page: keep few machines with it, and start a new page for many.
  const shown: Content[] = found.length <= fewLines ? [together(heading, listed)] : [onNewPage(heading), listed]
  return [
    ...shown,
    ...(counts[name] > found.length
      ? [{ text: paper.line('more', { color: colours.muted, fontSize: 8 }, { count: counts[name] - found.length }) }]
      : []),
  ]
}

/** Create the pdfmake document of one stocktake, in both languages. Pure. */
export function stocktakeDocument(input: StocktakeInput): TDocumentDefinitions {
  const paper = createPaper<StocktakeWord>(['zh', 'en'], stocktakeWord)
  const { id, site, at, timeZone, brandText, person, note, counts } = input
  const title = paper.languages.map((language) => stocktakeWord(language, 'title')).join(' · ')
  const rule: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 2, lineColor: colours.accent }],
  }
  return framedDocument(paper, {
    info: { title: `${site} ${at} ${title}`, author: brandText, subject: site },
    head: [brandText, site, at.slice(0, 'YYYY-MM-DD'.length)],
    foot: `${at} (${timeZone})`,
    pageNumber: (current, total) => paper.line('page', {}, { current, total }),
    content: [
      { text: paper.text(brandText), fontSize: 11, color: colours.muted, margin: [0, 0, 0, 6] },
      rule,
      {
        text: paper.label('title', { bold: true, fontSize: 22, color: colours.accent }),
        margin: [0, 20, 0, 10],
        lineHeight: 1.1,
      },
      pairs(
        [
          [paper.line('site'), paper.text(site)],
          [paper.line('number'), paper.text(String(id))],
          [paper.line('at'), paper.text(`${at} (${timeZone})`)],
          [paper.line('person'), paper.text(person ?? '–')],
          ...(note === null ? [] : [[paper.line('note'), paper.text(note)] as const]),
        ],
        [170, '*'],
        { fontSize: 9.5, padding: 4 },
      ),
      table(
        ['*', 90],
        [
          [head(paper.line('result')), head(paper.line('count'), { alignment: 'right' })],
          ...[...stocktakeGroups, 'away' as const, 'repeated' as const].map((name) => [
            cell(paper.line(name)),
            right(paper.text(String(counts[name]), { bold: true })),
          ]),
        ],
        { fontSize: 9.5 },
      ),
      ...order.flatMap((name) => group(paper, input, name)),
    ],
  })
}

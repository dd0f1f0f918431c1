import type { Content } from 'pdfmake/interfaces'
import { colours, contentWidth } from '#server/services/pdf/paper.ts'
import { box, pairs } from '#server/services/pdf/tables.ts'
import { rates } from '#shared/charts.ts'
import { daysBetween } from '#shared/dates.ts'
import type { StatementInput } from './input.ts'
import { type Paper, rate } from './paper.ts'

const veryLongName = 40

/** Return the facts of the cover: client, sub-account, base, month, basis and time of reading. */
function factsOf(paper: Paper, input: StatementInput): Parameters<typeof pairs>[0] {
  const { start, end, days } = input
  const known = `${days.length} / ${daysBetween(start, end).length}`
  const whole = paper.line(input.account === null ? 'cover.everywhere' : 'cover.ofAccount')
  return [
    [paper.line('cover.client'), paper.text(input.client)],
    ...(input.account === null ? [] : [[paper.line('cover.account'), paper.text(input.account)] as const]),
    [paper.line('cover.base'), paper.text(input.base)],
    [paper.line('cover.scope'), input.places.length === 0 ? whole : paper.text(input.places.join('、'))],
    [paper.line('cover.month'), paper.text(input.month)],
    [paper.line('cover.days'), paper.text(`${start} – ${end}`)],
    [paper.line('cover.known'), paper.text(known)],
    [paper.line('cover.basis'), paper.label(`basis.${input.basis}`)],
    [paper.line('cover.asOf'), paper.text(input.asOf)],
    [paper.line('cover.timeZone'), paper.text(input.timeZone)],
    ...(input.person === null ? [] : [[paper.line('cover.preparedBy'), paper.text(input.person)] as const]),
  ]
}

/** Build the first page: the facts of the statement, and the three rates. */
export function cover(paper: Paper, input: StatementInput): Content[] {
  const { end, changedSinceIssue } = input
  const rule: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth, y2: 0, lineWidth: 2, lineColor: colours.accent }],
  }
  const figures = rates.map(
    (name): Content => ({
      stack: [
        { text: paper.line(`rate.${name}`, { color: colours.muted }) },
        {
          text: paper.text(rate(input.rates[name].data[0] ?? null), { bold: true, fontSize: 18 }),
          margin: [0, 3, 0, 0],
        },
      ],
    }),
  )
  return [
    { text: paper.text(input.brandText), fontSize: 11, color: colours.muted, margin: [0, 0, 0, 6] },
    rule,
    {
      text: paper.label('title', { bold: true, fontSize: 26, color: colours.accent }),
      margin: [0, 36, 0, 14],
      lineHeight: 1.1,
    },
    {
      text: paper.text(input.client, { bold: true }),
      fontSize: input.client.length > veryLongName ? 12 : 18,
      margin: [0, 0, 0, 4],
    },
    { text: paper.text(input.month, { bold: true }), fontSize: 14, margin: [0, 0, 0, 18] },
    pairs(factsOf(paper, input), [170, '*'], { fontSize: 9.5, padding: 4 }),
    box([{ columns: figures, columnGap: 12 }], colours.sunken, colours.accent, [0, 18, 0, 8]),
    ...(changedSinceIssue === null
      ? []
      : [
          {
            text: paper.label(
              'cover.changed',
              { color: colours.caution },
              { at: changedSinceIssue.issuedAt, days: changedSinceIssue.days.join(', ') },
            ),
            margin: [0, 0, 0, 4] as [number, number, number, number],
          },
        ]),
    ...(input.isWhole ? [] : [{ text: paper.label('cover.unfinished', { color: colours.caution }, { day: end }) }]),
  ]
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { colours } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { rates } from '#shared/charts.ts'
import { deviceStates } from '#shared/devices.ts'
import type { StatementInput } from './input.ts'
import { count, type Paper, rate, sectionHeading } from './paper.ts'

const atRight = { alignment: 'right' } as const

/** Part 1: how many machines were in each state, on average per day and at the end. */
export function states(paper: Paper, { states: stack, days }: StatementInput): Content[] {
  const last = days.at(-1)
  if (!last) return [sectionHeading(paper, 'states'), { text: paper.label('days.none') }]
  const rows = deviceStates.map((state) => {
    const series = stack.series.find(({ name }) => name === state)
    return { state, average: series?.data[0] ?? null, lastDay: series?.lastDay?.[0] ?? null }
  })
  const averageTotal =
    Math.round(
      (100 * days.reduce((sum, day) => sum + deviceStates.reduce((all, state) => all + day[state], 0), 0)) /
        days.length,
    ) / 100
  const lastTotal = deviceStates.reduce((all, state) => all + last[state], 0)
  return [
    sectionHeading(paper, 'states'),
    table(
      ['*', 130, 130],
      [
        [
          head(paper.line('states.state')),
          head(paper.line('states.average'), atRight),
          head(paper.line('states.lastDay', {}, { day: last.day }), atRight),
        ],
        ...rows.map(({ state, average, lastDay }): TableCell[] => [
          cell(paper.line(`state.${state}`)),
          right(paper.text(count(average))),
          right(paper.text(count(lastDay))),
        ]),
        [
          cell(paper.line('states.total', { bold: true })),
          right(paper.text(count(averageTotal), { bold: true })),
          right(paper.text(count(lastTotal), { bold: true })),
        ],
      ],
      { margin: [0, 2, 0, 4] },
    ),
    paragraph(paper, 'states.note', { days: days.length }),
  ]
}

/** Part 2: the three rates with numerators and denominators. */
export function ratesOf(paper: Paper, input: StatementInput): Content[] {
  return [
    sectionHeading(paper, 'rates'),
    table(
      [92, '*', 78, 84, 58],
      [
        [
          head(paper.label('rates.rate')),
          head(paper.label('rates.formula')),
          head(paper.label('rates.numerator'), atRight),
          head(paper.label('rates.denominator'), atRight),
          head(paper.label('rates.value'), atRight),
        ],
        ...rates.map((name): TableCell[] => {
          const { numerator, denominator, data } = input.rates[name]
          return [
            cell(paper.label(`rate.${name}`)),
            cell(paper.label(`rate.formula.${name}`)),
            right(paper.text(count(numerator[0] ?? null))),
            right(paper.text(count(denominator[0] ?? null))),
            right(paper.text(rate(data[0] ?? null), { bold: true })),
          ]
        }),
      ],
      { margin: [0, 2, 0, 4] },
    ),
    {
      text: [
        ...paper.line('cover.basis', { color: colours.muted }),
        ...paper.text(': '),
        ...paper.line(`basis.${input.basis}`),
      ],
      margin: [0, 0, 0, 3],
    },
    paragraph(paper, 'rates.note', { share: input.complianceShare }),
  ]
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph, subHeading } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, contentWidth } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { drawn } from './drawing.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { quantity } from './numbers.ts'
import type { Paper } from './paper.ts'
import { type MixingLine, psychrometricChart } from './psychrometric-chart.ts'
import { type StatePoint, statePoints } from './psychrometric-points.ts'

const gap = 13
const overviewWidth = 290
const height = 184

function pointTable(paper: Paper, points: readonly StatePoint[]): Content {
  return table(
    [22, '*', 70, 76, 70],
    [
      [
        head(paper.text('')),
        head(paper.line('chart.state')),
        head(paper.text('T'), { alignment: 'right' }),
        head(paper.text('W'), { alignment: 'right' }),
        head(paper.text('RH'), { alignment: 'right' }),
      ],
      ...points.map(({ mark, word, temperatureC, gKg, relativeHumidity, color }): TableCell[] => [
        cell(paper.text(mark, { bold: true, color })),
        cell(paper.line(word)),
        right(paper.text(quantity(temperatureC, '°C'))),
        right(paper.text(quantity(gKg, 'g/kg', 4))),
        right(paper.text(quantity(relativeHumidity, '%'))),
      ]),
    ],
    { fontSize: 7.5, margin: [0, 2, 0, 4] },
  )
}

/** Return the straight line of the air mixtures at the door, and the most humid one without fog. */
function mixingLines({ details }: ReportInput, points: readonly StatePoint[]): MixingLine[] {
  const { zone } = details.duty
  const store = points.find(({ mark }) => mark === 'R')
  if (!store || !zone.isRoom || zone.noFogHumidityRatio === null) return []
  return [
    { from: store, toC: zone.temperatureC, toGKg: 1_000 * zone.noFogHumidityRatio, color: colours.danger, dash: 3 },
    { from: store, toC: zone.temperatureC, toGKg: 1_000 * zone.humidityRatio, color: '#00936b' },
  ]
}

/** Part 6: all states on one chart, and an enlarged chart of the door between zone and store. */
export function chart(paper: Paper, input: ReportInput): Content[] {
  const points = statePoints(input)
  const { pressurePa } = input.details.duty
  const lines = mixingLines(input, points)
  const overview = psychrometricChart(paper, { width: overviewWidth, height, points, lines: [], pressurePa })
  const near = points.filter(({ mark }) => mark !== 'O' && mark !== 'X')
  const detail = psychrometricChart(paper, {
    width: contentWidth - overviewWidth - gap,
    height,
    points: near,
    lines,
    pressurePa,
  })
  return [
    together(sectionHeading(paper, 'chart'), {
      columns: [
        { width: overviewWidth, stack: [subHeading(paper, 'chart.overview'), drawn(overview)] },
        { width: '*', stack: [subHeading(paper, 'chart.detail'), drawn(detail)] },
      ],
      columnGap: gap,
    }),
    together(
      pointTable(paper, points),
      paragraph(paper, lines.length > 0 ? 'chart.note' : 'chart.noteWithoutRoom'),
      ...(points.some(({ temperatureC }) => temperatureC < 0) ? [paragraph(paper, 'chart.overIce')] : []),
    ),
  ]
}

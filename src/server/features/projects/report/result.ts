import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph, subHeading } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { box, cell, pairs } from '#server/services/pdf/tables.ts'
import { basisText, fieldLabel, selectionWord, warningText } from '#shared/i18n/selection.ts'
import { constants } from '#shared/selection/constants.ts'
import type { NoFit } from '#shared/selection/remedies.ts'
import { unitsDayKwh } from '#shared/selection/running.ts'
import { isSweepGoverned } from '#shared/selection/sizing.ts'
import type { Warning } from '#shared/selection/warnings.ts'
import { verdict } from './cover.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { percent, quantity, significant } from './numbers.ts'
import type { Paper } from './paper.ts'
import { remedyTable } from './remedy-table.ts'

const rowOf = (paper: Paper, name: Run[], value: string): readonly [Run[], Run[]] => [
  name,
  paper.text(value, { bold: true }),
]

function figures(paper: Paper, { selection, details }: ReportInput): (readonly [Run[], Run[]])[][] {
  const { choice, frost, supply } = details
  const { isCondensate } = selection
  const need = [
    ...paper.line('result.need'),
    ...paper.text('  '),
    ...paper.line(`governs.${selection.governs}`, { color: colours.muted, fontSize: 7.5 }),
  ]
  const sweep = isSweepGoverned(details.duty)
    ? [...paper.text('  '), ...paper.line('governs.sweep', { color: colours.muted, fontSize: 7.5 })]
    : []
  const airflow = [...paper.line('result.requiredAirflow'), ...sweep]
  const before = rowOf(
    paper,
    paper.line(isCondensate ? 'result.condensateWithout' : 'result.frostWithout'),
    quantity(selection.frostWithoutKgDay, 'kg/day'),
  )
  const demand = [
    rowOf(paper, need, quantity(selection.needKgH, 'kg/h', 4)),
    rowOf(paper, airflow, quantity(selection.requiredAirflowM3h, 'm³/h', 4)),
  ]
  if (!choice) return [demand, [before]]
  const power = choice.count * (choice.model.fanKw + choice.model.regenKw)
  return [
    [
      ...demand,
      rowOf(paper, paper.line('result.unitCapacity'), quantity(choice.unitCapacityKgH, 'kg/h', 4)),
      rowOf(paper, paper.line('result.capacity'), quantity(choice.count * choice.unitCapacityKgH, 'kg/h', 4)),
      rowOf(paper, paper.line('result.margin'), choice.margin === null ? '–' : percent(choice.margin)),
      rowOf(paper, paper.line('result.airflow'), quantity(choice.airflowM3h, 'm³/h', 4)),
    ],
    [
      rowOf(paper, paper.line('result.power'), quantity(power, 'kW')),
      rowOf(paper, paper.line('result.energy'), quantity(unitsDayKwh(selection), 'kWh/day')),
      before,
      rowOf(
        paper,
        paper.line(isCondensate ? 'result.condensateWith' : 'result.frostWith'),
        quantity(frost?.dayKg ?? null, 'kg/day'),
      ),
      rowOf(
        paper,
        paper.line(isCondensate ? 'result.reductionCondensate' : 'result.reduction'),
        selection.reduction === null ? '–' : percent(selection.reduction),
      ),
      rowOf(paper, paper.line('result.supply'), quantity(supply?.temperatureC ?? null, '°C')),
      rowOf(paper, paper.line('result.heat'), quantity(supply?.heatKw ?? null, 'kW')),
    ],
  ]
}

function resultBox(paper: Paper, input: ReportInput): Content {
  const isFit = input.selection.status === 'ok'
  const basis = paper.inline((language) => basisText(language, input.selection))
  const lists = figures(paper, input).map(
    (rows): Content => ({
      table: {
        widths: ['*', 86],
        body: rows.map(([name, value]): TableCell[] => [cell(name), cell(value, { alignment: 'right' })]),
      },
      layout: 'noBorders',
      fontSize: 8.5,
    }),
  )
  return box(
    [
      {
        text: paper.line(isFit ? 'result.ok' : 'result.noFitShort'),
        color: isFit ? colours.success : colours.danger,
        fontSize: 9,
        bold: true,
      },
      { text: verdict(paper, input, isFit ? 24 : 15), margin: [0, 1, 0, 5] },
      { columns: lists, columnGap: 22 },
      ...(isFit
        ? [
            {
              text: [...paper.line('result.basis', { color: colours.muted }), ...paper.text('  '), ...basis],
              fontSize: 8.5,
              margin: [0, 3, 0, 0] as [number, number, number, number],
            },
          ]
        : []),
    ],
    isFit ? colours.successSoft : colours.dangerSoft,
    isFit ? colours.success : colours.danger,
  )
}

/** Return a warning after the name of its field, or as a separate sentence. */
const warningLine = (warning: Warning) => (language: 'zh' | 'en') => {
  const said = warningText(language, warning)
  if (!warning.field) return `${said.charAt(0).toUpperCase()}${said.slice(1)}`
  return `${fieldLabel(language, warning.field)}${language === 'zh' ? '：' : ': '}${said}`
}

function warnings(paper: Paper, { selection }: ReportInput): Content[] {
  if (selection.warnings.length === 0) return [paragraph(paper, 'result.noWarnings')]
  const lines = selection.warnings.map(
    (warning): Content => ({
      columns: [
        { width: 10, text: paper.text('▲', { color: colours.caution, fontSize: 6 }), margin: [0, 1.5, 0, 0] },
        { width: '*', text: paper.stacked(warningLine(warning), { color: colours.ink }) },
      ],
      margin: [0, 1, 0, 1],
    }),
  )
  return [together(subHeading(paper, 'result.warnings'), box(lines, colours.cautionSoft, colours.caution))]
}

/** Print the limit that is exceeded, and the largest plant of the catalogue. */
function limits(
  paper: Paper,
  { needKgH, requiredAirflowM3h }: ReportInput['selection'],
  { limits: broken, largest }: NoFit,
): Content[] {
  const rows: [Run[], Run[]][] = broken.map((limit) => [
    paper.line('noFit.limit'),
    paper.inline((language) => selectionWord(language, `limit.${limit}`), { bold: true, color: colours.danger }),
  ])
  // If only the air flow is too large and nothing has to be dried, there is no share of the need.
  const share = ({ capacityKgH }: { capacityKgH: number }) =>
    needKgH > constants.leastNeed.value ? ` (${significant((100 * capacityKgH) / needKgH)} %)` : ''
  const most = largest
    ? paper.text(
        `${largest.count} × ${largest.model}:  ${quantity(largest.capacityKgH, 'kg/h', 4)}${share(largest)},  ${quantity(largest.airflowM3h, 'm³/h', 4)}`,
      )
    : paper.line('noFit.noModel')
  const requirement = paper.text(`${quantity(needKgH, 'kg/h', 4)},  ${quantity(requiredAirflowM3h, 'm³/h', 4)}`)
  return [
    together(
      subHeading(paper, 'noFit.why'),
      pairs([...rows, [paper.line('noFit.asked'), requirement], [paper.line('noFit.largest'), most]], [150, '*']),
    ),
  ]
}

/** Part 1: the result, its basis, and the warnings. */
export function result(paper: Paper, input: ReportInput): Content[] {
  const { noFit } = input.selection
  return [
    together(sectionHeading(paper, 'result'), resultBox(paper, input)),
    ...(noFit
      ? [
          ...limits(paper, input.selection, noFit),
          together(subHeading(paper, 'noFit.remedies'), remedyTable(paper, noFit)),
          paragraph(paper, 'noFit.remediesNote'),
        ]
      : []),
    ...warnings(paper, input),
  ]
}

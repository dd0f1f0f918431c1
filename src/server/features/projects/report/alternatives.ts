import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { selectionWord } from '#shared/i18n/selection.ts'
import { unitsDayKwh } from '#shared/selection/running.ts'
import type { Variant } from '#shared/selection/variant.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { percent, quantity, significant } from './numbers.ts'
import type { Paper } from './paper.ts'

type Row = Pick<
  Variant,
  | 'needKgH'
  | 'requiredAirflowM3h'
  | 'model'
  | 'count'
  | 'unitCapacityKgH'
  | 'margin'
  | 'airflowM3h'
  | 'powerKw'
  | 'frostWithKgDay'
  | 'reduction'
  | 'energyKwhDay'
>

const shown = (value: number | null, digits = 3): string => (value === null ? '–' : significant(value, digits))

function rowOf(paper: Paper, name: Run[], row: Row, fillColor?: string): TableCell[] {
  const { model, count, unitCapacityKgH } = row
  const fill = fillColor ? { fillColor } : {}
  const choice =
    model === null
      ? paper.line('alternatives.noFit', { color: colours.danger })
      : paper.text(`${count} × ${model}`, { bold: true })
  const numbers = [
    shown(row.needKgH, 4),
    shown(unitCapacityKgH === null || count === null ? null : count * unitCapacityKgH),
    row.margin === null ? '–' : percent(row.margin),
    shown(row.airflowM3h, 4),
    shown(row.powerKw),
    shown(row.energyKwhDay),
    shown(row.frostWithKgDay),
    row.reduction === null ? '–' : percent(row.reduction),
  ]
  return [cell(name, fill), cell(choice, fill), ...numbers.map((number) => right(paper.text(number), fill))]
}

/** Return the selected equipment as a row to compare the others with. */
function chosen({ selection, details }: ReportInput): Row {
  const { choice } = details
  return {
    ...selection,
    energyKwhDay: unitsDayKwh(selection),
    airflowM3h: choice?.airflowM3h ?? null,
    powerKw: choice ? choice.count * (choice.model.fanKw + choice.model.regenKw) : null,
  }
}

/** Part 8: the alternatives, and the results with and without curtains and a re-entry room. */
export function alternatives(paper: Paper, input: ReportInput): Content[] {
  const { selection } = input
  const number = (word: Parameters<Paper['label']>[0]) => head(paper.label(word), { alignment: 'right' })
  return [
    together(
      sectionHeading(paper, 'alternatives'),
      table(
        ['*', 56, 34, 36, 34, 38, 33, 43, 44, 42],
        [
          [
            head(paper.label('alternatives.variant')),
            head(paper.label('alternatives.choice')),
            number('alternatives.need'),
            number('alternatives.capacity'),
            number('alternatives.margin'),
            number('alternatives.airflow'),
            number('alternatives.power'),
            number('alternatives.energy'),
            number(selection.isCondensate ? 'alternatives.residualCondensate' : 'alternatives.residual'),
            number('alternatives.reduction'),
          ],
          rowOf(paper, paper.label('alternatives.chosen', { bold: true }), chosen(input), colours.sunken),
          ...selection.alternatives.map((row) =>
            rowOf(
              paper,
              paper.stacked((language) => selectionWord(language, `alternative.${row.kind}`)),
              row,
            ),
          ),
        ],
        { fontSize: 7.2, margin: [0, 0, 0, 4], gap: 3 },
      ),
      paragraph(paper, 'alternatives.note'),
      ...(selection.setPointGKg === null
        ? []
        : [
            paragraph(paper, 'alternatives.setPoint', {
              humidity: quantity(selection.setPointGKg, 'g/kg'),
              relative: quantity(
                Math.min(input.details.duty.coil.dryHumidity, input.details.duty.inputs.store.relativeHumidity),
                '%',
              ),
            }),
          ]),
    ),
  ]
}

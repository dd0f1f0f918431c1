import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import type { ReportWord } from '#shared/i18n/report.ts'
import { coilLatent } from '#shared/selection/coil.ts'
import { defrost } from '#shared/selection/defrost-formulas.ts'
import { unitsDayKwh, withEquipmentKwh } from '#shared/selection/running.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { percent, quantity } from './numbers.ts'
import type { Paper } from './paper.ts'
import { monthTable, runningLines } from './running-parts.ts'

const gramsPerKilogram = 1_000

/** Return functions for rows of a quantity without and with the equipment, all marked as estimates. */
function rowsOf(paper: Paper) {
  const line = (word: ReportWord, before: Run[], after: Run[]): TableCell[] => [
    cell(paper.line(word)),
    right(before),
    right(after),
    cell(paper.line('frost.estimate', { color: colours.caution })),
  ]
  const row = (word: ReportWord, unit: string, before: number | null, after: number | null): TableCell[] =>
    line(word, paper.text(quantity(before, unit)), paper.text(quantity(after, unit)))
  return { line, row }
}

function frostRows(paper: Paper, { details, selection }: ReportInput): TableCell[][] {
  const { frost, year, duty } = details
  const { coil } = duty
  const { running } = selection
  const { line, row } = rowsOf(paper)
  const none = paper.text('–')
  const humidity =
    selection.storeHumidityGKg === null
      ? paper.line('frost.dryCoil')
      : paper.text(quantity(selection.storeHumidityGKg, 'g/kg'))
  const stated = paper.text(quantity(gramsPerKilogram * duty.store.humidityRatio, 'g/kg'))
  const share = selection.reduction === null ? none : paper.text(percent(selection.reduction, 4), { bold: true })
  return [
    row(
      coil.isCondensate ? 'frost.condensateWindow' : 'frost.window',
      'kg/h',
      coil.without.loadKgH,
      frost?.open.frostKgH ?? null,
    ),
    row(coil.isCondensate ? 'frost.condensateDay' : 'frost.day', 'kg/day', coil.without.dayKg, frost?.dayKg ?? null),
    line('frost.reduction', none, share),
    ...(running && running.defrostsWithDay !== null
      ? [row('frost.defrosts', '/day', running.defrostsWithoutDay, running.defrostsWithDay)]
      : []),
    ...(frost ? [line('frost.storeHumidity', stated, humidity)] : []),
    ...(year ? [row('frost.year', 'kg', year.frostWithoutKg, year.frostWithKg)] : []),
  ]
}

function energyRows(paper: Paper, { details, selection }: ReportInput): TableCell[][] {
  const { frost, duty } = details
  const { coil } = duty
  const { running } = selection
  const { row } = rowsOf(paper)
  // The formulas of steps coil.latent and coil.defrost, for the remaining frost.
  const heat = frost && { F: frost.dayKg, T_coil: coil.temperatureC }
  return [
    row('frost.latent', 'kWh/day', coil.latentKwhDay, heat && coilLatent.compute(heat)),
    ...(coil.isCondensate ? [] : [row('frost.melt', 'kWh/day', coil.defrostKwhDay, heat && defrost.compute(heat))]),
    ...(selection.setPointGKg === null ? [] : [row('frost.dehumidifierHeld', 'kWh/day', null, selection.energyKwhDay)]),
    row(
      selection.setPointGKg === null ? 'frost.dehumidifier' : 'frost.dehumidifierRun',
      'kWh/day',
      null,
      unitsDayKwh(selection),
    ),
    ...(running
      ? [
          row(
            coil.isCondensate ? 'frost.electricityCondensate' : 'frost.electricity',
            'kWh/day',
            running.day.frostWithoutKwh,
            withEquipmentKwh(running.day),
          ),
        ]
      : []),
    ...(running?.year
      ? [row('frost.yearElectricity', 'kWh', running.year.frostWithoutKwh, withEquipmentKwh(running.year))]
      : []),
    ...(running && running.costWith !== null
      ? [row('frost.yearCost', running.currency ?? '', running.costWithout, running.costWith)]
      : []),
    ...(running && running.paybackYears !== null ? [row('frost.payback', 'a', null, running.paybackYears)] : []),
  ]
}

/** Part 9: frost and energy per day of the design case, without and with the equipment. All values are estimates. */
export function frostEnergy(paper: Paper, input: ReportInput): Content[] {
  const { coil } = input.details.duty
  const names = (first: ReportWord): TableCell[] => [
    head(paper.line(first)),
    head(paper.line('frost.without'), { alignment: 'right' }),
    head(paper.line('frost.with'), { alignment: 'right' }),
    head(paper.line('frost.kind')),
  ]
  const widths = ['*', 100, 100, 92]
  // Two tables, so that the first fits on the page of the alternatives.
  return [
    together(
      sectionHeading(paper, 'frost', coil.isCondensate),
      table(widths, [names('frost.quantity'), ...frostRows(paper, input)], { margin: [0, 0, 0, 6] }),
    ),
    together(table(widths, [names('frost.energy'), ...energyRows(paper, input)], { margin: [0, 0, 0, 4] })),
    {
      text: paper.label(
        'frost.coil',
        { color: colours.muted, fontSize: 8 },
        { temperature: quantity(coil.temperatureC, '°C'), humidity: quantity(coil.dryHumidity, '%') },
      ),
      margin: [0, 0, 0, 4],
    },
    paragraph(paper, coil.isCondensate ? 'frost.condensateNote' : 'frost.note'),
    ...runningLines(paper, input),
    ...monthTable(paper, input),
  ]
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/paper/headings.ts'
import { colours } from '#server/services/paper/paper.ts'
import { cell, head, right, table, together } from '#server/services/paper/tables.ts'
import type { ReportWord } from '#shared/i18n/report.ts'
import { coilLatent, defrost } from '#shared/selection/frost.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { percent, quantity } from './numbers.ts'
import type { Paper } from './paper.ts'

/** Part 9: frost and energy per day of the design case, without the equipment and with it. All of it is an estimate. */
export function frostEnergy(paper: Paper, { details, selection }: ReportInput): Content[] {
  const { frost, residual } = details
  // The formulas of steps coil.latent and coil.defrost, for the frost that is left.
  const heat = residual && { F: residual.dayKg, T_coil: frost.coilTemperatureC }
  const row = (word: ReportWord, unit: string, before: number | null, after: number | null): TableCell[] => [
    cell(paper.line(word)),
    right(paper.text(quantity(before, unit))),
    right(paper.text(quantity(after, unit))),
    cell(paper.line('frost.estimate', { color: colours.caution })),
  ]
  return [
    together(
      sectionHeading(paper, 'frost'),
      table(
        ['*', 100, 100, 92],
        [
          [
            head(paper.line('frost.quantity')),
            head(paper.line('frost.without'), { alignment: 'right' }),
            head(paper.line('frost.with'), { alignment: 'right' }),
            head(paper.line('frost.kind')),
          ],
          row(frost.isCondensate ? 'frost.condensateWindow' : 'frost.window', 'kg/h', frost.without.loadKgH, residual?.frostKgH ?? null),
          row(frost.isCondensate ? 'frost.condensateDay' : 'frost.day', 'kg/day', frost.without.dayKg, residual?.dayKg ?? null),
          [
            cell(paper.line('frost.reduction')),
            right(paper.text('–')),
            right(paper.text(selection.reduction === null ? '–' : percent(selection.reduction, 4), { bold: true })),
            cell(paper.line('frost.estimate', { color: colours.caution })),
          ],
          row('frost.latent', 'kWh/day', frost.coilLatentKwhDay, heat && coilLatent.compute(heat)),
          row('frost.melt', 'kWh/day', frost.defrostKwhDay, heat && defrost.compute(heat)),
          row('frost.dehumidifier', 'kWh/day', null, selection.energyKwhDay),
        ],
        { margin: [0, 0, 0, 4] },
      ),
      {
        text: paper.label(
          'frost.coil',
          { color: colours.muted, fontSize: 8 },
          { temperature: quantity(frost.coilTemperatureC, '°C'), humidity: quantity(frost.dryCoilHumidity, '%') },
        ),
        margin: [0, 0, 0, 4],
      },
      paragraph(paper, 'frost.note'),
    ),
  ]
}

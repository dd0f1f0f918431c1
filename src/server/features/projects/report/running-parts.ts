import type { Content, TableCell } from 'pdfmake/interfaces'
import { subHeading } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import type { Run } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { type ReportWord, reportWord } from '#shared/i18n/report.ts'
import { constants } from '#shared/selection/constants.ts'
import { type Energy, withEquipmentKwh } from '#shared/selection/running.ts'
import type { ReportInput } from './input.ts'
import { quantity, significant } from './numbers.ts'
import type { Paper } from './paper.ts'

const fontSize = 7.2
const wholeKwh = 100
/** Format the electricity of a month: whole kWh, or three digits for small values. */
const kwh = (value: number): string => (value >= wholeKwh ? String(Math.round(value)) : significant(value))

/** Print electricity without and with the equipment, month by month; null = the seasonal means are missing. */
export function monthTable(paper: Paper, { selection: { running, isCondensate } }: ReportInput): Content[] {
  if (!running) return []
  const { months, year } = running
  if (!months || !year) return [{ text: paper.label('running.noMonths', { fontSize: 8 }), margin: [0, 0, 0, 4] }]
  const row = (word: ReportWord, of: (energy: Energy) => number, bold = false): TableCell[] => [
    cell(paper.stacked((language) => reportWord(language, word), { bold })),
    ...[...months, year].map((energy) => right(paper.text(kwh(of(energy)), { bold }))),
  ]
  const names = [...months.map(({ month }) => paper.line('method.month', {}, { month })), paper.line('running.sum')]
  return [
    together(
      subHeading(paper, 'running.heading'),
      table(
        ['*', ...months.map(() => 27), 36],
        [
          [head(paper.text('')), ...names.map((name) => head(name, { alignment: 'right' }))],
          row(
            isCondensate ? 'running.withoutCondensate' : 'running.without',
            ({ frostWithoutKwh }) => frostWithoutKwh,
            true,
          ),
          row('running.with', withEquipmentKwh, true),
          row(isCondensate ? 'running.coilCondensate' : 'running.coil', ({ frostWithKwh }) => frostWithKwh),
          row('running.units', ({ unitsKwh }) => unitsKwh),
          row('running.cooling', ({ coolingKwh }) => coolingKwh),
          ...(year.heatKwh > 0 ? [row('running.heat', ({ heatKwh }) => heatKwh)] : []),
        ],
        { fontSize, padding: 1.4, gap: 2, margin: [0, 2, 0, 4] },
      ),
    ),
  ]
}

/** Return the yearly cost or saving of the equipment. */
function costLines(paper: Paper, { selection: { running, isCondensate } }: ReportInput): Run[][] {
  if (running?.savedKwh == null) return []
  const takesMore: ReportWord = isCondensate ? 'running.takesMoreCondensate' : 'running.takesMore'
  const isDearer = running.costWithout !== null && running.costWith !== null && running.costWith >= running.costWithout
  return [
    paper.label(
      running.savedKwh < 0 ? takesMore : 'running.saves',
      {},
      { energy: quantity(Math.abs(running.savedKwh), 'kWh') },
    ),
    ...(isDearer ? [paper.label('running.noPayback')] : []),
  ]
}

/**
 * Return the benefits on the design day and the remaining frost or condensate, only as far as the figures show them.
 */
function boughtLines(paper: Paper, { selection, details }: ReportInput): Run[][] {
  const { frostWithKgDay, frostWithoutKgDay, isCondensate, running } = selection
  const { zone, inputs } = details.duty
  if (frostWithKgDay === null || frostWithoutKgDay <= constants.leastNeed.value) return []
  const isDry = selection.storeHumidityGKg === null
  const per = (value: number) => quantity(value, 'kg/day')
  const values = {
    without: per(frostWithoutKgDay),
    with: per(frostWithKgDay),
    before: significant(running?.defrostsWithoutDay ?? 0),
    after: significant(running?.defrostsWithDay ?? 0),
  }
  const less: ReportWord = isCondensate ? 'running.buysLessCondensate' : 'running.buysLess'
  const dry: ReportWord = isCondensate ? 'running.buysDryCondensate' : 'running.buysDry'
  const isBetter = frostWithKgDay < frostWithoutKgDay
  const isFogFree = zone.isRoom && zone.noFogHumidityRatio !== null && zone.humidityRatio <= zone.noFogHumidityRatio
  const still: ReportWord = isCondensate
    ? 'running.stillCondenses'
    : zone.isRoom
      ? 'running.stillFreezes'
      : 'running.stillFreezesOpen'
  const remaining = paper.stacked((language) =>
    reportWord(language, still, {
      ...values,
      released: inputs.moistureKgH > 0 ? reportWord(language, 'running.released') : '',
    }),
  )
  return [
    ...(isBetter ? [paper.label(isDry ? dry : less, {}, values)] : []),
    ...(isFogFree && !isCondensate ? [paper.label('running.buysDoors')] : []),
    ...(isDry ? [] : [remaining]),
  ]
}

/** Return the sentences below the table of part 9. */
export const runningLines = (paper: Paper, input: ReportInput): Content[] =>
  [...costLines(paper, input), ...boughtLines(paper, input)].map(
    (text): Content => ({ text, fontSize: 8, margin: [0, 0, 0, 3] }),
  )

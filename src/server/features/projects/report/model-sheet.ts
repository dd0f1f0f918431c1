import type { Content } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { pairs } from '#server/services/pdf/tables.ts'
import { basisText } from '#shared/i18n/selection.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import { catalogueSource } from './catalogue-source.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { percent, quantity, significant, typed, withUnit } from './numbers.ts'
import type { Paper } from './paper.ts'

const isEstimate = ({ dimsStatus }: CatalogueModel): boolean => dimsStatus === 'estimate'

/** Return sizes and weight, with a mark for estimates that are not from the manufacturer. */
function sizes(paper: Paper, model: CatalogueModel): (readonly [Run[], Run[]])[] {
  const flag = isEstimate(model)
    ? [...paper.text('  '), ...paper.line('model.estimate', { color: colours.caution, bold: true })]
    : []
  const { lengthMm, widthMm, heightMm, weightKg } = model
  const size =
    lengthMm === null || widthMm === null || heightMm === null
      ? '–'
      : `${typed(lengthMm)} × ${typed(widthMm)} × ${typed(heightMm)} mm`
  return [
    [paper.line('model.size'), [...paper.text(size), ...(size === '–' ? [] : flag)]],
    [
      paper.line('model.weight'),
      [...paper.text(withUnit(weightKg === null ? null : typed(weightKg), 'kg')), ...(weightKg === null ? [] : flag)],
    ],
  ]
}

/** Part 7: the chosen model, at duty and rated conditions; without one, the reason. */
export function modelSheet(paper: Paper, { selection, details, catalogue }: ReportInput): Content[] {
  const { choice, duty } = details
  if (!choice) return [together(sectionHeading(paper, 'model'), paragraph(paper, 'model.none'))]
  const { model, count, unitCapacityKgH, airflowM3h } = choice
  const family: Run[] =
    model.family === 'S' || model.family === 'L'
      ? [...paper.text(`${model.family}  `), ...paper.line(`model.family${model.family}`, { color: colours.muted })]
      : paper.text(model.family)
  const zone = `${significant(duty.zone.temperatureC)} °C, ${significant(1_000 * duty.zone.humidityRatio, 4)} g/kg`
  const left: (readonly [Run[], Run[]])[] = [
    [paper.line('model.model'), paper.text(model.model, { bold: true })],
    [paper.line('model.family'), family],
    [paper.line('model.count'), paper.text(String(count), { bold: true })],
    [paper.line('model.dutyCapacity'), paper.text(quantity(unitCapacityKgH, 'kg/h', 4), { bold: true })],
    [paper.line('model.dutyState'), paper.text(zone)],
    [paper.line('model.ratedCapacity'), paper.text(quantity(model.ratedCapacityKgH, 'kg/h', 4))],
    [paper.line('model.capFactor'), paper.text(model.capFactor === null ? '–' : typed(model.capFactor))],
    [paper.line('result.basis'), paper.inline((language) => basisText(language, selection))],
  ]
  const rightRows: (readonly [Run[], Run[]])[] = [
    [paper.line('model.airflow'), paper.text(withUnit(typed(model.airflowM3h), 'm³/h'))],
    [
      paper.line('model.dutyAirflow'),
      paper.text(`${quantity(airflowM3h / count, 'm³/h', 4)}  (${percent(duty.inputs.fanSetting, 2)})`),
    ],
    [paper.line('model.fan'), paper.text(quantity(model.fanKw, 'kW'))],
    [paper.line('model.regeneration'), paper.text(quantity(model.regenKw, 'kW'))],
    [
      paper.line('model.range'),
      paper.line('model.between', {}, { coldest: typed(model.tMin), warmest: typed(model.tMax) }),
    ],
    ...sizes(paper, model),
  ]
  const sheet = (rows: typeof left): Content => pairs(rows, [106, '*'], { fontSize: 8, margin: [0, 0, 0, 4] })
  return [
    together(
      sectionHeading(paper, 'model'),
      { columns: [sheet(left), sheet(rightRows)], columnGap: 18 },
      {
        text: [
          ...paper.line('model.source', { color: colours.muted }),
          ...paper.text('  '),
          ...catalogueSource(paper, model.source ?? catalogue.source),
          ...paper.text(`  |  ${catalogue.version}`),
        ],
        fontSize: 8,
        margin: [0, 0, 0, 3],
      },
      ...(isEstimate(model) ? [paragraph(paper, 'model.reference')] : []),
    ),
  ]
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph, subHeading } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { constantNames, constantWord } from '#shared/i18n/report-constants.ts'
import { sourceText } from '#shared/i18n/report-sources.ts'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { constants } from '#shared/selection/constants.ts'
import { numberNames } from '#shared/selection/project-fields.ts'
import { saturationPressurePa } from '#shared/selection/psychrometrics.ts'
import { doorsOf, numberOf } from '#shared/selection/to-inputs.ts'
import { numberPieces } from './formula-text.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { checked, quantity, significant, typed, unitText, withUnit } from './numbers.ts'
import type { Paper } from './paper.ts'
import { defaults, fieldUnit } from './project-data.ts'

/**
 * Saturation pressure over water below 0 °C, Pa, by Magnus. Only for the reading of a sensor that measures over water.
 */
const overWaterPa = (temperatureC: number): number =>
  610.94 * Math.exp((17.625 * temperatureC) / (temperatureC + 243.04))

/** Explain the basis of relative humidity, and the reading of an ordinary sensor in the store. */
function humidityBasis(paper: Paper, { details }: ReportInput): Content {
  const { temperatureC, relativeHumidity } = details.duty.inputs.store
  if (temperatureC >= 0) return paragraph(paper, 'basis.water')
  const sensor = (relativeHumidity * saturationPressurePa(temperatureC)) / overWaterPa(temperatureC)
  return paragraph(paper, 'basis.ice', {
    temperature: typed(temperatureC),
    ice: typed(relativeHumidity),
    water: significant(sensor, 2),
  })
}

/** List the empty fields with their default values. */
function defaultLines(paper: Paper, { project }: ReportInput): Run[][] {
  const numbers = numberNames.flatMap((field): Run[][] => {
    const byDefault = defaults[field]
    if (!byDefault || numberOf(project, field) !== null) return []
    return [
      paper.inline(
        (language) => `${fieldLabel(language, field)} = ${withUnit(typed(byDefault.value), fieldUnit(field))}`,
      ),
    ]
  })
  const doors = doorsOf(project).flatMap(({ number, openingsPerDay, state }): Run[][] => {
    const name = number as 1 | 2 | 3
    const count =
      state === 'occasionally' && !numberOf(project, `door${name}OpenCountDaily`)
        ? [paper.line('assumptions.doorCount', {}, { door: number, count: typed(openingsPerDay) })]
        : []
    return [
      ...(project[`door${name}OpenState`] === null ? [paper.line('assumptions.doorState', {}, { door: number })] : []),
      ...count,
    ]
  })
  return [...numbers, ...doors]
}

const bullet = (paper: Paper, runs: readonly Run[]): Content => ({
  columns: [
    { width: 10, text: paper.text('·', { bold: true }) },
    { width: '*', text: [...runs] },
  ],
  margin: [0, 0.5, 0, 0.5],
})

/** Print every constant and judgement with its mark and source. */
function constantTable(paper: Paper): Content {
  const rows = constantNames.map((name): TableCell[] => {
    const { value, unit, mark, source } = constants[name]
    const number = numberPieces(checked(value)).flatMap(({ text, at }) =>
      paper.text(text, at ? { [at]: true, fontSize: 9 } : {}),
    )
    return [
      cell(paper.stacked((language) => constantWord(language, name))),
      right([...number, ...paper.text(unitText(unit) === '' ? '' : ` ${unitText(unit)}`)]),
      cell(paper.text(mark, { bold: true }), { alignment: 'center' }),
      cell(paper.inline((language) => sourceText(language, source), { color: colours.muted, fontSize: 6.8 })),
    ]
  })
  return table(
    [128, 84, 22, '*'],
    [
      [
        head(paper.line('assumptions.constants')),
        head(paper.line('assumptions.value'), { alignment: 'right' }),
        head(paper.line('assumptions.mark')),
        head(paper.line('assumptions.source')),
      ],
      ...rows,
    ],
    { fontSize: 7.2, padding: 1.3 },
  )
}

/** Part 11: the assumptions: defaults, the basis of humidity, extrapolation, and the table of constants. */
export function assumptions(paper: Paper, input: ReportInput): Content[] {
  const { zone, rotor } = input.details.duty
  const used = defaultLines(paper, input)
  const state = {
    temperature: quantity(zone.temperatureC, '°C'),
    humidity: quantity(1_000 * zone.humidityRatio, 'g/kg', 4),
  }
  return [
    together(
      sectionHeading(paper, 'assumptions'),
      subHeading(paper, 'assumptions.defaults'),
      ...(used.length > 0 ? used.map((runs) => bullet(paper, runs)) : [paragraph(paper, 'assumptions.noDefaults')]),
      subHeading(paper, 'assumptions.basis'),
      humidityBasis(paper, input),
      subHeading(paper, 'assumptions.extrapolation'),
      {
        text: paper.label(
          rotor.extrapolated ? 'assumptions.extrapolated' : 'assumptions.withinMap',
          { color: rotor.extrapolated ? colours.caution : colours.muted, fontSize: 8 },
          state,
        ),
        margin: [0, 0, 0, 8],
      },
    ),
    constantTable(paper),
  ]
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph, subHeading } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type PaperLanguage, type Run } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { type CityClimate, type ClimateColumn, climateFields, climateNames } from '#shared/cities.ts'
import { fieldLabel } from '#shared/i18n/selection.ts'
import { climateSource, placeName } from '#shared/place-names.ts'
import { constants } from '#shared/selection/constants.ts'
import { goodsOf } from '#shared/selection/goods.ts'
import { choiceLabel } from '#shared/selection/labels.ts'
import {
  type ChoiceName,
  choiceFields,
  type FieldName,
  type NumberName,
  numberFields,
  type ProjectData,
  zeroFields,
} from '#shared/selection/project-fields.ts'
import { numberOf } from '#shared/selection/to-inputs.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput, ReportProject } from './input.ts'
import { typed, withUnit } from './numbers.ts'
import type { Paper } from './paper.ts'

/** Default values of empty fields. */
export const defaults: Partial<Record<NumberName, { value: number }>> = {
  altitudeAvg: constants.defaultAltitude,
  doorOpenDuration: constants.defaultOpenDuration,
  estSafety: constants.defaultSafety,
  estWindSpeed: constants.defaultSweepVelocity,
  deviceCount: constants.defaultUnits,
  deviceWindAdjust: constants.defaultFanSetting,
  moisture: constants.defaultMoisture,
}

const isNumberName = (field: FieldName): field is NumberName => Object.hasOwn(numberFields, field)
const isChoiceName = (field: FieldName): field is ChoiceName => Object.hasOwn(choiceFields, field)
const isConfirmedZero = (project: ProjectData, field: FieldName): boolean =>
  zeroFields.some((name) => name === field && project.zeroConfirmed.includes(name))

/** Return the printed unit of a field. For openings per day the unit is in the name. */
export const fieldUnit = (field: NumberName): string =>
  numberFields[field].unit === '1/day' ? '' : numberFields[field].unit

function numberRuns(paper: Paper, project: ReportProject, field: NumberName): Run[] {
  const value = numberOf(project, field)
  const byDefault = defaults[field]
  if (value === null)
    return byDefault
      ? [
          ...paper.text(`${withUnit(typed(byDefault.value), fieldUnit(field))}  `),
          ...paper.line('project.byDefault', { color: colours.muted, fontSize: 7 }),
        ]
      : paper.text('–')
  const confirmed =
    value === 0 && isConfirmedZero(project, field)
      ? [...paper.text('  '), ...paper.line('project.zero', { color: colours.muted, fontSize: 7 })]
      : []
  return [...paper.text(withUnit(typed(value), fieldUnit(field))), ...confirmed]
}

/** Return the value of a field as in the form, in words and with its unit. */
function valueRuns(paper: Paper, project: ReportProject, field: FieldName): Run[] {
  if (isNumberName(field)) return numberRuns(paper, project, field)
  if (isChoiceName(field)) {
    const code = project[field]
    return code === null ? paper.text('–') : paper.inline((language) => choiceLabel(language, code))
  }
  if (field !== 'coldStorageUsage') return paper.text(project[field] ?? '–')
  const kind = goodsOf(project.coldStorageUsage)
  return kind ? paper.inline((language) => kind[language]) : paper.text('–')
}

const groups = {
  'project.store': [
    'coldStorageType',
    'coldStorageUsage',
    'designTempStorage',
    'designHumidityStorage',
    'storageLength',
    'storageWidth',
    'storageHeight',
  ],
  'project.outdoor': [
    'outdoorTemp',
    'outdoorHumidity',
    'reentryRoomLength',
    'reentryRoomWidth',
    'reentryRoomHeight',
    'hasAirCurtain',
    'hasDoorCurtain',
  ],
  'project.operation': ['doorOperationTimeDaily', 'doorOpenCountDaily', 'doorOpenDuration', 'moisture'],
  'project.choice': ['estSafety', 'estWindSpeed', 'deviceCount', 'deviceWindAdjust', 'electricityPrice', 'unitPrice'],
} as const satisfies Record<string, readonly FieldName[]>

type Group = keyof typeof groups

function groupTable(paper: Paper, project: ReportProject, group: Group): Content {
  return table(
    ['*', 98],
    [
      [head(paper.line(group), { colSpan: 2 }), {}],
      ...groups[group].map((field): TableCell[] => [
        cell(
          paper.inline((language) => fieldLabel(language, field)),
          { color: colours.muted },
        ),
        right(valueRuns(paper, project, field)),
      ]),
    ],
    { margin: [0, 0, 0, 3], padding: 1.7 },
  )
}

/** Return the recommended range for the goods, to compare with the design values. */
function goodsHint(paper: Paper, project: ReportProject): Content[] {
  const kind = goodsOf(project.coldStorageUsage)
  if (kind?.tempMin == null || kind.tempMax === null || kind.rhMin === null || kind.rhMax === null) return []
  const range = {
    coldest: typed(kind.tempMin),
    warmest: typed(kind.tempMax),
    driest: typed(kind.rhMin),
    dampest: typed(kind.rhMax),
  }
  const legend = (['GB', 'AS'] as const).filter((mark) => kind.source.includes(mark))
  return [
    paragraph(paper, 'project.goods', { ...range, source: kind.source }),
    ...legend.map((mark) => paragraph(paper, `project.goods${mark}`)),
    ...(legend.some((mark) => mark === kind.source) ? [] : [paragraph(paper, 'project.goodsOther')]),
  ]
}

type ClimateRow = { field: NumberName; own: number | null; city: number | null; isChanged: boolean }

/** Return each climate value with that of the city. */
export function climateRows({ climate, ...project }: Pick<ReportProject, 'climate'> & ProjectData): ClimateRow[] {
  return climateNames.map((column: ClimateColumn): ClimateRow => {
    const field = climateFields[column]
    const [own, city] = [numberOf(project, field), climate?.[column] ?? null]
    return { field, own, city, isChanged: climate !== null && own !== city }
  })
}

function climateTable(paper: Paper, project: ReportProject): Content {
  const rows = climateRows(project).map(({ field, own, city, isChanged }): TableCell[] => {
    const fillColor = isChanged ? { fillColor: colours.cautionSoft } : {}
    const mark = isChanged ? paper.line('project.changed', { color: colours.caution, bold: true }) : paper.text('')
    return [
      cell(
        paper.inline((language) => fieldLabel(language, field)),
        fillColor,
      ),
      right(
        own === null && defaults[field]
          ? numberRuns(paper, project, field)
          : paper.text(withUnit(own === null ? null : typed(own), fieldUnit(field))),
        fillColor,
      ),
      right(paper.text(withUnit(city === null ? null : typed(city), fieldUnit(field))), fillColor),
      cell(mark, fillColor),
    ]
  })
  return table(
    ['*', 105, 85, 110],
    [
      [
        head(paper.line('project.climate')),
        head(paper.line('project.used'), { alignment: 'right' }),
        head(paper.line('project.cityValue'), { alignment: 'right' }),
        head(paper.line('project.remark')),
      ],
      ...rows,
    ],
    { margin: [0, 0, 0, 3], padding: 1.7 },
  )
}

/** Return the city of the climate, its province and the station. */
const climateLine = (language: PaperLanguage, { name, province, source }: CityClimate): string => {
  const [place, region] = [placeName(language, name), province ? placeName(language, province) : null]
  const where = region === null ? place : language === 'zh' ? `${place}（${region}）` : `${place}, ${region}`
  return `${where}  ${source === null ? '–' : climateSource(language, source)}`
}

/** Part 2: the client's data, and the climate with its source. */
export function projectData(paper: Paper, { project }: ReportInput): Content[] {
  const { climate } = project
  // Two rows of tables, so that the first fits on the page of the result.
  const beside = (left: Group, other: Group): Content => ({
    columns: [left, other].map((group) => [groupTable(paper, project, group)]),
    columnGap: 18,
  })
  const source = climate
    ? [
        ...paper.line('project.source', { color: colours.muted }),
        ...paper.text('  '),
        ...paper.stacked((language) => climateLine(language, climate)),
      ]
    : paper.line('project.noSource', { color: colours.caution })
  return [
    together(sectionHeading(paper, 'project'), beside('project.store', 'project.outdoor')),
    together(beside('project.operation', 'project.choice'), ...goodsHint(paper, project)),
    together(subHeading(paper, 'project.climateHeading'), climateTable(paper, project), {
      text: source,
      fontSize: 8,
      margin: [0, 0, 0, 8],
    }),
  ]
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, type Run } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import type { ReportWord } from '#shared/i18n/report.ts'
import { type CaseLoad, caseNames, isNothing } from '#shared/selection/moisture-loads.ts'
import { drawn } from './drawing.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { type Bar, type BarPart, loadChart } from './load-chart.ts'
import { quantity, significant } from './numbers.ts'
import type { Paper } from './paper.ts'
import { doorShares } from './shares.ts'

const partColours = {
  door1: '#0064a8',
  door2: '#2b8fc4',
  door3: '#8fc6e6',
  leakage: '#b27a00',
  internal: '#00936b',
  safety: '#aeb6c0',
} as const
type PartKey = keyof typeof partColours

/** Return the components of a case, kg/h. The safety factor applies only to the design case. */
function partsOf(paper: Paper, { details }: ReportInput, load: CaseLoad): BarPart[] {
  const { inputs } = details.duty
  const shares = doorShares(load)
  const part = (key: PartKey, kgH: number, word: ReportWord, values: Record<string, number> = {}): BarPart => ({
    key,
    label: paper.line(word, { fontSize: 7.5 }, values),
    color: partColours[key],
    kgH,
  })
  const safety =
    load.name === 'design' && inputs.safety > 1
      ? [part('safety', load.loadKgH * (inputs.safety - 1), 'loads.safety')]
      : []
  return [
    ...shares.map(({ number, openKgH }) => part(`door${number as 1 | 2 | 3}`, openKgH, 'loads.door', { door: number })),
    part('leakage', load.leakageKgH, 'loads.leakage'),
    ...(load.internalKgH > 0 ? [part('internal', load.internalKgH, 'loads.internal')] : []),
    ...safety,
  ]
}

const casesOf = ({ details }: ReportInput): CaseLoad[] => caseNames.flatMap((name) => details.duty.cases[name] ?? [])
const caseLabel = (paper: Paper, name: CaseLoad['name']): Run[] => paper.label(`case.${name}`, { fontSize: 8 })

/** The table of components: a name, and a value for each case. */
function breakdown(paper: Paper, input: ReportInput): Content {
  const cases = casesOf(input)
  const { inputs, needKgH, governs } = input.details.duty
  const numbers = (of: (load: CaseLoad) => string): TableCell[] => cases.map((load) => right(paper.text(of(load))))
  const row = (word: ReportWord, of: (load: CaseLoad) => string, values: Record<string, number> = {}): TableCell[] => [
    cell(paper.line(word, {}, values), { color: colours.muted }),
    ...numbers(of),
  ]
  const bold = (word: ReportWord, of: (load: CaseLoad) => string): TableCell[] => [
    cell(paper.line(word, { bold: true })),
    ...cases.map((load) => right(paper.text(of(load), { bold: true }))),
  ]
  const doors = input.details.duty.inputs.doors.map(({ number }, index) =>
    row('loads.door', (load) => quantity(doorShares(load)[index]?.openKgH ?? 0, 'kg/h'), { door: number }),
  )
  const state = ({ temperatureC, humidityRatio }: CaseLoad['outdoor']) =>
    `${significant(temperatureC)} °C,  ${significant(1_000 * humidityRatio)} g/kg`
  return table(
    ['*', ...cases.map(() => 88)],
    [
      [
        head(paper.line('loads.table')),
        ...cases.map(({ name }) => head(caseLabel(paper, name), { alignment: 'right' })),
      ],
      row('loads.outdoor', ({ outdoor }) => state(outdoor)),
      row('loads.zone', ({ zone }) => state(zone)),
      ...doors,
      row('loads.leakage', ({ leakageKgH }) => quantity(leakageKgH, 'kg/h')),
      row('loads.internal', ({ internalKgH }) => quantity(internalKgH, 'kg/h')),
      bold('loads.load', ({ loadKgH }) => quantity(loadKgH, 'kg/h', 4)),
      row('loads.safetyFactor', ({ name }) =>
        name === 'design' ? `× ${significant(inputs.safety)}` : name === 'peak' ? '× 1' : '–',
      ),
      bold('loads.counted', ({ name, loadKgH }) =>
        name === 'design'
          ? quantity(loadKgH * inputs.safety, 'kg/h', 4)
          : name === 'peak'
            ? quantity(loadKgH, 'kg/h', 4)
            : '–',
      ),
      row('loads.closed', ({ closedKgH }) => quantity(closedKgH, 'kg/h')),
      row('loads.day', ({ dayKg }) => quantity(dayKg, 'kg/day')),
      [
        cell(paper.line('loads.need', { bold: true }), { fillColor: colours.sunken }),
        ...cases.map(({ name }) =>
          right(paper.text(name === governs ? quantity(needKgH, 'kg/h', 4) : '', { bold: true }), {
            fillColor: colours.sunken,
          }),
        ),
      ],
    ],
    { margin: [0, 2, 0, 4], padding: 2 },
  )
}

/** Part 5: the sources of moisture in each case of the year. */
export function loads(paper: Paper, input: ReportInput): Content[] {
  const cases = casesOf(input)
  const bars = cases.map((load): Bar => ({ label: caseLabel(paper, load.name), parts: partsOf(paper, input, load) }))
  const { details } = input
  const { cases: all, needKgH } = details.duty
  const isMissing = all.summer === null || all.winter === null
  return [
    together(sectionHeading(paper, 'loads'), drawn(loadChart(paper, bars, needKgH))),
    breakdown(paper, input),
    together(
      ...cases.filter(isNothing).map(
        ({ name }): Content => ({
          text: [...paper.line(`case.${name}`, { bold: true }), ...paper.text('  '), ...paper.line('loads.dry')],
          margin: [0, 0, 0, 2],
        }),
      ),
      ...(details.duty.zone.isRoom && details.duty.inputs.moistureKgH > 0
        ? [paragraph(paper, 'loads.inStore', { moisture: quantity(details.duty.inputs.moistureKgH, 'kg/h') })]
        : []),
      paragraph(paper, 'loads.note'),
      ...(isMissing ? [paragraph(paper, 'loads.noSeasons')] : []),
    ),
  ]
}

import type { Content, TableCell } from 'pdfmake/interfaces'
import { colours } from '#server/services/pdf/paper.ts'
import { head, right, table } from '#server/services/pdf/tables.ts'
import { type Rate, rates } from '#shared/charts.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import type { StatementInput } from './input.ts'
import { count, type Paper, sectionHeading } from './paper.ts'

const widths = { date: 47, state: 24, sum: 29, rate: '*' as const }
/** Format days as ranges: 2026-11-03, 2026-11-07 – 2026-11-09. */
function runsOf(days: readonly Day[]): string {
  const runs: Day[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && daysBetween(before, day).length === 2) run.push(day)
    else runs.push([day])
  }
  return runs.map((run) => (run.length > 1 ? `${run[0]} – ${run.at(-1)}` : run[0])).join(', ')
}

const columns = ['total', ...deviceStates, 'denominator', 'online', 'compliant'] as const
const two = (value: number | null) => (value === null ? '–' : value.toFixed(2))

/** Return a function that gives the index of a day in the line of a rate. */
const placeOf =
  ({ daily }: StatementInput) =>
  (rate: Rate, day: Day): number =>
    daily[rate].xAxisData.indexOf(day)

function rowOf(paper: Paper, input: StatementInput, day: StatementInput['days'][number]): TableCell[] {
  const at = placeOf(input)
  const all = deviceStates.reduce((sum, state) => sum + day[state], 0)
  const part = (rate: Rate, of: 'numerator' | 'denominator' | 'data') =>
    input.daily[rate][of][at(rate, day.day)] ?? null
  return [
    { text: paper.text(day.day) },
    ...[all, ...deviceStates.map((state) => day[state])].map((value) => right(paper.text(count(value)))),
    ...[part('online', 'denominator'), part('online', 'numerator'), part('compliance', 'numerator')].map((value) =>
      right(paper.text(count(value))),
    ),
    ...rates.map((rate) => right(paper.text(two(part(rate, 'data'))))),
  ]
}

/** Part 3: one line per day with data. Below it, the days without data and the days with data of only some machines. */
export function days(paper: Paper, input: StatementInput): Content[] {
  const { start, end } = input
  const at = placeOf(input)
  const known = new Map(input.days.map((day) => [day.day, day]))
  const missing = daysBetween(start, end).filter((day) => !known.has(day))
  const isUnknown = (day: Day) => input.daily.online.denominator[at('online', day)] === null
  const unknown = input.days.filter(({ day }) => isUnknown(day)).map(({ day }) => day)
  // Machines without data are listed, because the four states of such a day add up to more than its denominator.
  const partial = input.days
    .filter(({ day, unknown: machines }) => machines > 0 && !isUnknown(day))
    .map(({ day, unknown: machines }) => `${day}\u00a0(${machines})`)
  const small = (runs: ReturnType<Paper['text']>, style = {}): TableCell =>
    head(runs, { alignment: 'right', fontSize: 6.5, ...style })
  const heads = [
    small(paper.label('day.date', { fontSize: 6.5 }), { alignment: 'left' }),
    ...columns.map((column) => small(paper.label(`day.${column}`, { fontSize: 6.5 }))),
    ...rates.map((rate) => small(paper.label(`rate.${rate}`, { fontSize: 6.5 }))),
  ]
  const body = input.days.map((day) => rowOf(paper, input, day))
  const note = (word: 'days.missing' | 'days.unknown' | 'days.partial', named: string): Content => ({
    text: paper.label(word, { color: colours.caution, fontSize: 8 }, { days: named }),
    margin: [0, 0, 0, 5],
  })
  const sizes = [
    widths.date,
    ...columns.map((column) =>
      column === 'denominator' || column === 'online' || column === 'compliant' ? widths.sum : widths.state,
    ),
  ]
  return [
    sectionHeading(paper, 'days'),
    ...(body.length === 0
      ? []
      : [
          table([...sizes, ...rates.map(() => widths.rate)], [heads, ...body], {
            fontSize: 6.8,
            gap: 1,
            padding: 2,
            margin: [0, 2, 0, 6],
          }),
        ]),
    ...(missing.length > 0 ? [note('days.missing', runsOf(missing))] : []),
    ...(unknown.length > 0 ? [note('days.unknown', runsOf(unknown))] : []),
    ...(partial.length > 0 ? [note('days.partial', partial.join(', '))] : []),
    ...(missing.length + unknown.length + partial.length === 0
      ? [{ text: paper.label('days.complete', { color: colours.muted, fontSize: 8 }) }]
      : []),
  ]
}

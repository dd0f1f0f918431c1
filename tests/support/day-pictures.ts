import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readStatement } from '#server/features/clients/statement/statement.ts'
import type { Viewer } from '#server/viewer.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import type { FilePart } from '#shared/files.ts'
import { buildCaller, buildContext } from './context.ts'

/** Return the whole text, or all bytes, of a file. */
export async function textOfFile(parts: AsyncIterable<FilePart>): Promise<string> {
  let text = ''
  for await (const part of parts)
    text += 'text' in part ? part.text : 'base64' in part ? Buffer.from(part.base64, 'base64').toString() : ''
  return text
}

/** Count the rows of a file of dailies by day and state. */
function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { date, state } of JSON.parse(text) as { date: string; state: string }[])
    counts.set(`${date} ${state}`, (counts.get(`${date} ${state}`) ?? 0) + 1)
  return counts
}

/**
 * A day by states, from the chart, the file of the dailies and the statement; and from the list behind two of the
 * chart's points.
 */
export type DayPicture = { chart: number[]; list: number[]; file: number[]; statement: number[] }
const listedStates = ['normal', 'offline'] as const

type Asked = {
  db: Kysely<Database>
  viewer: Viewer
  now: Date
  config?: Record<string, string>
  clientId: number
  start: Day
  end: Day
}

/** Return every day of a client in one month, from every source. */
export async function pictureOf({
  db,
  viewer,
  now,
  config = {},
  clientId,
  start,
  end,
}: Asked): Promise<Record<Day, DayPicture>> {
  const call = buildCaller(db, { viewer, now, config, request: { language: 'en' } })
  const range = [start, end] as [string, string]
  const chart = await call.charts.stackedStates({ clientId, businessDateQuery: range })
  const file = countLines(
    await textOfFile(await call.dailies.export({ clientId, businessDateQuery: range, format: 'json' })),
  )
  const context = buildContext(db, { viewer, now, config })
  const scope = await context.services.places.scopeOf(viewer, 'company')
  const statement = await readStatement(
    { ...context, viewer, reach: 'company', scope },
    { id: clientId, month: end.slice(0, 7), basis: 'inService' },
  )
  const days: Record<Day, DayPicture> = {}
  for (const [at, day] of daysBetween(start, end).entries()) {
    const told = statement.days.find((one) => one.day === day)
    const list: number[] = []
    for (const part of listedStates)
      list.push((await call.charts.dayDevices({ clientId, day, part, size: 1 })).totalCount)
    days[day] = {
      chart: deviceStates.map((state) => chart.series.find(({ name }) => name === state)?.data[at] ?? 0),
      list,
      file: deviceStates.map((state) => file.get(`${day} ${state}`) ?? 0),
      statement: deviceStates.map((state) => told?.[state] ?? 0),
    }
  }
  return days
}

/** Return the differences between the sources of a day; empty = all agree. */
export const differences = (days: Readonly<Record<Day, DayPicture>>): string[] =>
  Object.entries(days).flatMap(([day, { chart, list, file, statement }]) => {
    const told = JSON.stringify(chart)
    const shown = JSON.stringify(listedStates.map((state) => chart[deviceStates.indexOf(state)]))
    return [
      ...(JSON.stringify(file) === told ? [] : [`${day}: the file tells ${file}, the chart ${told}`]),
      ...(JSON.stringify(statement) === told ? [] : [`${day}: the statement tells ${statement}, the chart ${told}`]),
      ...(JSON.stringify(list) === shown ? [] : [`${day}: the list has ${list}, the chart ${shown}`]),
    ]
  })

import type { Client } from './connect.ts'

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const minute = 60_000

/** The zone in which the server cuts business days. @throws what the server says to a caller whom it does not know */
export async function timeZoneOf(client: Client): Promise<string> {
  const { timeZone } = await client.auth.info.query().catch(async () => client.system.status.query())
  return timeZone
}

/** An instant (ISO 8601, in UTC) as business time with its distance from UTC: 2026-11-23T05:25:00+08:00; anything else as it is. */
export function zonedTime(value: unknown, timeZone: string, businessTime: (instant: Date, timeZone: string) => string): unknown {
  if (typeof value !== 'string' || !instantPattern.test(value)) return value
  const instant = new Date(value)
  const local = businessTime(instant, timeZone).replace(' ', 'T')
  const offset = Math.round((Date.parse(`${local}Z`) - Math.floor(instant.getTime() / 1_000) * 1_000) / minute)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
}

/** An object with its instants in business time. */
export async function zoned<Value extends object>(client: Client, value: Value): Promise<Value> {
  const { businessTime } = await import('#shared/dates.ts')
  const timeZone = await timeZoneOf(client)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, zonedTime(one, timeZone, businessTime)])) as Value
}

/** Rows with their instants in business time; the zone is asked for once, and only where there are rows. */
export async function* zonedRows<Row extends object>(client: Client, pages: AsyncIterable<Row[]>): AsyncGenerator<Row[], void, unknown> {
  let timeZone: string | null = null
  const { businessTime } = await import('#shared/dates.ts')
  for await (const rows of pages) {
    timeZone ??= await timeZoneOf(client)
    const zone = timeZone
    yield rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, zonedTime(value, zone, businessTime)])) as Row)
  }
}

import type { Client } from './connect.ts'

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const businessPattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
/** Fields that hold a time: only there a text that looks like one is taken for one, so that what people wrote stays as they wrote it. */
const timeField = /(^at|At|Str|Until|Time|^since|Since)$/

/** The zone in which the server cuts business days. @throws what the server says to a caller whom it does not know */
export async function timeZoneOf(client: Client): Promise<string> {
  const { timeZone } = await client.auth.info.query().catch(async () => client.system.status.query())
  return timeZone
}

const isInstant = (value: string): boolean => instantPattern.test(value)
const isBusinessTime = (field: string, value: string): boolean => timeField.test(field) && businessPattern.test(value)

/** Whether any field of a value is a time. */
function holdsTime(value: unknown, field = ''): boolean {
  if (typeof value === 'string') return isInstant(value) || isBusinessTime(field, value)
  if (Array.isArray(value)) return value.some((one) => holdsTime(one, field))
  return (
    typeof value === 'object' && value !== null && Object.entries(value).some(([name, one]) => holdsTime(one, name))
  )
}

const minute = 60_000
const mostOffsets = 20_000
type Writer = (value: unknown, field?: string) => unknown

/** What writes times with their distance from UTC: 2026-11-23T05:25:00+08:00. */
async function writerIn(timeZone: string): Promise<Writer> {
  const { businessTime, instantOf } = await import('#shared/dates.ts')
  /** Clocks change on the hour: one look-up for all times of an hour. */
  const offsets = new Map<string, string>()
  const two = (figure: number) => String(figure).padStart(2, '0')
  const offsetOf = (local: string, instant: () => Date): string => {
    const hour = local.slice(0, 'YYYY-MM-DD HH'.length)
    const known = offsets.get(hour)
    if (known !== undefined) return known
    const minutes = Math.round(
      (Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(instant().getTime() / 1_000) * 1_000) / minute,
    )
    const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
    if (offsets.size >= mostOffsets) offsets.clear()
    offsets.set(hour, offset)
    return offset
  }
  const written = (local: string, instant: () => Date) => `${local.replace(' ', 'T')}${offsetOf(local, instant)}`
  const write: Writer = (value, field = '') => {
    if (typeof value === 'string') {
      if (isInstant(value)) return written(businessTime(new Date(value), timeZone), () => new Date(value))
      return isBusinessTime(field, value) ? written(value, () => instantOf(value, timeZone)) : value
    }
    if (Array.isArray(value)) return value.map((one) => write(one, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, write(one, name)]))
  }
  return write
}

/** A value with its times in the business time of a zone that is known. */
export const zonedIn = async <Value>(timeZone: string, value: Value): Promise<Value> =>
  (await writerIn(timeZone))(value) as Value

/** A time with its zone as a person reads it, whose zone is the business': 2026-11-23 05:25:00. */
export const plainTime = (zonedTime: string): string =>
  zonedTime.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')

/** A value with its times in business time, and the zone in them; the zone is asked for only where there is a time. */
export async function zoned<Value>(client: Client, value: Value): Promise<Value> {
  return holdsTime(value) ? ((await writerIn(await timeZoneOf(client)))(value) as Value) : value
}

/** Rows with their times in business time; the zone is asked for once, and only where there are rows. */
export async function* zonedRows<Row extends object>(
  client: Client,
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<Row[], void, unknown> {
  let write: Writer | null = null
  for await (const rows of pages) {
    write ??= await writerIn(await timeZoneOf(client))
    const inZone = write
    yield rows.map((row) => inZone(row) as Row)
  }
}

import type { Client } from './connect.ts'

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const businessPattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
/** Fields that contain a time: only in these is a text converted, so that users' texts stay unchanged. */
const timeField = /(^at|At|Str|Until|Time|^since|Since)$/

/** Return the time zone of the server's business days. @throws the server's refusal of an unknown caller */
export async function timeZoneOf(client: Client): Promise<string> {
  const { timeZone } = await client.auth.info.query().catch(async () => client.system.status.query())
  return timeZone
}

const isInstant = (value: string): boolean => instantPattern.test(value)
const isBusinessTime = (field: string, value: string): boolean => timeField.test(field) && businessPattern.test(value)

/** Does any field of a value contain a time? */
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

/** Return a function that formats times with their offset from UTC: 2026-11-23T05:25:00+08:00. */
async function writerIn(timeZone: string): Promise<Writer> {
  const { businessTime, instantOf } = await import('#shared/business-time.ts')
  /** Clocks change on the hour: one lookup for all times of an hour. */
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

/** Format the times in a value in the business time of a known zone. */
export const zonedIn = async <Value>(timeZone: string, value: Value): Promise<Value> =>
  (await writerIn(timeZone))(value) as Value

/** Format a time with an offset without it, for a reader in the business time zone: 2026-11-23 05:25:00. */
export const plainTime = (zonedTime: string): string =>
  zonedTime.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')

/** Format the times in a value in business time, with the offset; the zone is requested only if there is a time. */
export async function zoned<Value>(client: Client, value: Value): Promise<Value> {
  return holdsTime(value) ? ((await writerIn(await timeZoneOf(client)))(value) as Value) : value
}

/** Format the times in rows in business time; the zone is requested once, and only if there are rows. */
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

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import type { FiledDevice } from './rows.ts'

/** Texts are JSON, which never contains a tab, so that tabs can separate the values. */
const separator = '\t'
const packed = sql`concat_ws(${sql.lit(separator)}, id, to_json(serial), type, state, repair_times, coalesce(to_json(active_worker), 'null'), active_worker_state,
  coalesce(site_id, 0), coalesce(client_id, 0), coalesce(account_id, 0))`
const columns = 10

const textOf = (json: string): string => (json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1))
/** 0 = no place. */
const placeOf = (id: string | undefined): number | null => Number(id) || null

/**
 * Read the devices that a query selects, in its order, as one text. For the driver and this process that is a fraction
 * of the work of that many rows.
 * @param devices a query that selects the columns of a device in a file
 */
export async function readPacked(
  db: Kysely<Database>,
  { spread }: Pick<DeviceSet, 'spread'>,
  devices: RawBuilder<unknown>,
): Promise<FiledDevice[]> {
  // Nodes would ignore the order of a subquery. The result of a materialized one is merged in its order first.
  const [before, source] = spread
    ? [sql`with device as materialized (${devices})`, sql`device`]
    : [sql``, sql`(${devices}) device`]
  const { rows } = await sql<{
    text: string | null
  }>`${before} select string_agg(${packed}, ${sql.lit(separator)}) as text from ${source}`.execute(db)
  const text = rows[0]?.text ?? null
  if (text === null) return []
  const values = text.split(separator)
  const found: FiledDevice[] = []
  for (let at = 0; at < values.length; at += columns) {
    const worker = values[at + 5] ?? 'null'
    found.push({
      id: Number(values[at]),
      serial: textOf(values[at + 1] ?? ''),
      type: values[at + 2] as DeviceType,
      state: values[at + 3] as DeviceState,
      repair_times: Number(values[at + 4]),
      active_worker: worker === 'null' ? null : textOf(worker),
      active_worker_state: values[at + 6] === 't',
      site_id: placeOf(values[at + 7]),
      client_id: placeOf(values[at + 8]),
      account_id: placeOf(values[at + 9]),
    })
  }
  return found
}

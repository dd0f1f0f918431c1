import { type RawBuilder, sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { isOneOf, onTheirNodes, type Territory } from '#server/db/device-set.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { type DeviceFacts, type FactColumn, factColumns } from '#shared/device-facts.ts'

/** The columns of the table `device_facts`. */
const stored: Record<FactColumn, string> = {
  hall: 'hall',
  rack: 'rack',
  shelf: 'shelf',
  ip: 'ip',
  mac: 'mac',
  firmware: 'firmware',
  powerW: 'power_w',
  temperatureC: 'temperature_c',
  fanRpm: 'fan_rpm',
  note: 'note',
  tags: 'tags',
}
const columns = sql.raw(factColumns.map((column) => stored[column]).join(', '))
const pairs = factColumns.map((column) => `'${column}', f.${stored[column]}`).join(', ')

/** Return SQL for the facts of the device of a row of a set as JSON; null = none. */
export const factsOf = (device: string, set: Pick<Territory, 'spread' | 'companyIds'>): RawBuilder<unknown> =>
  sql`(select json_build_object(${sql.raw(pairs)}) from device_facts f where f.company_id = ${sql.ref(`${device}.company_id`)} and f.device_id = ${sql.ref(`${device}.id`)}${onTheirNodes('f.company_id', set)})`

const rounded = (value: number | null): number | null => (value === null ? null : Math.fround(value))
/** Round the reals of facts from the database to 4 bytes, as a feed rounds its own, so that both compare equal. */
export const asRead = (facts: DeviceFacts): DeviceFacts => ({
  ...facts,
  powerW: rounded(facts.powerW),
  temperatureC: rounded(facts.temperatureC),
})

/** The most devices in one statement. */
const chunkRows = 5_000
const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / chunkRows) }, (_, index) =>
    items.slice(index * chunkRows, (index + 1) * chunkRows),
  )

/** Return the facts of some devices of the tenants by device id. Devices without facts are left out. */
export async function readFacts(
  db: Db,
  companyIds: readonly number[],
  ids: readonly number[],
): Promise<Map<number, DeviceFacts>> {
  const found = new Map<number, DeviceFacts>()
  for (const chunk of chunksOf(ids)) {
    const { rows } = await sql<{ id: number; facts: DeviceFacts }>`
      select f.device_id as id, json_build_object(${sql.raw(pairs)}) as facts from device_facts f
      where ${isOneOf('f.company_id', companyIds)} and f.device_id = any(${integers(chunk)}::int[])`.execute(db)
    for (const { id, facts } of rows) found.set(id, asRead(facts))
  }
  return found
}

/** Separates tags within one text; no tag contains it. */
const separator = '\u001f'
type Written = { companyId: number; siteId: number | null; deviceId: number; facts: DeviceFacts }

/** Write all facts of some devices. */
export async function writeFacts(trx: Transaction<Database>, devices: readonly Written[]): Promise<void> {
  const set = sql.raw(factColumns.map((column) => `${stored[column]} = excluded.${stored[column]}`).join(', '))
  for (const chunk of chunksOf(devices)) {
    const texts = (column: 'hall' | 'rack' | 'shelf' | 'ip' | 'mac' | 'firmware' | 'note') =>
      sql`${chunk.map(({ facts }) => facts[column])}::text[]`
    const numbers = (column: 'powerW' | 'temperatureC') => sql`${chunk.map(({ facts }) => facts[column])}::real[]`
    await sql`
      insert into device_facts(company_id, site_id, device_id, ${columns})
      select company_id, site_id, device_id, hall, rack, shelf, ip, mac, firmware, power_w, temperature_c, fan_rpm, note, string_to_array(tags, ${separator})
      from unnest(${integers(chunk.map(({ companyId }) => companyId))}::int[], ${integers(chunk.map(({ siteId }) => siteId))}::int[],
        ${integers(chunk.map(({ deviceId }) => deviceId))}::int[],
        ${texts('hall')}, ${texts('rack')}, ${texts('shelf')}, ${texts('ip')}, ${texts('mac')}, ${texts('firmware')}, ${numbers('powerW')},
        ${numbers('temperatureC')}, ${chunk.map(({ facts }) => facts.fanRpm)}::int[], ${texts('note')},
        ${chunk.map(({ facts }) => facts.tags?.join(separator) ?? null)}::text[])
        as given(company_id, site_id, device_id, hall, rack, shelf, ip, mac, firmware, power_w, temperature_c, fan_rpm, note, tags)
      on conflict (company_id, device_id) do update set site_id = excluded.site_id, ${set}`.execute(trx)
  }
}

/** Delete all facts of some devices. */
export async function removeFacts(
  trx: Transaction<Database>,
  companyIds: readonly number[],
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from device_facts where ${isOneOf('company_id', companyIds)} and device_id = any(${integers(ids)}::int[])`.execute(
    trx,
  )
}

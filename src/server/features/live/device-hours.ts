import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import type { DeviceType } from '#shared/devices.ts'
import { type DeviceHours, shownHours, slotMinutes, slotsAnHour } from '#shared/live.ts'
import { hourMs, hourOf } from './journal.ts'

const slotSeconds = sql.lit(slotMinutes * 60)
type Device = { id: number; company_id: number }
type Slot = { slot: number; hash: number; power: number | null }

/**
 * Return the figures of a device in the last hours up to `now`: written hours from device_hour, and other hours from
 * the journal, where the latest report of the same five minutes counts. Written figures take precedence.
 */
export async function deviceHours(db: Kysely<Database>, { id, company_id }: Device, now: Date): Promise<DeviceHours> {
  const first = hourOf(now.getTime()) - (shownHours - 1) * hourMs
  const slots = Math.floor((now.getTime() - first) / (slotMinutes * 60_000)) + 1
  const start = new Date(first)
  const slotOf = sql`(extract(epoch from hour - ${start}::timestamptz)::int / ${slotSeconds})`
  const written = await sql<Slot>`
    select ${slotOf} + v.place::int - 1 as slot, v.hash, h.power[v.place::int] as power from device_hour h cross join lateral unnest(h.hash) with ordinality as v(hash, place)
    where company_id = ${company_id} and device_id = ${id} and hour >= ${start}::timestamptz and v.hash is not null`.execute(
    db,
  )
  const open = await sql<Slot>`
    select distinct on (1) ${slotOf} + t.second / ${slotSeconds} as slot, t.hash, t.power
    from device d join live_report l on l.site_id = d.site_id and l.hour >= ${start}::timestamptz and l.device_ids @> array[d.id]
    cross join lateral unnest(l.device_ids, l.seconds, l.hash_rates, l.powers) as t(id, second, hash, power)
    where d.company_id = ${company_id} and d.id = ${id} and t.id = d.id order by 1, t.second desc, l.id desc`.execute(
    db,
  )
  const type = await sql<{
    type: DeviceType
  }>`select type from device where company_id = ${company_id} and id = ${id}`.execute(db)
  const { targets } = await readHashRules(db)
  const hours: DeviceHours = {
    start: start.toISOString(),
    slotMinutes,
    hashRate: Array.from({ length: slots }, () => null),
    powerW: Array.from({ length: slots }, () => null),
    targetHashRate: targets[type.rows[0]?.type ?? ''] ?? 0,
  }
  for (const { slot, hash, power } of [...open.rows, ...written.rows]) {
    if (slot < 0 || slot >= Math.min(slots, shownHours * slotsAnHour)) continue
    hours.hashRate[slot] = hash
    hours.powerW[slot] = power
  }
  return hours
}

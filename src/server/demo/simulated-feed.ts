import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import type { Day } from '#shared/dates.ts'
import type { DeviceState, DeviceType } from '#shared/devices.ts'
import type { HashRules } from '#shared/machine-types.ts'

/** The next report of a machine: running well, below its target, with an alarm, without hash rate, or none at all. */
type Telling = 'normal' | 'low' | 'warn' | 'offline' | 'silent'
type Chances = readonly (readonly [Telling, number])[]

/** Probabilities by the state of the day before, so that a fault lasts for some days and the fleet stays plausible. */
const chancesAfter: Partial<Record<DeviceState, Chances>> = {
  normal: [
    ['normal', 0.985],
    ['low', 0.005],
    ['warn', 0.005],
    ['offline', 0.002],
    ['silent', 0.003],
  ],
  low: [
    ['low', 0.8],
    ['normal', 0.18],
    ['offline', 0.02],
  ],
  warn: [
    ['warn', 0.5],
    ['normal', 0.46],
    ['offline', 0.04],
  ],
  offline: [
    ['offline', 0.35],
    ['silent', 0.4],
    ['normal', 0.25],
  ],
  repaired: [
    ['silent', 0.5],
    ['normal', 0.5],
  ],
}

/** Return two numbers from 0 to 1 that depend only on the machine and the day. */
function chanceOf(serial: string, day: Day): [number, number] {
  const bytes = createHash('sha256').update(`${day} ${serial}`).digest()
  return [bytes.readUInt32BE(0) / 2 ** 32, bytes.readUInt32BE(4) / 2 ** 32]
}

function tellingOf(state: DeviceState, chance: number): Telling {
  let rest = chance
  for (const [telling, share] of chancesAfter[state] ?? []) {
    if (rest < share) return telling
    rest -= share
  }
  return 'silent'
}

const shares: Record<'normal' | 'low' | 'warn', [number, number]> = {
  normal: [0.93, 1.04],
  low: [0.5, 0.82],
  warn: [0.87, 0.97],
}

type Simulated = { serial: string; type: DeviceType; state: DeviceState }
function rowOf(
  { serial, type, state }: Simulated,
  targets: HashRules['targets'],
  day: Day,
  reportedAt: string,
): Record<string, unknown> | null {
  const [chance, spread] = chanceOf(serial, day)
  const telling = tellingOf(state, chance)
  if (telling === 'silent') return null
  if (telling === 'offline') return { serial, activeWorkerState: false, hashRate: 0, alarm: true, reportedAt }
  const [from, to] = shares[telling]
  const hashRate = Math.round((targets[type] ?? 0) * (from + (to - from) * spread) * 100) / 100
  return {
    serial,
    activeWorkerState: telling !== 'warn' || spread < 0.5,
    hashRate,
    alarm: telling === 'warn' && spread < 0.5,
    reportedAt,
  }
}

/** Return whether the demonstration was loaded: only its history comes from a simulation. */
export async function isDemonstration(db: Kysely<Database>): Promise<boolean> {
  const batch = await db
    .selectFrom('import_batch')
    .select('id')
    .where('source', '=', 'simulation')
    .limit(1)
    .executeTakeFirst()
  return batch !== undefined
}

/**
 * Create the reports of one day of the demonstration fleet, in place of a real feed. Repeated calls for a day give the
 * same reports, because they depend on the states of the day before.
 */
export async function simulatedFeed(
  db: Kysely<Database>,
  territory: Territory,
  day: Day,
  now: Date,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const { targets } = await readHashRules(db)
  for (const companyId of territory.companyIds) {
    const { rows: devices } = await sql<Simulated>`
      with yesterday as (
        select max(business_date) as day from daily_scope
        where kind = 'company' and scope_id = ${companyId} and company_id = ${companyId} and business_date < ${day}::date and total > 0)
      select d.serial, d.type, case when d.state = 'repaired' or r.state in ('repairing', 'repaired', 'lost') then 'repaired' else coalesce(r.state, 'normal') end as state
      from device d left join device_daily r on r.company_id = d.company_id and r.device_id = d.id and r.business_date = (select day from yesterday)
      where d.company_id = ${companyId} and d.state in ('normal', 'low', 'warn', 'offline', 'repaired') and d.last_report_at is not null
        ${territory.siteIds === null ? sql`` : sql`and ${isOneOf('d.site_id', territory.siteIds)}`}
      order by d.id`.execute(db)
    for (const device of devices) {
      const row = rowOf(device, targets, day, now.toISOString())
      if (row) rows.push(row)
    }
  }
  return rows
}

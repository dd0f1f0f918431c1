import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countDevices } from '#server/db/device-counts.ts'
import { type DeviceSet, isOneOf } from '#server/db/device-set.ts'
import { type AskedFacts, factConditions } from '#server/db/fact-conditions.ts'
import type { Database } from '#server/db/tables.ts'
import { type FactFilters, filteredFacts } from '#shared/device-facts.ts'
import { AppError } from '#shared/errors.ts'

/** How far a filter by facts reads; in tests less. */
export type FactBounds = {
  /** Of so few devices each one's facts are looked at, whatever is asked for. */
  few: number
  /** Of so many devices those are found that are among the machines with a fact. */
  many: number
  /** Machines that may have a fact. */
  told: number
  /** Of more than `many` devices so many with all facts are picked by their ids. */
  picked: number
}
const usualBounds: FactBounds = { few: 4_000, many: 30_000, told: 50_000, picked: 5_000 }

/** The facts that filters ask for; null = none. */
export function askedFacts(filters: Partial<FactFilters>): AskedFacts | null {
  const asked = filteredFacts.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : []))
  return asked.length === 0 ? null : Object.fromEntries(asked)
}

const rowsWith = (companyIds: readonly number[], conditions: readonly RawBuilder<boolean>[]) =>
  sql`device_facts f where ${isOneOf('f.company_id', companyIds)} and ${sql.join([...conditions], sql` and `)}`

/** How many machines the rarest of the facts has, as far as they are counted. */
async function rarest(db: Kysely<Database>, companyIds: readonly number[], conditions: readonly RawBuilder<boolean>[], most: number): Promise<number> {
  const counts = conditions.map((one) => sql`(select count(*)::int from (select 1 from ${rowsWith(companyIds, [one])} limit ${most}) told)`)
  const { rows } = await sql<{ least: number }>`select least(${sql.join(counts)}) as least`.execute(db)
  return rows[0]?.least ?? 0
}

const tooWide = (rows: number) => new AppError('TOO_WIDE', { word: 'error.factsTooWide', values: { rows } })

/**
 * Narrows a set by facts of its devices, so that no statement meets more of them than a person's call may: where there are many devices, the
 * few that have the facts are picked first.
 * @throws AppError TOO_WIDE where there are many devices, and many with what is asked for
 */
export async function withFacts(db: Kysely<Database>, set: DeviceSet, facts: AskedFacts, bounds: FactBounds = usualBounds): Promise<DeviceSet> {
  const { companyIds } = set
  if (companyIds.length === 0) return set
  const { serial: _serial, ids, care: _care, ...counted } = set
  const { totalCount } = await countDevices(db, counted)
  const devices = Math.min(totalCount, ids?.length ?? totalCount)
  if (devices <= bounds.few) return { ...set, facts }
  const conditions = factConditions(facts, companyIds)
  const told = await rarest(db, companyIds, conditions, bounds.told + 1)
  if (told > bounds.told) throw tooWide(bounds.told)
  if (devices <= bounds.many) return { ...set, facts }
  const { rows } = await sql<{ id: number }>`select f.device_id as id from ${rowsWith(companyIds, conditions)} limit ${bounds.picked + 1}`.execute(db)
  if (rows.length > bounds.picked) throw tooWide(bounds.picked)
  const found = new Set(rows.map(({ id }) => id))
  return { ...set, ids: ids ? ids.filter((id) => found.has(id)) : [...found].sort((one, other) => one - other) }
}

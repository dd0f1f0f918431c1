import { sql } from 'kysely'
import { isOneOf } from '#server/db/device-set.ts'
import type { Db } from '#server/db/tables.ts'
import { summed } from '#server/features/charts/daily-sums.ts'
import { rateParts, type Sums } from '#server/features/charts/day-rates.ts'
import { percent, type Rate, rates } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import { type TransferShare, transferKinds } from '#shared/transfers.ts'
import type { TransferPlan } from './plan.ts'
import { given, type Owner, type Target } from './target.ts'

type Kind = (typeof transferKinds)[number]
type Place = { kind: Kind; id: number; machines: number; machineDays: number; byDay: Map<Day, Sums> }
/** Maximum number of owners listed; above it only totals are shown. */
const mostPlaces = 200
const parts = [...deviceStates, 'in_service', 'online', 'compliant', 'unknown'] as const
const idOf: Record<Kind, (owner: Owner) => number> = {
  company: ({ companyId }) => companyId,
  site: ({ siteId }) => siteId,
  client: ({ clientId }) => clientId,
  account: ({ accountId }) => accountId,
}
const nothing = Object.fromEntries(parts.map((part) => [part, 0])) as Sums
/** Add in place: a transfer of many owners over two months has tens of thousands of sums. */
function add(to: Sums, other: Sums, sign: 1 | -1): void {
  for (const part of parts) to[part] += sign * other[part]
}

/** Return the gains and losses of each place: machines currently, and rows of the days by day. */
function differences({ moved, rows }: TransferPlan, target: Target): Place[] {
  const places = new Map<string, Place>()
  const placeOf = (kind: Kind, id: number): Place => {
    const key = `${kind} ${id}`
    const known = places.get(key) ?? { kind, id, machines: 0, machineDays: 0, byDay: new Map<Day, Sums>() }
    places.set(key, known)
    return known
  }
  const eachSide = (from: Owner, to: Owner, tell: (place: Place, sign: 1 | -1) => void) => {
    for (const kind of transferKinds) {
      const [old, next] = [idOf[kind](from), idOf[kind](to)]
      if (old === next) continue
      if (old !== 0) tell(placeOf(kind, old), -1)
      if (next !== 0) tell(placeOf(kind, next), 1)
    }
  }
  for (const { from, to } of moved)
    eachSide(from, to, (place, sign) => {
      place.machines += sign
    })
  for (const { day, owner, ids, sums } of rows)
    eachSide(owner, given(target, owner), (place, sign) => {
      place.machineDays += sign * ids.length
      const known = place.byDay.get(day) ?? { ...nothing }
      place.byDay.set(day, known)
      add(known, sums, sign)
    })
  return [...places.values()]
}

/** Return the roll-up sums of places, by `kind id` and day. */
async function standing(
  db: Db,
  companyIds: readonly number[],
  places: readonly Place[],
  { start, end }: { start: Day; end: Day },
): Promise<Map<string, Map<Day, Sums>>> {
  const found = new Map<string, Map<Day, Sums>>()
  if (companyIds.length === 0) return found
  for (const kind of transferKinds) {
    const ids = places.filter((place) => place.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const { rows } = await sql<Sums & { id: number; day: Day }>`
      select scope_id as id, business_date::text as day, ${summed} from daily_scope
      where kind = ${kind} and ${isOneOf('scope_id', ids)} and ${isOneOf('company_id', companyIds)} and business_date between ${start}::date and ${end}::date
      group by scope_id, business_date`.execute(db)
    for (const { id, day, ...sums } of rows) {
      const key = `${kind} ${id}`
      found.set(key, (found.get(key) ?? new Map<Day, Sums>()).set(day, sums))
    }
  }
  return found
}

/**
 * Return a rate over all known days, as for a month: sum of numerators over sum of denominators. Source: fleet.md,
 * Rates
 */
function rateOf(days: Iterable<Sums>, rate: Rate): number | null {
  let [numerator, denominator] = [0, 0]
  for (const day of days) {
    const known = rateParts(day, rate, 'inService')
    numerator += known?.numerator ?? 0
    denominator += known?.denominator ?? 0
  }
  return percent(numerator, denominator)
}

/**
 * Return the places that gain and lose, those with the most days first, with their rates before and after.
 * @param companyIds the bases whose figures the reader sees
 */
export async function sharesOf(
  db: Db,
  companyIds: readonly number[],
  plan: TransferPlan,
  target: Target,
  range: { start: Day; end: Day },
  nameOf: (kind: Kind, id: number) => string,
): Promise<TransferShare[]> {
  const places = differences(plan, target)
    .sort(
      (one, other) =>
        Math.abs(other.machineDays) - Math.abs(one.machineDays) ||
        transferKinds.indexOf(one.kind) - transferKinds.indexOf(other.kind) ||
        one.id - other.id,
    )
    .slice(0, mostPlaces)
  const before = await standing(db, companyIds, places, range)
  return places.map(({ kind, id, machines, machineDays, byDay }) => {
    const known = before.get(`${kind} ${id}`) ?? new Map<Day, Sums>()
    const after = new Map(known)
    for (const [day, sums] of byDay) {
      const changed = { ...(known.get(day) ?? nothing) }
      add(changed, sums, 1)
      after.set(day, changed)
    }
    const rate = (name: Rate) => ({ before: rateOf(known.values(), name), after: rateOf(after.values(), name) })
    return {
      kind,
      id,
      name: nameOf(kind, id),
      machines,
      machineDays,
      rates: Object.fromEntries(rates.map((name) => [name, rate(name)])) as TransferShare['rates'],
    }
  })
}

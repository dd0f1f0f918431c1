import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { readList } from '#server/db/column-lists.ts'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { type WarningState, warningStates } from '#shared/device-detail.ts'

/** Devices of each state of trouble, the longest in it first. */
export type Troubled = Record<WarningState, readonly number[]>
/**
 * The few devices that a set of those in trouble is found by: `picked` = all of the set; `seen` = the set is the others. Null = the set is found
 * in its order.
 */
export type Found = { picked: Troubled; seen: null } | { picked: null; seen: Troubled } | null

/** Written as the index of the troubled devices is, which has all that is asked of most sets here. */
const inTrouble = sql.raw(`state in (${warningStates.map((state) => `'${state}'`).join(', ')})`)

async function readTroubled(db: Kysely<Database>, { state: _, states: __, ...set }: DeviceSet): Promise<Troubled> {
  const { rows } = await sql<{
    state: WarningState
    ids: string | null
  }>`select state, array_agg(id order by state_since, id)::text as ids
    from device where ${deviceConditions(set)} and ${inTrouble} group by state`.execute(db)
  const found = new Map(rows.map(({ state, ids }) => [state, readList(ids)]))
  return { warn: found.get('warn') ?? [], low: found.get('low') ?? [], offline: found.get('offline') ?? [] }
}

/**
 * Finds the devices in trouble of a list, and those that people have seen or that somebody looks after: they are few among the devices in
 * trouble, so that one statement counts them and tells their order. Of those that nobody has seen, who are most, the others are found.
 */
export async function findTroubled(db: Kysely<Database>, set: DeviceSet): Promise<Found> {
  const { care, ids } = set
  if (set.companyIds.length === 0 || (care === undefined && ids === undefined)) return null
  const isMost = ids === undefined && care?.acknowledged === false && care.assigneeId === undefined
  return isMost
    ? { picked: null, seen: await readTroubled(db, { ...set, care: { acknowledged: true } }) }
    : { picked: await readTroubled(db, set), seen: null }
}

/** Leaves these devices out. */
export const isNotAmong = (ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`id <> all(${integers(ids)}::int[])`

import { type Kysely, sql } from 'kysely'
import { readList } from '#server/db/column-lists.ts'
import { type DeviceSet, deviceConditions } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { type WarningState, warningStates } from '#shared/device-detail.ts'

/** Device ids by state of trouble, longest first. */
export type Troubled = Record<WarningState, readonly number[]>
/**
 * The ids by which a set of devices in trouble is found: `picked` = all devices of the set; `seen` = the devices to
 * leave out. null = the set is found by its order alone.
 */
export type Found = { picked: Troubled; seen: null } | { picked: null; seen: Troubled } | null

/** Written like the partial index of devices in trouble, so that most queries here need only that index. */
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
 * Find devices in trouble of a list, or by acknowledgement or assignee. They are few among all devices in trouble, so
 * one query returns their ids in order. Devices without an acknowledgement are the majority, so for them the
 * acknowledged ones are found and left out.
 */
export async function findTroubled(db: Kysely<Database>, set: DeviceSet): Promise<Found> {
  const { care, ids } = set
  if (set.companyIds.length === 0 || (care === undefined && ids === undefined)) return null
  const isMost = ids === undefined && care?.acknowledged === false && care.assigneeId === undefined
  return isMost
    ? { picked: null, seen: await readTroubled(db, { ...set, care: { acknowledged: true } }) }
    : { picked: await readTroubled(db, set), seen: null }
}

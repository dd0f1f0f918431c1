import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { UndoableBatch } from '#server/features/feeds/undo-obstacle.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import { noSums, type OwnedRows, ownedOn } from './owned-days.ts'
import { lastDayOf } from './plan.ts'
import type { KeptOwners, TransferUndo } from './plan-undo.ts'
import { given, isSame, type Owner, type Target } from './target.ts'

/** Return the machines of a stored group that are given back. */
export const going = ({ ids }: KeptOwners, back: ReadonlySet<number>): number[] => ids.filter((id) => back.has(id))

/**
 * Return the day rows to give back, with the former owner of each: the rows that the transfer changed, and rows written
 * later for days without one, which go to the machine's former owner.
 */
export async function rowsBack(
  trx: Transaction<Database>,
  batch: UndoableBatch,
  { owners, back }: TransferUndo,
  target: Target,
  today: Day,
): Promise<OwnedRows[]> {
  const rows: OwnedRows[] = []
  const days = new Map<Day, Set<number>>()
  const fromOf = new Map<number, Owner>()
  for (const group of owners) {
    const ids = going(group, back)
    if (group.day === null) for (const id of ids) fromOf.set(id, group.owner)
    else {
      const found = days.get(group.day) ?? new Set<number>()
      for (const id of group.ids) found.add(id)
      days.set(group.day, found)
      if (!isSame(group.owner, given(target, group.owner)))
        rows.push({ day: group.day, owner: group.owner, ids, sums: noSums })
    }
  }
  const all = [...back]
  for (const day of daysBetween(batch.businessDate, lastDayOf({ today, until: batch.until ?? undefined }))) {
    const found = days.get(day)
    const unknown = all.filter((id) => !found?.has(id))
    for (const { ids } of unknown.length === 0 ? [] : await ownedOn(trx, batch.companyIds, day, unknown))
      for (const id of ids) {
        const from = fromOf.get(id)
        if (from) rows.push({ day, owner: from, ids: [id], sums: noSums })
      }
  }
  return rows.filter(({ ids }) => ids.length > 0)
}

type DayBack = { day: Day; companyId: number; machines: (Owner & { id: number })[] }

/** Return machines with their restored owner, by day and by the current base of the day's row; the oldest day first. */
export function daysBack(rows: readonly OwnedRows[], target: Target): DayBack[] {
  const days = new Map<string, DayBack>()
  for (const { day, owner, ids } of rows) {
    const { companyId } = given(target, owner)
    const known = days.get(`${day} ${companyId}`) ?? { day, companyId, machines: [] }
    for (const id of ids) known.machines.push({ id, ...owner })
    days.set(`${day} ${companyId}`, known)
  }
  return [...days.values()].sort((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : one.companyId - other.companyId,
  )
}

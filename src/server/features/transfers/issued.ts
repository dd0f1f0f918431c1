import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Day, Month } from '#shared/dates.ts'
import type { OwnedRows } from './owned-days.ts'
import { given, isOtherOwner, type Target } from './target.ts'

/**
 * An issued statement of a client or one of its sub-accounts (0 = the whole client): its month must not change any
 * more.
 */
export type IssuedStatement = {
  clientId: number
  accountId: number
  month: Month
  issuedAt: Date
  /** Machines with days in this month that would change. */
  ids: number[]
}

const monthOf = (day: Day): Month => day.slice(0, 'YYYY-MM'.length)

/**
 * Return the clients whose counts of a row change by a transfer: the one that loses and the one that gains it, without
 * 0 = none.
 */
export function clientsOf({ owner }: OwnedRows, target: Target): number[] {
  const after = given(target, owner)
  return owner.clientId === after.clientId ? [] : [owner.clientId, after.clientId].filter((id) => id !== 0)
}

/**
 * Return whose statements a row changes: the clients', when the client changes, and those of the sub-accounts that lose
 * and gain it.
 */
function readersOf(row: OwnedRows, target: Target): { clientId: number; accountId: number }[] {
  const after = given(target, row.owner)
  if (!isOtherOwner(row.owner, after)) return []
  const accounts = [row.owner, after]
    .filter(({ accountId }) => accountId !== 0)
    .map(({ clientId, accountId }) => ({ clientId, accountId }))
  return [...clientsOf(row, target).map((clientId) => ({ clientId, accountId: 0 })), ...accounts]
}

/** Return the issued statements of clients, sub-accounts and months whose rows would change. */
export async function issuedAmong(db: Db, rows: readonly OwnedRows[], target: Target): Promise<IssuedStatement[]> {
  const requested = new Map<string, { clientId: number; accountId: number; month: Month; ids: Set<number> }>()
  for (const row of rows) {
    for (const reader of readersOf(row, target)) {
      const month = monthOf(row.day)
      const key = `${reader.clientId} ${reader.accountId} ${month}`
      const known = requested.get(key) ?? { ...reader, month, ids: new Set<number>() }
      for (const id of row.ids) known.ids.add(id)
      requested.set(key, known)
    }
  }
  if (requested.size === 0) return []
  const all = [...requested.values()]
  const { rows: found } = await sql<{ key: string; at: Date }>`
    select client_id || ' ' || account_id || ' ' || to_char(month, 'YYYY-MM') as key, issued_at as at from statement_issue
    where (client_id, account_id, month) in (select * from unnest(${all.map(({ clientId }) => clientId)}::int[], ${all.map(({ accountId }) => accountId)}::int[],
      ${all.map(({ month }) => `${month}-01`)}::date[]))
    order by month, client_id, account_id`.execute(db)
  return found.flatMap(({ key, at }) => {
    const one = requested.get(key)
    return one ? [{ ...one, issuedAt: at, ids: [...one.ids] }] : []
  })
}

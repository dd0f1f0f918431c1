import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day, Month } from '#shared/dates.ts'
import type { OwnedRows } from './owned-days.ts'
import { given, isOtherOwner, type Target } from './target.ts'

/** A statement that was handed out: its month changes no more. */
export type IssuedStatement = { clientId: number; month: Month; issuedAt: Date /** Machines of which days of it would change. */; ids: number[] }

const monthOf = (day: Day): Month => day.slice(0, 'YYYY-MM'.length)

/** The clients of which a row counts otherwise after a transfer: who loses and who gains it; 0 = none is left out. */
export function clientsOf({ owner }: OwnedRows, target: Target): number[] {
  const after = given(target, owner)
  if (!isOtherOwner(owner, after)) return []
  return [...new Set([owner.clientId, after.clientId])].filter((id) => id !== 0)
}

/** The statements that were handed out of clients and months of which rows would change. */
export async function issuedAmong(db: Kysely<Database>, rows: readonly OwnedRows[], target: Target): Promise<IssuedStatement[]> {
  const asked = new Map<string, { clientId: number; month: Month; ids: Set<number> }>()
  for (const row of rows) {
    for (const clientId of clientsOf(row, target)) {
      const month = monthOf(row.day)
      const key = `${clientId} ${month}`
      const known = asked.get(key) ?? { clientId, month, ids: new Set<number>() }
      for (const id of row.ids) known.ids.add(id)
      asked.set(key, known)
    }
  }
  if (asked.size === 0) return []
  const all = [...asked.values()]
  const { rows: found } = await sql<{ key: string; at: Date }>`
    select client_id || ' ' || to_char(month, 'YYYY-MM') as key, issued_at as at from statement_issue
    where (client_id, month) in (select * from unnest(${all.map(({ clientId }) => clientId)}::int[], ${all.map(({ month }) => `${month}-01`)}::date[]))
    order by month, client_id`.execute(db)
  return found.flatMap(({ key, at }) => {
    const one = asked.get(key)
    return one ? [{ clientId: one.clientId, month: one.month, issuedAt: at, ids: [...one.ids] }] : []
  })
}

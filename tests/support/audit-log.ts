import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/db/tables.ts'

type Entry = Selectable<Database['audit_log']>

/**
 * Return the entries of an action in the audit log (`users.%`: of all actions of users), in order.
 * @param columns default: all
 */
export async function auditEntries<Column extends keyof Entry = keyof Entry>(
  db: Kysely<Database>,
  action: string,
  columns?: readonly Column[],
): Promise<Pick<Entry, Column>[]> {
  const entries = await db.selectFrom('audit_log').selectAll().where('action', 'like', action).orderBy('id').execute()
  if (!columns) return entries
  const pick = (entry: Entry): unknown => Object.fromEntries(columns.map((column) => [column, entry[column]]))
  return entries.map((entry) => pick(entry) as Pick<Entry, Column>)
}

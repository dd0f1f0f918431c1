import { type Kysely, sql } from 'kysely'
import type { BaseTables } from '#server/db/base-tables.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { AuditNames } from '#shared/audit-sentence.ts'

/** The ids in a row of the log that have names. */
type Named = { actor_user_id: number | null; target_kind: string | null; target_id: string | null }

/** The columns that name records that belong to a base, by their tables; their kinds have the names of the tables. */
const baseNames: Readonly<Record<keyof BaseTables, string>> = {
  measure: 'check_method',
  station: 'name',
}

/**
 * Where the names are stored that are not in the place book. Only the management reads the log, and it may see the names
 * of testees.
 */
const nameColumns: Readonly<Record<string, { table: string; column: string }>> = {
  user: { table: 'app_user', column: 'name' },
  device: { table: 'device', column: 'serial' },
  testee: { table: 'testee', column: 'name' },
  // Who or what was measured; triggers keep it.
  trace: { table: 'trace', column: 'subject' },
  project: { table: 'project', column: `coalesce(name, project_no)` },
  channel: { table: 'channel', column: 'name' },
  feed_source: { table: 'feed_source', column: 'host' },
  schedule: { table: 'schedule', column: 'name' },
  ...Object.fromEntries(Object.entries(baseNames).map(([table, column]) => [table, { table, column }])),
  class: { table: 'class_session', column: 'name' },
  report: { table: 'report', column: 'report_number' },
  material: { table: 'material', column: 'name' },
  material_type: { table: 'material_type', column: 'name' },
  model: { table: 'model', column: 'name' },
  tag_type: { table: 'tag_type', column: 'name' },
  town: { table: 'town', column: 'name' },
}
const isNumber = /^\d{1,9}$/

async function namesIn(db: Kysely<Database>, kind: string, ids: readonly number[]): Promise<Map<number, string>> {
  const place = nameColumns[kind]
  if (!place || ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    name: string | null
  }>`select id, ${sql.raw(place.column)} as name from ${sql.table(place.table)}
    where id = any(${[...new Set(ids)]}::int[])`.execute(db)
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))
}

/** Return the names of the actors and targets of rows of the log, with one query per kind of target. */
export async function auditNames(db: Kysely<Database>, book: PlaceBook, rows: readonly Named[]): Promise<AuditNames[]> {
  const idsOf = new Map<string, number[]>()
  const want = (kind: string, id: number) => {
    const ids = idsOf.get(kind)
    if (ids) ids.push(id)
    else idsOf.set(kind, [id])
  }
  for (const { actor_user_id, target_kind, target_id } of rows) {
    if (actor_user_id !== null) want('user', actor_user_id)
    if (target_kind !== null && target_id !== null && isNumber.test(target_id)) want(target_kind, Number(target_id))
  }
  const found = new Map<string, ReadonlyMap<number, string>>()
  for (const [kind, ids] of idsOf) found.set(kind, await namesIn(db, kind, ids))
  const inBook: Readonly<Record<string, ReadonlyMap<number, { name: string }>>> = {
    company: book.companies,
    client: book.clients,
    account: book.accounts,
  }
  return rows.map(({ actor_user_id, target_kind, target_id }) => {
    const kind = target_kind ?? ''
    const id = Number(target_id)
    return {
      actorName: actor_user_id === null ? null : (found.get('user')?.get(actor_user_id) ?? null),
      targetName: target_id === null ? null : (inBook[kind]?.get(id)?.name ?? found.get(kind)?.get(id) ?? null),
      ...(kind === 'user' && id === actor_user_id ? { isOwn: true } : {}),
    }
  })
}

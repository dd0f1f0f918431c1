import { type Kysely, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import type { Database } from '#server/db/tables.ts'

/** Return the names of some users by id; 0 is none. */
export async function namesOfUsers(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  const known = ids.filter((id) => id > 0)
  if (known.length === 0) return names
  const { rows } = await sql<{
    id: number
    name: string
  }>`select id, name from app_user where id = any(${integers(known)}::int[])`.execute(db)
  for (const { id, name } of rows) names.set(id, name)
  return names
}

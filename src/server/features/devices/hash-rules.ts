import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { HashRulesFields, type HashRulesRow } from '#shared/hash-rules.ts'
import { defaultHashRules, type HashRules } from '#shared/transitions.ts'

/** The row of the table setting. */
export const hashRulesKey = 'hashRules'
export const hashRulesOf = (value: unknown): HashRules => {
  const stored = HashRulesFields.safeParse(value)
  return stored.success ? stored.data : defaultHashRules
}

/** The hash-rate rules in force: those of the settings, otherwise the defaults. */
export async function readHashRules(db: Kysely<Database>): Promise<HashRulesRow> {
  const row = await db.selectFrom('setting').select(['value', 'row_version']).where('key', '=', hashRulesKey).executeTakeFirst()
  return { ...hashRulesOf(row?.value), rowVersion: row?.row_version ?? 0 }
}

import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/tables.ts'
import { defaultHashRules, type HashRules } from '#shared/transitions.ts'

const HashRate = z.number().positive().max(1_000)
/** Row `hashRules` of the table setting: targets in TH/s by type, and k. */
const StoredHashRules = z.object({ targets: z.object({ T30: HashRate, T20: HashRate }), share: z.number().positive().max(1) })

/** The hash-rate rules in force: those of the settings, otherwise the defaults. */
export async function readHashRules(db: Kysely<Database>): Promise<HashRules> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'hashRules').executeTakeFirst()
  const stored = StoredHashRules.safeParse(row?.value)
  return stored.success ? stored.data : defaultHashRules
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { readMachineTypes } from '#server/services/machine-types.ts'
import { type HashRules, hashRulesOf } from '#shared/machine-types.ts'

/** Read the hash rate rules from the machine types. */
export const readHashRules = async (db: Db): Promise<HashRules> => hashRulesOf(await readMachineTypes(db))

/** Return SQL of type `cast` for a value of the machine type in `column`; null for a type that is not in `values`. */
export function byMachineType(
  column: string,
  values: Readonly<Record<string, number>>,
  cast: 'real' | 'float8',
): RawBuilder<number> {
  const cases = Object.entries(values).map(
    ([type, value]) => sql`when ${sql.ref(column)} = ${sql.lit(type)} then ${value}::${sql.raw(cast)}`,
  )
  return cases.length === 0 ? sql<number>`null::${sql.raw(cast)}` : sql<number>`(case ${sql.join(cases, sql` `)} end)`
}

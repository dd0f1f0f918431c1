import { type Kysely, type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/db/tables.ts'

/**
 * Move a machine that is away for repair to a sub-account and its client. @param from the open records to choose from;
 * at least one
 */
export async function moveOpenRepair(
  db: Kysely<Database>,
  from: RawBuilder<unknown>,
  accountId: number | null,
): Promise<void> {
  const { rows } =
    await sql`update device set client_id = (select client_id from account where id = ${accountId}), account_id = ${accountId}
    where id = (select device_id from repair_daily where ${from} and type = '送修' and not closed and voided_at is null order by id limit 1) returning id`.execute(
      db,
    )
  expect(rows).toHaveLength(1)
}

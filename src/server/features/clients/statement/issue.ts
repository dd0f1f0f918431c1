import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { isOneOf } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { lockForChange } from '#server/features/devices/fleet-lock.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Month } from '#shared/dates.ts'

/** Return the last day of a month. */
export const lastDayOf = (month: Month): string =>
  addDays(`${addDays(`${month}-28`, 7).slice(0, 'YYYY-MM'.length)}-01`, -1)

/** Return the bases in which a client has daily figures of a month. */
async function basesOf(
  db: Kysely<Database>,
  { companyIds }: DeviceSet,
  clientId: number,
  month: Month,
): Promise<number[]> {
  if (companyIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`select distinct company_id as id from daily_scope
    where kind = 'client' and scope_id = ${clientId} and ${isOneOf('company_id', companyIds)}
      and business_date between ${`${month}-01`}::date and ${lastDayOf(month)}::date`.execute(db)
  return rows.map(({ id }) => id)
}

/** Return whether there is a record already. From then on it stays, whatever happens to the print that made it. */
async function isIssuedAlready(db: Kysely<Database>, issue: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select relied_on as known from statement_issue where ${issue}`.execute(
    db,
  )
  if (rows[0] === undefined || rows[0].known) return rows.length > 0
  const kept = await sql`update statement_issue set relied_on = true where ${issue} returning client_id`.execute(db)
  return kept.rows.length > 0
}

/**
 * Record that the statement of a finished month is issued to a client, or to the sub-account that reads it, before its
 * figures are read. From then on no transfer changes that month. The lock waits for a running transfer. Only the first
 * time counts.
 * @returns a function that deletes the record again if the statement cannot be printed, unless another print relies on it
 */
export async function issueStatement(
  ctx: SignedInContext,
  set: DeviceSet,
  clientId: number,
  month: Month,
): Promise<() => Promise<void>> {
  const nothing = () => Promise.resolve()
  if (lastDayOf(month) >= businessDay(ctx.clock(), ctx.config.timeZone)) return nothing
  const first = `${month}-01`
  // A sub-account's statement covers only its own machines.
  const accountId = set.accountId ?? 0
  const issue = sql`client_id = ${clientId} and account_id = ${accountId} and month = ${first}::date`
  if (await isIssuedAlready(ctx.db, issue)) return nothing
  const bases = await basesOf(ctx.db, set, clientId, month)
  const issued = await ctx.db.transaction().execute(async (trx) => {
    for (const base of bases.sort((one, other) => one - other)) await lockForChange(trx, base)
    const { rows } = await sql`insert into statement_issue(client_id, account_id, month, issued_at, issued_by)
      values (${clientId}::int, ${accountId}::int, ${first}::date, ${ctx.clock()}::timestamptz, ${ctx.viewer.userId}::int) on conflict do nothing returning client_id`.execute(
      trx,
    )
    return rows.length > 0
  })
  // Another print has recorded it meanwhile; it may have failed and deleted its record by now.
  if (!issued) return (await isIssuedAlready(ctx.db, issue)) ? nothing : issueStatement(ctx, set, clientId, month)
  return async () => void (await sql`delete from statement_issue where ${issue} and not relied_on`.execute(ctx.db))
}

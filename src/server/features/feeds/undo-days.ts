import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'
import { type BeforePart, beforeRows, createdIds } from './before-rows.ts'
import { byHash } from './by-hash.ts'
import type { UndoableBatch } from './undo-obstacle.ts'

const measured = ['state', 'reported', 'ever_reported', 'hash_avg', 'compliant', 'batch_id'] as const
const moved = ['client_id', 'account_id', 'site_id', 'type', 'hash_target'] as const

/**
 * Gives the rows of the day what they said before.
 * @returns of how many devices the day says something else again; those without a row before lose theirs in `restoreDays`
 */
export async function restoreDayRows(trx: Transaction<Database>, { id, businessDate }: UndoableBatch, { part, whole }: BeforePart): Promise<number> {
  const columns = [...measured, ...(whole ? moved : [])]
  const list = (name: (column: (typeof columns)[number]) => string) => sql.join(columns.map((column) => sql.ref(name(column))))
  const before = beforeRows(id, part, ['device_id', 'had_day', ...columns.map((column) => `day_${column}` as const)])
  const update = sql`
    update device_daily r set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`b.day_${column}`)}`))} from ${before}
    where b.had_day and r.business_date = ${businessDate}::date and r.device_id = b.device_id
      and (${list((column) => `r.${column}`)}) is distinct from (${list((column) => `b.day_${column}`)})`
  const updated = await byHash(trx, () => update.execute(trx))
  const { rows } = await sql<{ added: number }>`
    select count(*)::int as added from ${beforeRows(id, part, ['had_day'])} where not b.had_day`.execute(trx)
  return Number(updated.numAffectedRows ?? 0) + (rows[0]?.added ?? 0)
}

/** A day that the batch opened loses all rows that were not there before. */
const removeAdded = (trx: Transaction<Database>, kept: RawBuilder<unknown>, { createTime }: UndoableBatch, day: Day, companyId: number) =>
  sql`
  delete from device_daily r where r.business_date = ${day}::date and r.company_id = ${companyId}
    and not exists (select from (${kept}) k cross join lateral unnest(k.device_ids) as there(id) where there.id = r.device_id)
    and not exists (select from device_event e where e.device_id = r.device_id and e.at > ${createTime}::timestamptz
      and e.cause not in ('feed', 'registered', 'undo')
      and not exists (select from repair_daily v where v.id = e.repair_id and v.voided_at is not null))`.execute(trx)

/**
 * Takes away the rows that the batch added to its days, and gives the sites the coverage that they had. A row stays when its device was
 * changed by a person since, otherwise than by repairs that are void: the day of a scrapping, for instance, is written only once.
 */
export async function restoreDays(trx: Transaction<Database>, batch: UndoableBatch): Promise<void> {
  const days = await sql<{ company_id: number; business_date: string; was_open: boolean }>`
    select company_id, business_date, was_open from import_before_day where batch_id = ${batch.id} order by company_id, business_date`.execute(trx)
  for (const { company_id, business_date, was_open } of days.rows) {
    const kept = sql`select * from import_before_day where batch_id = ${batch.id} and company_id = ${company_id} and business_date = ${business_date}::date`
    const created = sql`
      delete from device_daily r where r.business_date = ${business_date}::date and r.company_id = ${company_id} and r.device_id in ${createdIds(batch.id)}`
    await byHash(trx, () => created.execute(trx))
    if (!was_open) await byHash(trx, () => removeAdded(trx, kept, batch, business_date, company_id))
    await sql`delete from import_coverage where business_date = ${business_date}::date and company_id = ${company_id}`.execute(trx)
    await sql`insert into import_coverage select c.* from (${kept}) k cross join lateral jsonb_populate_recordset(null::import_coverage, k.coverage) c`.execute(
      trx,
    )
  }
}

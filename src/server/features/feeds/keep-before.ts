import { sql, type Transaction } from 'kysely'
import { unnamedMark } from '#server/db/named-statement-client.ts'
import type { Database } from '#server/db/tables.ts'
import { isOpen } from '#server/features/dailies/open-day.ts'
import type { Day } from '#shared/dates.ts'
import { arrayText, piecesOf } from './pieces.ts'
import type { PlannedRow } from './plan-lines.ts'

export type BeforeKeeping = { batchId: number; companyIds: readonly number[]; day: Day; today: Day; restated: boolean; embedded: boolean }

/** Undoing goes back so many batches of a tenant, the newest first; what older ones found is thrown away. */
const keptBatches = 3

const isStateChanged = ({ before, after }: PlannedRow): boolean => before.state !== after.state

/** How the devices and their rows of the day stand: one statement for as many rows as one statement may take. */
async function keepDevices(trx: Transaction<Database>, rows: readonly PlannedRow[], keeping: BeforeKeeping): Promise<void> {
  const { batchId, day, restated, embedded } = keeping
  const touched = rows.filter((row) => row.before.id !== 0 && (row.reported !== null || row.moved))
  for (const [part, piece] of piecesOf(touched, embedded).entries()) {
    const written = piece.map((row) => !restated && (row.moved || row.measured || isStateChanged(row)))
    const bumps = piece.map((row) => (restated ? 0 : Number(row.moved) + Number(isStateChanged(row))))
    await sql`${sql.raw(unnamedMark)}
      insert into import_before
      select ${batchId}::int, ${part}::int, array_agg(d.id), array_agg(t.written), array_agg(t.bumps), array_agg(d.client_id), array_agg(d.account_id),
        array_agg(d.site_id), array_agg(d.type), array_agg(d.state), array_agg(d.active_worker), array_agg(d.active_worker_state), array_agg(d.hash_rate),
        array_agg(d.last_report_at), array_agg(d.state_since), array_agg(d.row_version), array_agg(d.update_time), array_agg(r.device_id is not null),
        array_agg(r.client_id), array_agg(r.account_id), array_agg(r.site_id), array_agg(r.type), array_agg(r.state), array_agg(r.reported),
        array_agg(r.ever_reported), array_agg(r.hash_avg), array_agg(r.hash_target), array_agg(r.compliant), array_agg(r.batch_id)
      from unnest(${arrayText(piece.map((row) => row.before.id))}::int[], ${arrayText(written)}::boolean[], ${arrayText(bumps)}::smallint[])
        as t(id, written, bumps)
      join device d on d.id = t.id
      left join device_daily r on r.business_date = ${day}::date and r.device_id = d.id`.execute(trx)
  }
}

/** Which rows of a day are there, and what is known of its sites. An open day gets no rows but those of new devices. */
async function keepDay(trx: Transaction<Database>, { batchId }: BeforeKeeping, companyId: number, day: Day): Promise<void> {
  const open = await isOpen(trx, companyId, day)
  await sql`
    insert into import_before_day(batch_id, company_id, business_date, was_open, device_ids, coverage)
    select ${batchId}::int, ${companyId}::int, ${day}::date, ${open},
      coalesce((select array_agg(device_id) from device_daily where not ${open} and business_date = ${day}::date and company_id = ${companyId}), '{}'),
      coalesce((select jsonb_agg(to_jsonb(c)) from import_coverage c where business_date = ${day}::date and company_id = ${companyId}), '[]')`.execute(trx)
}

/**
 * Keeps what an undo gives back, before the feed writes: the devices, their rows of the day, which rows of the days there are,
 * the coverage, and the repairs whose clock is about to stop.
 */
export async function keepBefore(trx: Transaction<Database>, rows: readonly PlannedRow[], keeping: BeforeKeeping): Promise<void> {
  const { batchId, companyIds, day, today, restated } = keeping
  await keepDevices(trx, rows, keeping)
  for (const companyId of companyIds) for (const written of new Set([day, today])) await keepDay(trx, keeping, companyId, written)
  const back = restated ? [] : rows.filter((row) => row.before.state === 'repaired' && isStateChanged(row)).map(({ before }) => before.id)
  if (back.length > 0) {
    await sql`
      insert into import_before_return(batch_id, repair_id, update_time)
      select ${batchId}::int, id, update_time from repair_daily
      where device_id = any(${arrayText(back)}::int[]) and type = '送回' and back_online_at is null and voided_at is null`.execute(trx)
  }
  const outdated = sql`select id from import_batch
    where company_id = (select company_id from import_batch where id = ${batchId}) and id <= ${batchId} order by id desc offset ${keptBatches}`
  for (const table of ['import_before', 'import_before_day', 'import_before_return']) {
    await sql`delete from ${sql.table(table)} where batch_id in (${outdated})`.execute(trx)
  }
}

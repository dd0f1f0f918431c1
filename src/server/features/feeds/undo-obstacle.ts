import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { businessDay } from '#shared/dates.ts'
import type { UndoObstacle } from '#shared/feed-batches.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { beforeRows, createdIds } from './before-rows.ts'

export type UndoableBatch = {
  id: number
  companyIds: number[]
  businessDate: string
  restated: boolean
  createTime: Date
  undoneAt: Date | null
  /** Every line was refused. */
  idle: boolean
}

/** A batch that changed something and was not undone; one whose lines were all refused stands in the way of no undo. */
export const inForce = sql<boolean>`undone_at is null and created + updated + unchanged + conflict > 0`

/** So many serials are named; the rest is counted. */
const namedSerials = 5

/**
 * All that happened to a device since the batch was repairs that are void: it stands as the feed left it, so nothing of anybody is lost.
 * Every change of a state is one event and one version; a version more is somebody else's change.
 */
const allVoided = ({ id, createTime }: UndoableBatch) => sql`exists (
  select from device_event e left join repair_daily r on r.id = e.repair_id where e.device_id = d.id and e.at > ${createTime}::timestamptz
  having count(*) = d.row_version - b.row_version - coalesce(b.bumps, 0) and bool_and(coalesce(r.voided_at is not null, false)) and max(e.at) = d.update_time
    and (array_agg(e.from_state order by e.id))[1] = (array_agg(e.to_state order by e.id desc))[1])
  and not exists (select from import_before_return w join repair_daily r on r.id = w.repair_id
    where w.batch_id = ${id} and r.device_id = d.id and r.update_time <> ${createTime}::timestamptz)`

/** Devices that somebody changed after the batch, and those whose conflict of this batch somebody decided. */
async function changedSince(db: Kysely<Database>, batch: UndoableBatch): Promise<{ serials: string[]; count: number }> {
  const { id, restated, createTime } = batch
  const { rows } = await sql<{ serials: string[] | null; count: number }>`
    with changed as (
      select d.serial from ${beforeRows(id, null, ['device_id', 'written', 'bumps', 'row_version', 'update_time'])} join device d on d.id = b.device_id
      where not ${restated}::boolean
        and (d.row_version <> b.row_version + coalesce(b.bumps, 0) or d.update_time <> case when b.written then ${createTime}::timestamptz else b.update_time end)
        and not (${allVoided(batch)})
      union
      select d.serial from device d where d.id in ${createdIds(id)} and (d.row_version <> 1 or d.update_time <> ${createTime}::timestamptz
        or exists (select from device_check c where c.device_id = d.id) or exists (select from company_material m where m.machine_id = d.id))
      union
      select d.serial from feed_conflict c join device d on d.id = c.device_id where c.batch_id = ${id} and c.resolved_at is not null)
    select (array_agg(serial order by serial))[1:${sql.lit(namedSerials)}] as serials, count(*)::int as count from changed`.execute(db)
  return { serials: rows[0]?.serials ?? [], count: rows[0]?.count ?? 0 }
}

/** What is in the way of undoing a batch, in words; null = nothing. */
export async function undoObstacle(
  db: Kysely<Database>,
  batch: UndoableBatch,
  { now, timeZone, language }: { now: Date; timeZone: string; language: Language },
): Promise<UndoObstacle | null> {
  const obstacle = (code: UndoObstacle['code'], values: Record<string, string | number> = {}): UndoObstacle => ({
    code,
    text: word(language, `batch.obstacle.${code}`, values),
  })
  if (batch.undoneAt !== null) return obstacle('undone')
  if (batch.idle) return obstacle('nothing')
  const later = await sql<{ id: number }>`
    select id from import_batch where id > ${batch.id} and ${inForce} and company_ids && ${batch.companyIds}::int[] order by id desc limit 1`.execute(db)
  if (later.rows[0]) return obstacle('later', { batch: later.rows[0].id })
  if (businessDay(now, timeZone) !== businessDay(batch.createTime, timeZone)) return obstacle('dayOver')
  const kept = await sql<{ kept: boolean }>`select exists (select from import_before_day where batch_id = ${batch.id}) as kept`.execute(db)
  if (!kept.rows[0]?.kept) return obstacle('forgotten')
  const { serials, count } = await changedSince(db, batch)
  return count === 0 ? null : obstacle('changed', { count, serials: serials.join(', ') + (count > serials.length ? ' …' : '') })
}

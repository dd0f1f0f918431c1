import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { AlertMoment } from '#shared/alerts.ts'
import type { Event } from './open-events.ts'

/**
 * Insert events that open at `now`.
 * @returns the id of each event by its index in `made`; no id for an event that another transaction has opened first
 */
export async function insertEvents(
  trx: Transaction<Database>,
  made: readonly Event[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  if (made.length === 0) return new Map()
  const { rows } = await sql<{ place: number; id: number }>`
      with made as (select * from jsonb_to_recordset(${JSON.stringify(made.map((event, place) => ({ ...event, place })))}::jsonb) as m(place int, "companyId" int,
          kind text, severity text, "siteId" int, "clientId" int, "accountId" int, type text, "ruleId" int, count int, of int, "batchId" int, detail jsonb)),
      inserted as (
        insert into alert(company_id, kind, severity, site_id, client_id, account_id, type, rule_id, opened_at, last_seen_at, count_now, count_worst, count_of, batch_id, detail)
        select "companyId", kind, severity, "siteId", "clientId", "accountId", type, "ruleId", ${now}::timestamptz, ${now}::timestamptz, count, count, of, "batchId", detail
        from made order by place on conflict do nothing returning *)
      select m.place, i.id from inserted i join made m on m."companyId" = i.company_id and m.kind = i.kind and m."siteId" is not distinct from i.site_id
        and m."clientId" is not distinct from i.client_id and m."accountId" is not distinct from i.account_id and m.type is not distinct from i.type`.execute(
    trx,
  )
  return new Map(rows.map(({ place, id }) => [place, id]))
}

/** Update stored events. Ended ones get `now` as their end and the batch that ended them. */
export async function updateEvents(
  trx: Transaction<Database>,
  changed: readonly Event[],
  { now, batchId }: { now: Date; batchId: number | null },
): Promise<void> {
  if (changed.length === 0) return
  await sql`
      update alert a set severity = c.severity, rule_id = c."ruleId", last_seen_at = ${now}::timestamptz, count_now = c.count, count_worst = c.worst, count_of = c.of,
        detail = c.detail, told_at = to_timestamp(c."toldAt" / 1000.0), told_count = c."toldCount", muted_by = c."mutedBy",
        acknowledged_count = c."acknowledgedCount",
        acknowledged_at = case when c."acknowledgedCount" is null then null else a.acknowledged_at end,
        acknowledged_by = case when c."acknowledgedCount" is null then null else a.acknowledged_by end,
        reason = case when c."acknowledgedCount" is null then null else a.reason end,
        resolved_at = case when c.resolved then ${now}::timestamptz end, resolved_batch_id = case when c.resolved then ${batchId}::int end,
        taken_back = c."takenBack", row_version = a.row_version + 1
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id int, severity text, "ruleId" int, count int, worst int, of int, detail jsonb,
        "toldAt" float8, "toldCount" int, "mutedBy" text, "acknowledgedCount" int, resolved boolean, "takenBack" boolean)
      where a.id = c.id`.execute(trx)
}

type Notice = { id: number; companyId: number; moment: AlertMoment; count: number }

/** Insert notices at `now`. The outbox sends them to channels. */
export async function insertNotices(trx: Transaction<Database>, notices: readonly Notice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  await sql`insert into alert_notice(company_id, alert_id, moment, at, count)
        select "companyId", id, moment, ${now}::timestamptz, count
        from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n(id int, "companyId" int, moment text, count int) order by id`.execute(
    trx,
  )
}

import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Place } from '#shared/alert-decisions.ts'
import type { AlertKind, AlertSeverity, AlertThresholds } from '#shared/alerts.ts'
import type { DeviceType } from '#shared/devices.ts'

/**
 * A rule as used by reviews. A disabled rule still applies at its place: it opens no event there and also keeps a more
 * general rule from opening one.
 */
export type Rule = Place &
  AlertThresholds & {
    id: number
    companyId: number
    kind: AlertKind
    severity: AlertSeverity
    type: DeviceType | null
    /** HH:mm in the business time zone. */
    byTime: string | null
    enabled: boolean
  }

/**
 * Return the rules of tenants. A rule whose site, client or sub-account is in the bin is left out, and applies again
 * once that is restored.
 * @param kinds null = all
 */
export async function readRules(
  db: Db,
  companyIds: readonly number[] | null,
  kinds: readonly AlertKind[] | null = null,
): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select r.id, r.company_id as "companyId", r.kind, r.severity, r.site_id as "siteId", r.client_id as "clientId", r.account_id as "accountId", r.type,
      r.machines, r.percent, r.days, r.hours, r.by_time as "byTime", r.enabled
    from alert_rule r join company t on t.id = r.company_id and t.deleted_at is null
    left join company s on s.id = r.site_id left join client c on c.id = r.client_id left join account a on a.id = r.account_id
    where r.deleted_at is null and s.deleted_at is null and c.deleted_at is null and a.deleted_at is null
      ${companyIds === null ? sql`` : sql`and r.company_id = any(${[...companyIds]}::int[])`}
      ${kinds === null ? sql`` : sql`and r.kind = any(${[...kinds]}::text[])`} order by r.id`.execute(db)
  return rows
}

/** The default rules of a base. */
const firstRules: readonly (Pick<Rule, 'kind' | 'severity'> &
  Partial<Pick<Rule, 'machines' | 'percent' | 'days' | 'hours' | 'byTime'>>)[] = [
  { kind: 'site.outage', severity: 'critical', machines: 10, percent: 20 },
  { kind: 'site.silent', severity: 'critical', byTime: '12:00' },
  { kind: 'share.low', severity: 'warning', machines: 10, percent: 20 },
  { kind: 'feed.failed', severity: 'warning' },
  { kind: 'device.away', severity: 'notice', days: 7 },
  { kind: 'repair.late', severity: 'notice', days: 14 },
  { kind: 'conflict.open', severity: 'notice', hours: 24 },
]

/**
 * Give the default rules to each base that never had a rule. Deleted rules stay in the table, so that the defaults are
 * not added again after a user has deleted them.
 * @param companyIds null = every base
 * @returns the number of rules added
 */
export async function giveFirstRules(db: Db, now: Date, companyIds: readonly number[] | null = null): Promise<number> {
  const { rows: bases } = await sql<{
    id: number
  }>`select b.id from company b where b.kind = 'base' and b.tenant_id = b.id and b.deleted_at is null
    ${companyIds === null ? sql`` : sql`and b.id = any(${[...companyIds]}::int[])`}`.execute(db)
  // On Citus, bases are copied to all nodes and rules are on the first node, so that one statement cannot read both.
  const made = await sql`
    insert into alert_rule(company_id, kind, severity, machines, percent, days, hours, by_time, create_time, update_time)
    select b.id, f.kind, f.severity, f.machines, f.percent, f.days, f.hours, f."byTime", ${now}::timestamptz, ${now}::timestamptz
    from unnest(${bases.map(({ id }) => id)}::int[]) b(id) cross join jsonb_to_recordset(${JSON.stringify(firstRules)}::jsonb)
      as f(kind text, severity text, machines int, percent int, days int, hours int, "byTime" text)
    where not exists (select 1 from alert_rule r where r.company_id = b.id)
    on conflict do nothing`.execute(db)
  return Number(made.numAffectedRows ?? 0)
}

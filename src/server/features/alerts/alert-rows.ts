import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { AlertKind, AlertPlaceNames, AlertRow, AlertSeverity, FailureReason, MutedBy } from '#shared/alerts.ts'
import { type DeviceType, deviceStates } from '#shared/devices.ts'
import type { Language } from '#shared/i18n/index.ts'
import { eventsOf, type OwnerOf, ofOwner } from './visible-alerts.ts'

export type StoredAlert = {
  id: number
  company_id: number
  site_id: number | null
  client_id: number | null
  account_id: number | null
  type: DeviceType | null
  kind: AlertKind
  severity: AlertSeverity
  opened_at: Date
  last_seen_at: Date
  resolved_at: Date | null
  taken_back: boolean
  count_now: number
  count_worst: number
  count_of: number
  batch_id: number | null
  detail: { reason?: FailureReason; text?: string | Record<Language, string> }
  muted_by: MutedBy | null
  told_at: Date | null
  acknowledged_at: Date | null
  acknowledged_name: string | null
  reason: string | null
  row_version: number
  /**
   * For an owner of machines: how many of their machines joined the event, and how many of those are not normal now.
   */
  own: number | null
  own_down: number | null
}

/**
 * Up to this many machines of an owner are looked up one by one. Above it, all machines of the owner that are not
 * normal are read together.
 */
const fewOwn = 1_000

/** All states except `normal`, as a list for `in (…)`, so that PostgreSQL uses the index on owner and state. */
const inTrouble = sql.join(deviceStates.filter((state) => state !== 'normal').map((state) => sql.lit(state)))

/** The columns of `alert a` that a caller reads. `withDown` adds `own_down`. */
export const alertColumns = (
  owner: OwnerOf,
) => sql`a.id, a.company_id, a.site_id, a.client_id, a.account_id, a.type, a.kind, a.severity, a.opened_at, a.last_seen_at,
  a.resolved_at, a.taken_back, a.count_now, a.count_worst, a.count_of, a.batch_id, a.detail, a.muted_by, a.told_at, a.acknowledged_at, a.reason, a.row_version,
  (select name from app_user u where u.id = a.acknowledged_by) as acknowledged_name,
  ${owner === null ? sql`null::int` : sql`coalesce((select o.machines from alert_owner o where o.alert_id = a.id and ${eventsOf(owner)}), 0)`} as own,
  null::int as own_down`

/**
 * Select the machines `f` of events that belonged to an owner when they joined, still do, and are not normal now: one
 * row per machine and event.
 */
export function ownDown(
  owner: NonNullable<OwnerOf>,
  companyIds: readonly number[],
  alertIds: readonly number[],
  machines: number,
): RawBuilder<unknown> {
  const members = sql`alert_device m cross join lateral unnest(m.device_ids) f(id)`
  const companies = sql`any(${[...new Set(companyIds)]}::int[])`
  const joined = sql`m.alert_id = any(${[...alertIds]}::int[]) and ${ofOwner('m', owner)}`
  return machines <= fewOwn
    ? sql`(select m.alert_id, m.client_id, m.account_id from ${members} join device d on d.company_id = ${companies} and d.id = f.id
        where ${joined} and ${ofOwner('d', owner)} and d.state <> 'normal')`
    : sql`(with down as materialized (select d.id from device d where d.company_id = ${companies} and ${ofOwner('d', owner)} and d.state in (${inTrouble}))
        select m.alert_id, m.client_id, m.account_id from ${members} join down on down.id = f.id where ${joined})`
}

/**
 * Add to rows selected by `alertColumns`, for an owner, how many of the owner's machines in each open event are not
 * normal now.
 */
export async function withDown(
  db: Kysely<Database>,
  owner: OwnerOf,
  rows: readonly StoredAlert[],
): Promise<StoredAlert[]> {
  const open = rows.filter(({ resolved_at, own }) => resolved_at === null && own)
  if (owner === null || open.length === 0) return [...rows]
  const machines = open.reduce((sum, { own }) => sum + (own ?? 0), 0)
  const found = ownDown(
    owner,
    open.map(({ company_id }) => company_id),
    open.map(({ id }) => id),
    machines,
  )
  const counted = await sql<{
    id: number
    count: number
  }>`select alert_id as id, count(*)::int as count from ${found} down group by 1`.execute(db)
  const down = new Map(counted.rows.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, own_down: down.get(row.id) ?? 0 }))
}

type Placed = Pick<StoredAlert, 'company_id' | 'site_id' | 'client_id' | 'account_id' | 'type'>
/** Return the names of a place. */
export const namesOf = (
  { company_id, site_id, client_id, account_id, type }: Placed,
  book: PlaceBook,
): AlertPlaceNames => ({
  ...{ companyId: company_id, siteId: site_id, clientId: client_id, accountId: account_id, type },
  company: book.companies.get(company_id)?.name ?? '',
  site: site_id === null ? null : (book.companies.get(site_id)?.name ?? null),
  client: client_id === null ? null : (book.clients.get(client_id)?.name ?? null),
  account: account_id === null ? null : (book.accounts.get(account_id)?.name ?? null),
})

/**
 * Return an event as the caller may see it: an owner of machines sees only their own machines, and no reasons or names
 * of the staff.
 */
export function alertRow(stored: StoredAlert, book: PlaceBook, owner: OwnerOf, language: Language): AlertRow {
  const own = owner !== null
  const { id, kind, severity, resolved_at, taken_back, detail, acknowledged_at } = stored
  const down = resolved_at === null ? (stored.own_down ?? 0) : 0
  return {
    ...namesOf(stored, book),
    ...{ id, kind, severity, takenBack: taken_back, mutedBy: stored.muted_by, rowVersion: stored.row_version },
    openedAt: stored.opened_at.toISOString(),
    lastSeenAt: stored.last_seen_at.toISOString(),
    resolvedAt: resolved_at?.toISOString() ?? null,
    count: own ? down : stored.count_now,
    worst: own ? (stored.own ?? 0) : stored.count_worst,
    of: own ? null : stored.count_of,
    batchId: own ? null : stored.batch_id,
    failure: detail.reason ?? null,
    text: own ? null : ((typeof detail.text === 'string' ? detail.text : detail.text?.[language]) ?? null),
    toldAt: stored.told_at?.toISOString() ?? null,
    acknowledged: acknowledged_at && {
      at: acknowledged_at.toISOString(),
      by: own ? null : stored.acknowledged_name,
      reason: own ? null : stored.reason,
    },
  }
}

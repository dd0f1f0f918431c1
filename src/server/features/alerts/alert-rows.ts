import { type RawBuilder, sql } from 'kysely'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { AlertKind, AlertPlaceNames, AlertRow, AlertSeverity, FailureReason, MutedBy } from '#shared/alerts.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Language } from '#shared/i18n/index.ts'
import { type OwnerOf, ofOwner } from './visible-alerts.ts'

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
  /** Of an owner of machines: how many of his joined it, and how many of those are not normal now. */
  own: number | null
  own_down: number | null
}

/** Machines of one owner from which on those of the site are read together instead of one by one. */
const manyOwn = 1_000

/** How many of an owner's machines in the event `a` are not normal now. */
function downOf(owner: OwnerOf): RawBuilder<number> {
  const members = sql`from alert_device m where m.alert_id = a.id and ${ofOwner('m', owner)}`
  const found = sql`(select distinct unnest(m.device_ids) as id ${members}) f`
  return sql<number>`case when a.site_id is null or (select coalesce(sum(cardinality(m.device_ids)), 0) ${members}) < ${sql.lit(manyOwn)}
    then (select count(*)::int from ${found} join device d on d.company_id = a.company_id and d.id = f.id and d.state <> 'normal')
    else (select count(*)::int from ${found} left join (select id, state from device where company_id = a.company_id and site_id = a.site_id offset 0) h on h.id = f.id
      where coalesce(h.state, (select state from device gone where h.id is null and gone.company_id = a.company_id and gone.id = f.id)) <> 'normal') end`
}

/** The columns of rows of `alert`, as `a`, for a caller. */
export const alertColumns = (
  owner: OwnerOf,
) => sql`a.id, a.company_id, a.site_id, a.client_id, a.account_id, a.type, a.kind, a.severity, a.opened_at, a.last_seen_at,
  a.resolved_at, a.taken_back, a.count_now, a.count_worst, a.count_of, a.batch_id, a.detail, a.muted_by, a.told_at, a.acknowledged_at, a.reason, a.row_version,
  (select name from app_user u where u.id = a.acknowledged_by) as acknowledged_name,
  ${
    owner === null
      ? sql`null::int as own, null::int as own_down`
      : sql`(select coalesce(sum(cardinality(m.device_ids)), 0)::int from alert_device m where m.alert_id = a.id and ${ofOwner('m', owner)}) as own,
        case when a.resolved_at is null then ${downOf(owner)} end as own_down`
  }`

type Placed = Pick<StoredAlert, 'company_id' | 'site_id' | 'client_id' | 'account_id' | 'type'>
/** The names of a place. */
export const namesOf = ({ company_id, site_id, client_id, account_id, type }: Placed, book: PlaceBook): AlertPlaceNames => ({
  ...{ companyId: company_id, siteId: site_id, clientId: client_id, accountId: account_id, type },
  company: book.companies.get(company_id)?.name ?? '',
  site: site_id === null ? null : (book.companies.get(site_id)?.name ?? null),
  client: client_id === null ? null : (book.clients.get(client_id)?.name ?? null),
  account: account_id === null ? null : (book.accounts.get(account_id)?.name ?? null),
})

/** An event as a caller is told of it: an owner of machines hears of his own, and not what the staff say to each other. */
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

import { sql } from 'kysely'
import { countUpTo } from '#server/db/capped-counts.ts'
import { alertColumns, alertRow, type StoredAlert, withDown } from '#server/features/alerts/alert-rows.ts'
import { isVisibleAlert, ownerOf } from '#server/features/alerts/visible-alerts.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type AlertKind, alertSeverities } from '#shared/alerts.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Need, NeedGroup } from '#shared/today.ts'

/** Upper limit of the count of events. */
const mostCounted = 1_000
/** Kinds of a site that is down, which come first among equally severe events. */
const ofSites: readonly AlertKind[] = ['site.outage', 'site.silent']

/**
 * Return open events that the caller sees and must answer: the most severe first, a site that is down before others,
 * then the oldest. Users who answer events do not see acknowledged ones; `shownKinds` = kinds that other rows of the queue
 * show one by one.
 */
export async function events(
  ctx: SignedInContext,
  book: PlaceBook,
  shownKinds: readonly AlertKind[],
  most: number,
): Promise<{ group: NeedGroup; silent: ReadonlySet<number> }> {
  const owner = ownerOf(ctx)
  const open = sql`${await isVisibleAlert(ctx, 'open')} and alert.resolved_at is null`
  const unanswered = owner === null ? sql`alert.acknowledged_at is null` : sql`true`
  const waiting = sql`from alert where ${open} and alert.severity <> 'notice' and alert.kind <> all(${[...shownKinds]}::text[])
    and (alert.muted_by is null or alert.muted_by = 'acknowledged') and ${unanswered}`
  const order = sql`array_position(${[...alertSeverities]}::text[], severity), kind <> all(${[...ofSites]}::text[]), opened_at, id`
  const { rows } =
    await sql<StoredAlert>`select ${alertColumns(owner)} from (select id ${waiting} order by ${order} limit ${most}) s
    join alert a on a.id = s.id`.execute(ctx.readDb)
  const { totalCount, totalCapped = false } =
    rows.length < most
      ? { totalCount: rows.length }
      : await countUpTo(ctx.readDb, sql`select 1 ${waiting}`, mostCounted)
  // A silent site has one event, acknowledged or not, and no second row.
  const silentSites = await sql<{
    site_id: number
  }>`select site_id from alert where ${open} and alert.kind = 'site.silent' and alert.site_id is not null`.execute(
    ctx.readDb,
  )
  return {
    group: {
      kind: 'event',
      total: totalCount,
      totalCapped,
      rows: (await withDown(ctx.readDb, owner, rows))
        .map((stored) => needOf(stored, book, owner, ctx.request.language))
        .toSorted(byUrgency),
    },
    silent: new Set(silentSites.rows.map(({ site_id }) => site_id)),
  }
}

function needOf(stored: StoredAlert, book: PlaceBook, owner: ReturnType<typeof ownerOf>, language: Language): Need {
  const { id, kind, severity, site, company, siteId, client, count, openedAt, rowVersion } = alertRow(
    stored,
    book,
    owner,
    language,
  )
  return {
    kind: 'event',
    id,
    name: site ?? company,
    state: null,
    machines: [],
    count,
    site: site ?? company,
    siteId,
    client,
    clients: client === null ? 0 : 1,
    since: openedAt,
    note: null,
    event: { kind, severity, rowVersion },
    also: [],
  }
}

const rank = ({ event }: Need): number =>
  event === null ? 0 : alertSeverities.indexOf(event.severity) * 2 + (ofSites.includes(event.kind) ? 0 : 1)
const byUrgency = (one: Need, other: Need): number =>
  rank(one) - rank(other) || String(one.since).localeCompare(String(other.since)) || one.id - other.id

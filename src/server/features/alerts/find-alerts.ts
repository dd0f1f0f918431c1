import { type RawBuilder, sql } from 'kysely'
import { findPage, shownPage } from '#server/db/pages.ts'
import { keepList } from '#server/features/devices/serial-lists.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AlertDetail } from '#shared/alert-course.ts'
import {
  type AlertListRequest,
  type AlertMark,
  type AlertMarksRequest,
  type AlertOwner,
  type AlertRow,
  alertSeverities,
  type OpenAlerts,
} from '#shared/alerts.ts'
import { businessDay, instantOf } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { KeptSerialList } from '#shared/serial-lists.ts'
import { courseOf } from './alert-course.ts'
import { alertColumns, alertRow, ownDown, type StoredAlert, withDown } from './alert-rows.ts'
import { isUnanswered, isVisibleAlert, type OwnerOf, ofOwner, ownerOf, visibleAlerts } from './visible-alerts.ts'

const shownOpen = 10
const mostMarks = 500
const shownEarlier = 10
const midnight = (day: string, timeZone: string): Date => instantOf(`${day} 00:00:00`, timeZone)

/**
 * Return a page of events, newest first.
 * @throws AppError NOT_FOUND for a place out of scope; TOO_WIDE for a page beyond the counted ones
 */
export async function findAlerts(ctx: SignedInContext, request: AlertListRequest): Promise<Page<AlertRow>> {
  const { timeZone } = ctx.config
  const { kind, severity, open, startDate, endDate } = request
  const { from, where, ofSites } = await visibleAlerts(ctx, request)
  const conditions = [where]
  if (kind !== undefined) conditions.push(sql<boolean>`alert.kind = ${kind}`)
  if (severity !== undefined) conditions.push(sql<boolean>`alert.severity = ${severity}`)
  if (open !== undefined)
    conditions.push(open ? sql<boolean>`alert.resolved_at is null` : sql<boolean>`alert.resolved_at is not null`)
  if (endDate !== undefined) conditions.push(sql<boolean>`alert.opened_at < ${midnight(addDays(endDate, 1), timeZone)}`)
  if (startDate !== undefined)
    conditions.push(sql<boolean>`(alert.resolved_at is null or alert.resolved_at >= ${midnight(startDate, timeZone)})`)
  const owner = ownerOf(ctx)
  const page = await findPage<StoredAlert>(ctx.readDb, request, {
    from: sql`from ${from} where ${sql.join(conditions, sql` and `)}`,
    columns: sql`alert.id`,
    order: sql`order by id desc`,
    show: (shown) =>
      sql<StoredAlert>`select ${alertColumns(owner)} from ${shown} s join alert a on a.id = s.id order by a.id desc`,
    filters: [
      kind,
      severity,
      open,
      startDate,
      endDate,
      request.siteId,
      request.clientId,
      request.companyId,
      ofSites || undefined,
    ],
  })
  const book = await ctx.services.places.book()
  const shown = { ...page, data: await withDown(ctx.readDb, owner, page.data) }
  return shownPage(shown, (row) => alertRow(row, book, owner, ctx.request.language))
}

/**
 * Count the open events by severity, and those of them that wait for an answer, and return the newest ones of the worst
 * severities. All events of an owner wait, because an owner answers none.
 */
export async function openAlerts(ctx: SignedInContext, companyId?: number): Promise<OpenAlerts> {
  const owner = ownerOf(ctx)
  const { from, where } = await visibleAlerts(ctx, { companyId })
  const counted = await sql<{
    severity: keyof OpenAlerts['counts']
    count: number
    waiting: number
  }>`select severity, count(*)::int as count, (count(*) filter (where ${owner === null ? isUnanswered : sql`true`}))::int as waiting from ${from}
    where ${where} and resolved_at is null group by severity`.execute(ctx.readDb)
  const { rows } =
    await sql<StoredAlert>`select ${alertColumns(owner)} from (select id from ${from} where ${where} and resolved_at is null
    order by array_position(${[...alertSeverities]}::text[], severity), id desc limit ${shownOpen}) s join alert a on a.id = s.id
    order by array_position(${[...alertSeverities]}::text[], a.severity), a.id desc`.execute(ctx.readDb)
  const book = await ctx.services.places.book()
  const counts = { critical: 0, warning: 0, notice: 0 }
  const waiting = { ...counts }
  for (const { severity, ...row } of counted.rows) {
    counts[severity] = row.count
    waiting[severity] = row.waiting
  }
  return {
    counts,
    waiting,
    rows: (await withDown(ctx.readDb, owner, rows)).map((row) => alertRow(row, book, owner, ctx.request.language)),
  }
}

async function readAlert(ctx: SignedInContext, id: number): Promise<StoredAlert> {
  const { rows } = await sql<StoredAlert>`select ${alertColumns(ownerOf(ctx))} from alert a
    where a.id = (select alert.id from alert where alert.id = ${id} and ${await isVisibleAlert(ctx, 'one')})`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

type Owners = { client_id: number; account_id: number; count: number; down: number }
/** From this many machines on, all machines of the site are read together instead of one by one. */
const manyMembers = 500

/**
 * Select the machines of an event that are not normal now, on any site. On several nodes they are always read by their
 * ids, because a node does not look up single machines for rows of the first node.
 */
function allDown(
  { id, company_id, site_id, count_worst }: StoredAlert,
  { spread }: { spread: boolean },
): RawBuilder<unknown> {
  const members = sql`alert_device m cross join lateral unnest(m.device_ids) f(id)`
  return spread || count_worst < manyMembers || site_id === null
    ? sql`(select m.client_id, m.account_id from ${members} join device d on d.company_id = ${company_id} and d.id = f.id
        where m.alert_id = ${id} and d.state <> 'normal')`
    : sql`(select m.client_id, m.account_id from ${members}
        left join (select id, state from device where company_id = ${company_id} and site_id = ${site_id} offset 0) h on h.id = f.id
        where m.alert_id = ${id} and coalesce(h.state, (select state from device gone where h.id is null and gone.company_id = ${company_id} and gone.id = f.id)) <> 'normal')`
}

/** Return the owners of the machines in an event, and how many machines of each are not normal now. */
async function ownersOf(ctx: SignedInContext, alert: StoredAlert, owner: OwnerOf): Promise<Owners[]> {
  const { id, company_id, own } = alert
  const { keepsSumsOfAll } = await ctx.services.places.book()
  const down =
    owner === null ? allDown(alert, { spread: !keepsSumsOfAll }) : ownDown(owner, [company_id], [id], own ?? 0)
  const { rows } = await sql<Owners>`
    select m.client_id, m.account_id, sum(cardinality(m.device_ids))::int as count, coalesce(max(d.down), 0)::int as down
    from alert_device m left join (select client_id, account_id, count(*) as down from ${down} down group by 1, 2) d
      on d.client_id = m.client_id and d.account_id = m.account_id
    where m.alert_id = ${id} and ${ofOwner('m', owner)} group by 1, 2 order by 3 desc, 1, 2`.execute(ctx.db)
  return rows
}

/**
 * Return one event with its machines by owner, its notices, and earlier events at the same place.
 * @throws AppError NOT_FOUND
 */
export async function getAlert(ctx: SignedInContext, id: number): Promise<AlertDetail> {
  const stored = await readAlert(ctx, id)
  const book = await ctx.services.places.book()
  const owner = ownerOf(ctx)
  const owners = await ownersOf(ctx, stored, owner)
  const course = await courseOf(ctx, stored, owner)
  const { from, where } = await visibleAlerts(ctx)
  const earlier =
    await sql<StoredAlert>`select ${alertColumns(owner)} from alert a where a.id in (select alert.id from ${from} where ${where}
    and alert.company_id = ${stored.company_id} and ${stored.site_id === null ? sql`alert.site_id is null` : sql`alert.site_id = ${stored.site_id}`} and alert.id < ${id} order by alert.id desc limit ${shownEarlier})
    order by a.id desc`.execute(ctx.db)
  const [shown = stored] = await withDown(ctx.db, owner, [stored])
  return {
    ...alertRow(shown, book, owner, ctx.request.language),
    owners: owners.map(
      ({ client_id, account_id, count, down }): AlertOwner => ({
        ...{ clientId: client_id || null, client: book.clients.get(client_id)?.name ?? null },
        ...{ accountId: account_id || null, account: book.accounts.get(account_id)?.name ?? null, count, down },
      }),
    ),
    machines: owners.reduce((sum, { count }) => sum + count, 0),
    ...course,
    earlier: earlier.rows.map((one) => {
      const { id: other, kind, openedAt, resolvedAt, worst } = alertRow(one, book, owner, ctx.request.language)
      return { id: other, kind, openedAt, resolvedAt, worst }
    }),
  }
}

/**
 * Save the machines of an event as a serial list, so that the device list can show them.
 * @throws AppError NOT_FOUND for an event without machines of the caller; TOO_WIDE
 */
export async function keepAlertMachines(ctx: SignedInContext, id: number): Promise<KeptSerialList> {
  await readAlert(ctx, id)
  const { rows } = await sql<{
    id: number
  }>`select distinct member.id from alert_device m cross join lateral unnest(m.device_ids) member(id)
    where m.alert_id = ${id} and ${ofOwner('m', ownerOf(ctx))} order by 1`.execute(ctx.db)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  return keepList(ctx.db, ctx, {
    deviceIds: rows.map(({ id: deviceId }) => deviceId),
    origin: { kind: 'alert', alertId: id },
  })
}

/** Return the events that opened between two days, as marks for a chart of the same places. */
export async function alertMarks(ctx: SignedInContext, request: AlertMarksRequest): Promise<AlertMark[]> {
  const { timeZone } = ctx.config
  const owner = ownerOf(ctx)
  const [from, to] = [midnight(request.startDate, timeZone), midnight(addDays(request.endDate, 1), timeZone)]
  const { from: events, where, ofSites } = await visibleAlerts(ctx, request)
  const shown = sql`select alert.id from ${events} where ${where} and alert.opened_at >= ${from} and alert.opened_at < ${to} and not alert.taken_back and alert.severity <> 'notice'`
  // In the order of ids PostgreSQL would read the newer events of all other sites.
  const newest = ofSites ? sql`with own as materialized (${shown}) select id from own` : shown
  const { rows } =
    await sql<StoredAlert>`select ${alertColumns(owner)} from alert a where a.id in (${newest} order by id desc limit ${mostMarks}) order by a.id`.execute(
      ctx.readDb,
    )
  const book = await ctx.services.places.book()
  return rows.map((row) => {
    const { id, kind, severity, site, worst, of } = alertRow(row, book, owner, ctx.request.language)
    return { id, kind, severity, site, worst, of, day: businessDay(row.opened_at, timeZone) }
  })
}

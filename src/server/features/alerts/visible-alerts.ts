import { type RawBuilder, sql } from 'kysely'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { ownerKinds } from '#shared/alerts.ts'

/** An owner of machines: a client or one of its sub-accounts. */
type Owner = { kind: 'client' | 'account'; id: number }
/** The owner to whose machines the caller's view of events is limited; null = no limit, for the staff. */
export type OwnerOf = Owner | null

export const ownerOf = ({ reach, viewer }: Pick<SignedInContext, 'reach' | 'viewer'>): OwnerOf =>
  reach === 'client'
    ? { kind: 'client', id: viewer.clientId ?? -1 }
    : reach === 'account'
      ? { kind: 'account', id: viewer.accountId ?? -1 }
      : null

/** Return the condition for the rows of an owner in a table with `client_id` and `account_id`: alert_device, device. */
export const ofOwner = (table: string, owner: OwnerOf): RawBuilder<boolean> =>
  owner === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${table}.${owner.kind}_id`)} = ${owner.id}`

/** Return the condition for the rows `o` of alert_owner that belong to an owner. */
export const eventsOf = ({ kind, id }: Owner): RawBuilder<boolean> =>
  sql<boolean>`o.owner_kind = ${sql.lit(kind)} and o.owner_id = ${id}`
/** Return the condition for events that contain machines of an owner. */
const withMachines = (owner: Owner): RawBuilder<boolean> => sql<boolean>`${eventsOf(owner)} and o.machines > 0`

type Narrowed = {
  companyId?: number | undefined
  siteId?: number | undefined
  clientId?: number | undefined
  accountId?: number | undefined
}
/**
 * A subquery named `alert` to select events from, with the columns id, company_id, site_id, kind, severity, opened_at,
 * resolved_at and taken_back.
 */
export type VisibleAlerts = {
  from: RawBuilder<unknown>
  where: RawBuilder<boolean>
  /** Are they those of some sites? These may all be older than those of the other sites. */
  ofSites: boolean
}

const both = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`

/** Return the conditions of visibility by columns that both `alert` and `alert_owner` have. */
async function within(
  ctx: SignedInContext,
  { companyId, siteId, clientId, accountId }: Narrowed,
): Promise<{ conditions: RawBuilder<boolean>[]; ofSites: boolean }> {
  const set = await ctx.services.places.narrow(ctx.scope, { companyId, siteId, clientId, accountId })
  const conditions: RawBuilder<boolean>[] = []
  if (ownerOf(ctx) === null) conditions.push(await visible(ctx, 'alert', { companyId }))
  else {
    conditions.push(
      sql<boolean>`alert.company_id = any(${[...set.companyIds]}::int[])`,
      sql<boolean>`alert.kind = any(${[...ownerKinds]}::text[])`,
    )
    if (companyId !== undefined && set.siteIds !== null)
      conditions.push(sql<boolean>`alert.site_id = any(${[...set.siteIds]}::int[])`)
  }
  if (siteId !== undefined) conditions.push(sql<boolean>`alert.site_id = ${siteId}`)
  return { conditions, ofSites: set.siteIds !== null }
}

/**
 * Return the events that a caller sees: the staff sees those of its bases and sites. An owner of machines sees events
 * with machines of theirs, of the kinds that concern owners; these are read from `alert_owner`.
 * @throws AppError NOT_FOUND both for a place that does not exist and for one out of scope
 */
export async function visibleAlerts(ctx: SignedInContext, narrowed: Narrowed = {}): Promise<VisibleAlerts> {
  const { conditions, ofSites } = await within(ctx, narrowed)
  const { clientId, accountId } = narrowed
  const own = ownerOf(ctx)
  const owners = [
    ...(accountId === undefined ? [] : [eventsOf({ kind: 'account', id: accountId })]),
    ...(own === null ? [] : [withMachines(own)]),
    ...(clientId === undefined || own?.kind === 'client' ? [] : [eventsOf({ kind: 'client', id: clientId })]),
  ]
  const [narrowest, ...others] = owners
  if (narrowest === undefined) return { from: sql`alert`, where: both(conditions), ofSites }
  for (const other of others)
    conditions.push(sql<boolean>`alert.id in (select o.alert_id from alert_owner o where ${other})`)
  return {
    from: sql`(select o.alert_id as id, o.company_id, o.site_id, o.kind, o.severity, o.opened_at, o.resolved_at, o.taken_back
      from alert_owner o where ${narrowest}) alert`,
    where: both(conditions),
    ofSites,
  }
}

/**
 * The condition for the events that wait for an answer: neither acknowledged, nor silenced or muted by another event.
 * It needs the columns of the table `alert`.
 */
export const isUnanswered = sql<boolean>`alert.muted_by is null and alert.acknowledged_at is null`

/**
 * Return the condition for the rows of the table `alert` that a caller sees.
 * @param events which events the statement selects: one, or all open ones
 */
export async function isVisibleAlert(ctx: SignedInContext, events: 'one' | 'open'): Promise<RawBuilder<boolean>> {
  const { conditions } = await within(ctx, {})
  const own = ownerOf(ctx)
  if (own !== null)
    conditions.push(
      events === 'one'
        ? sql<boolean>`exists (select 1 from alert_owner o where o.alert_id = alert.id and ${withMachines(own)})`
        : sql<boolean>`alert.id in (select o.alert_id from alert_owner o where ${withMachines(own)} and o.resolved_at is null)`,
    )
  return both(conditions)
}

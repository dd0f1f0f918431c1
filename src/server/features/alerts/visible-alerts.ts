import { type RawBuilder, sql } from 'kysely'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { ownerKinds } from '#shared/alerts.ts'

/** Whose machines of an event a caller sees: null = all of those of the events that he sees. */
export type OwnerOf = { clientId: number | null; accountId: number | null } | null

export const ownerOf = ({ reach, viewer }: Pick<SignedInContext, 'reach' | 'viewer'>): OwnerOf =>
  reach === 'client' ? { clientId: viewer.clientId, accountId: null } : reach === 'account' ? { clientId: null, accountId: viewer.accountId } : null

/** The members of an owner among the rows `table` of alert_device. */
export const ofOwner = (table: string, owner: OwnerOf): RawBuilder<boolean> => {
  if (owner === null) return sql<boolean>`true`
  const [column, id] = owner.accountId === null ? ['client_id', owner.clientId] : ['account_id', owner.accountId]
  return sql<boolean>`${sql.ref(`${table}.${column}`)} = ${id ?? -1}`
}

type Narrowed = {
  companyId?: number | undefined
  siteId?: number | undefined
  clientId?: number | undefined
  accountId?: number | undefined
  /** Few events are left by other conditions, or looked at in order: each is asked whether it is an owner's, instead of all that are his. */
  few?: boolean
}

/**
 * The events, in the table `alert`, that a caller sees: the staff those of its bases and sites; owners of machines those in which machines of
 * theirs are, of the kinds that concern them.
 * @throws AppError NOT_FOUND for a place that is missing or out of reach, alike
 */
export async function visibleAlerts(
  ctx: SignedInContext,
  { companyId, siteId, clientId, accountId, few = false }: Narrowed = {},
): Promise<RawBuilder<boolean>> {
  const set = await ctx.services.places.narrow(ctx.scope, { companyId, siteId, clientId, accountId })
  const conditions: RawBuilder<boolean>[] = []
  const owner = ownerOf(ctx)
  if (owner === null) conditions.push(await visible(ctx, 'alert', { companyId }))
  else {
    const members = sql`from alert_device m where m.company_id = any(${[...set.companyIds]}::int[]) and ${ofOwner('m', owner)}`
    const own = few ? sql<boolean>`exists (select 1 ${members} and m.alert_id = alert.id offset 0)` : sql<boolean>`alert.id in (select m.alert_id ${members})`
    conditions.push(sql<boolean>`alert.company_id = any(${[...set.companyIds]}::int[])`, sql<boolean>`alert.kind = any(${[...ownerKinds]}::text[])`, own)
    if (companyId !== undefined && set.siteIds !== null) conditions.push(sql<boolean>`alert.site_id = any(${[...set.siteIds]}::int[])`)
  }
  if (siteId !== undefined) conditions.push(sql<boolean>`alert.site_id = ${siteId}`)
  if (owner === null && clientId !== undefined)
    conditions.push(sql<boolean>`(alert.client_id = ${clientId} or alert.id in (select m.alert_id from alert_device m
      where m.company_id = any(${[...set.companyIds]}::int[]) and m.client_id = ${clientId}))`)
  if (owner === null && accountId !== undefined)
    conditions.push(
      sql<boolean>`(alert.account_id = ${accountId} or exists (select 1 from alert_device m where m.alert_id = alert.id and m.account_id = ${accountId}))`,
    )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

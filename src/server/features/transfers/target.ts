import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { OwnerIds } from '#shared/ownership.ts'
import type { TransferTarget } from '#shared/transfers.ts'

/** The owner and site of a machine, on a day or currently; 0 = none, as in day rows. */
export type Owner = OwnerIds

/** The target of a transfer; undefined = unchanged, 0 = none any more. `companyId` is the base of the site. */
export type Target = {
  companyId: number | undefined
  siteId: number | undefined
  clientId: number | undefined
  accountId: number | undefined
}

/**
 * Return the new owner for a current or a day's owner: unnamed parts are unchanged. A sub-account belongs to its
 * client: a machine with a new client loses the former one's sub-account.
 */
export function given(target: Target, owner: Owner): Owner {
  const clientId = target.clientId ?? owner.clientId
  return {
    companyId: target.companyId ?? owner.companyId,
    siteId: target.siteId ?? owner.siteId,
    clientId,
    accountId: target.accountId ?? (clientId === owner.clientId ? owner.accountId : 0),
  }
}

export const isSame = (one: Owner, other: Owner): boolean =>
  one.companyId === other.companyId &&
  one.siteId === other.siteId &&
  one.clientId === other.clientId &&
  one.accountId === other.accountId

/** Return whether figures of a client or a sub-account change, not only the site. */
export const isOtherOwner = (one: Owner, other: Owner): boolean =>
  one.clientId !== other.clientId || one.accountId !== other.accountId

const columns = ['company_id', 'site_id', 'client_id', 'account_id'] as const
type Column = (typeof columns)[number]

/** The same as `given`, for columns of a row of device_daily, or of device (where none is null). */
function givenColumn(
  target: Target,
  column: Column,
  of: (column: Column) => RawBuilder<number>,
): RawBuilder<number> | null {
  const { companyId, siteId, clientId, accountId } = target
  if (column === 'company_id') return companyId === undefined ? null : sql<number>`${companyId}::int`
  if (column === 'site_id') return siteId === undefined ? null : sql<number>`${siteId}::int`
  if (column === 'client_id') return clientId === undefined ? null : sql<number>`${clientId}::int`
  if (accountId !== undefined) return sql<number>`${accountId}::int`
  return clientId === undefined
    ? null
    : sql<number>`case when ${of('client_id')} = ${clientId}::int then ${of('account_id')} else 0 end`
}

/** Return the columns that a transfer sets, with their new values, 0 = none. */
export const assigned = (
  target: Target,
  of: (column: Column) => RawBuilder<number>,
): { column: Column; value: RawBuilder<number> }[] =>
  columns.flatMap((column) => {
    const value = givenColumn(target, column, of)
    return value === null ? [] : [{ column, value }]
  })

const missing = (field: 'siteId' | 'clientId' | 'accountId') => new AppError('NOT_FOUND', { field })

/**
 * Return whether the caller may give machines to a client or a sub-account: it belongs to an own base, or the caller
 * sees its machines.
 */
async function isInReach(
  ctx: SignedInContext,
  set: DeviceSet,
  companyId: number,
  filter: { clientId: number } | { accountId: number },
): Promise<boolean> {
  if (set.companyIds.includes(companyId)) return true
  return ctx.services.places.narrow(ctx.scope, filter).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return false
      throw error
    },
  )
}

/**
 * Look up the target of a request.
 * @param set the set that the caller may write
 * @throws AppError NOT_FOUND for a place that is missing, deleted or foreign, alike; VALIDATION for a sub-account of
 * another client
 */
export async function resolveTarget(
  ctx: SignedInContext,
  book: PlaceBook,
  set: DeviceSet,
  to: TransferTarget,
): Promise<Target> {
  const { siteId, clientId, accountId } = to
  const site = siteId === undefined ? undefined : book.companies.get(siteId)
  if (siteId !== undefined) {
    const isOwn =
      site?.kind === 'base' &&
      !site.deleted &&
      set.companyIds.includes(site.tenantId) &&
      (set.siteIds?.includes(siteId) ?? true)
    if (!isOwn) throw missing('siteId')
  }
  const client = clientId ? book.clients.get(clientId) : undefined
  if (clientId && (!client || client.deleted || !(await isInReach(ctx, set, client.companyId, { clientId }))))
    throw missing('clientId')
  const account = accountId ? book.accounts.get(accountId) : undefined
  if (accountId && (!account || account.deleted || !(await isInReach(ctx, set, account.companyId, { accountId }))))
    throw missing('accountId')
  if (account && clientId !== undefined && account.clientId !== clientId)
    throw new AppError('VALIDATION', { field: 'accountId', problem: 'transfer.problem.accountOfOther' })
  return { companyId: site?.tenantId, siteId, clientId: account?.clientId ?? clientId, accountId }
}

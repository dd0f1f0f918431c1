import { stateCounts } from '#server/db/device-counts.ts'
import { placeCountsOf } from '#server/services/places/place-rows.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { byName } from '#shared/name-order.ts'
import type { AccountDetail, NamedPlace } from '#shared/places.ts'

/**
 * Return one sub-account with the counts of its devices by state.
 * @throws AppError NOT_FOUND for an account that does not exist or is out of the caller's scope
 */
export async function getAccount(ctx: SignedInContext, id: number): Promise<AccountDetail> {
  const { places } = ctx.services
  const set = await places.narrow(ctx.scope, { accountId: id })
  const book = await places.book()
  const [account, counts] = await Promise.all([
    ctx.readDb
      .selectFrom('account')
      .select(['id', 'name', 'client_id', 'site_id', 'row_version'])
      .where('id', '=', id)
      .executeTakeFirst(),
    stateCounts(ctx.readDb, set),
  ])
  if (!account) throw new AppError('NOT_FOUND')
  return {
    id: account.id,
    name: account.name,
    clientId: account.client_id,
    client: book.clients.get(account.client_id)?.name ?? '',
    siteId: account.site_id,
    site: account.site_id === null ? null : (book.companies.get(account.site_id)?.name ?? null),
    rowVersion: account.row_version,
    ...placeCountsOf(counts),
  }
}

/**
 * Return the sub-accounts that the form of a site or of a client can choose from: those without a site, and those that
 * already belong to this site or client. Id 0 means a new site or client.
 * @throws AppError NOT_FOUND for an id that is neither a site nor a client
 */
export async function unassignedAccounts(ctx: SignedInContext, id: number): Promise<NamedPlace[]> {
  const { accounts, companies, clients } = await ctx.services.places.book()
  const site = companies.get(id)
  const isSite = site?.kind === 'base' && !site.deleted
  const client = clients.get(id)
  if (id !== 0 && !isSite && (!client || client.deleted)) throw new AppError('NOT_FOUND')
  return [...accounts.values()]
    .filter(
      ({ deleted, siteId, clientId }) => !deleted && (siteId === null || (isSite ? siteId === id : clientId === id)),
    )
    .sort(byName)
    .map(({ id: accountId, name }) => ({ id: accountId, name }))
}

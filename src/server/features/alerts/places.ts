import { requireType } from '#server/services/machine-types.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { DeviceType } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'

/** The place that a rule or silence names. */
export type PlaceFilters = {
  companyId?: number | undefined
  siteId?: number | undefined
  clientId?: number | undefined
  accountId?: number | undefined
  type?: DeviceType | undefined
}
export type PlaceColumns = {
  company_id: number
  site_id: number | null
  client_id: number | null
  account_id: number | null
  type: DeviceType | null
}

/**
 * Return the place columns of a new rule or silence: the named site, or else the base of the named company or of the
 * company that the caller works in. A caller who sees only some sites of the base must name one of them.
 * @throws AppError NOT_FOUND both for a place that does not exist and for one out of scope; VALIDATION at `companyId`
 * when the company is headquarters
 */
export async function placeColumns(
  ctx: SignedInContext,
  { companyId, siteId, clientId, accountId, type }: PlaceFilters,
): Promise<PlaceColumns> {
  const { places } = ctx.services
  const set = await places.narrow(ctx.scope, { companyId, siteId, clientId, accountId })
  const book = await places.book()
  const company = book.companies.get(siteId ?? companyId ?? ctx.viewer.companyId)
  if (company?.kind === 'headquarters' && ctx.viewer.companyKind === 'headquarters')
    throw refusedField(ctx, 'companyId', 'problem.noBase')
  const tenantId = company?.tenantId
  if (tenantId === undefined || !set.companyIds.includes(tenantId))
    throw new AppError('NOT_FOUND', { field: siteId === undefined ? 'companyId' : 'siteId' })
  const ofType = type === undefined ? null : requireType(book.types, type)
  const narrowedToSites = ctx.scope.branches.some(
    (branch) => branch.companyId === tenantId && branch.siteIds !== undefined,
  )
  // A company below the base is one of its sites.
  const below = companyId !== undefined && companyId !== tenantId ? companyId : undefined
  const site = siteId ?? below ?? null
  if (site === null && narrowedToSites) throw new AppError('NOT_FOUND', { field: 'siteId' })
  return {
    company_id: tenantId,
    site_id: site,
    client_id: clientId ?? null,
    account_id: accountId ?? null,
    type: ofType,
  }
}

import { sql } from 'kysely'
import { changeRow, createRow, recordKind } from '#server/db/records.ts'
import type { Trx } from '#server/db/tables.ts'
import { keepPictures } from '#server/features/attachments/pictures.ts'
import { rescoped } from '#server/services/places/rescoped.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { defaultSeats, type SiteSave, type SiteUpdate } from '#shared/place-forms.ts'
import type { SiteDetail } from '#shared/places.ts'
import { getSite } from './detail.ts'

const company = recordKind({
  table: 'company',
  kind: 'company',
  columns: [
    'name',
    'domain',
    'province',
    'city',
    'region',
    'pic_id',
    'small_pic_id',
    'total_number',
    'super_company_id',
    'tenant_id',
  ],
})

/**
 * @throws AppError VALIDATION for a sub-domain that another company has, including deleted ones: old links must not
 * lead elsewhere
 */
async function checkDomain(ctx: SignedInContext, trx: Trx, domain: string, id: number): Promise<void> {
  const { rows } = await sql`select from company where lower(domain) = lower(${domain}) and id <> ${id}`.execute(trx)
  if (rows.length > 0)
    throw new AppError('VALIDATION', {
      fields: [{ field: 'domain', problem: word(ctx.request.language, 'places.domainTaken') }],
    })
}

/**
 * Refuse a duplicate name below one company, which lists and files could not distinguish. The parent row is locked, so
 * that one of two concurrent saves wins.
 * @throws AppError VALIDATION
 */
async function checkName(
  ctx: SignedInContext,
  trx: Trx,
  name: string,
  { id, above }: { id: number; above: number | null },
): Promise<void> {
  await sql`select from company where id = ${above} for update`.execute(trx)
  const { rows } =
    await sql`select from company where super_company_id = ${above} and name = ${name} and id <> ${id} and deleted_at is null`.execute(
      trx,
    )
  if (rows.length > 0)
    throw new AppError('VALIDATION', {
      fields: [{ field: 'name', problem: word(ctx.request.language, 'places.nameTaken') }],
    })
}

/**
 * Assign exactly these sub-accounts to the site.
 * @throws AppError NOT_FOUND for an account that is missing or belongs to another site
 */
async function placeAccounts(
  trx: Trx,
  siteId: number,
  accounts: readonly number[] | undefined,
  now: Date,
): Promise<void> {
  if (accounts === undefined) return
  const ids = [...new Set(accounts)]
  await sql`update account set site_id = null, update_time = ${now}, row_version = row_version + 1
    where site_id = ${siteId} and not id = any(${ids}::int[])`.execute(trx)
  const placed =
    await sql`select id from account where id = any(${ids}::int[]) and deleted_at is null and (site_id is null or site_id = ${siteId}) for update`.execute(
      trx,
    )
  if (placed.rows.length !== ids.length) throw new AppError('NOT_FOUND')
  await sql`update account set site_id = ${siteId}, update_time = ${now}, row_version = row_version + 1
    where id = any(${ids}::int[]) and site_id is null`.execute(trx)
}

/** Return headquarters, or a base that the caller reaches. @throws AppError NOT_FOUND */
async function superiorOf(
  ctx: SignedInContext,
  id: number | undefined,
): Promise<{ id: number; tenantId: number | null }> {
  const { places } = ctx.services
  const { companies } = await places.book()
  const superior = companies.get(id ?? ctx.viewer.companyId)
  if (!superior || superior.deleted) throw new AppError('NOT_FOUND')
  if (superior.kind === 'headquarters') {
    if (!ctx.scope.everything) throw new AppError('NOT_FOUND')
    return { id: superior.id, tenantId: null }
  }
  await places.narrow(ctx.scope, { companyId: superior.id })
  return { id: superior.id, tenantId: superior.tenantId }
}

/** Create a site: below headquarters it is a base of its own, below a base one of its sites. */
export async function saveSite(ctx: SignedInContext, input: SiteSave): Promise<SiteDetail> {
  const superior = await superiorOf(ctx, input.superCompanyId)
  const { name, domain, totalNumber = defaultSeats, province, city, region, picId, smallPicId } = input
  const { id } = await createRow(ctx, company, {
    action: 'sites.save',
    companyId: ctx.viewer.companyId,
    values: async (trx) => {
      const { rows } = await sql<{
        id: number
      }>`select nextval(pg_get_serial_sequence('company', 'id'))::int as id`.execute(trx)
      const made = rows[0]?.id ?? 0
      await checkDomain(ctx, trx, domain, made)
      await checkName(ctx, trx, name, { id: made, above: superior.id })
      const above = { super_company_id: superior.id, tenant_id: superior.tenantId ?? made }
      const pictures = { pic_id: picId, small_pic_id: smallPicId }
      return {
        id: made,
        kind: 'base' as const,
        name,
        domain,
        province,
        city,
        region,
        total_number: totalNumber,
        ...above,
        ...pictures,
      }
    },
    also: async (made, trx) => {
      await placeAccounts(trx, made.id, input.accounts, ctx.clock())
      await keepPictures(trx, pictureOwner(ctx, made), [picId ?? null, smallPicId ?? null])
    },
    details: { after: input },
  })
  return getSite(await rescoped(ctx), id)
}

const pictureOwner = (ctx: SignedInContext, { id, tenant_id }: { id: number; tenant_id: number }) => ({
  kind: 'company' as const,
  ownerId: id,
  companyId: tenant_id,
  userId: ctx.viewer.userId,
  now: ctx.clock(),
})

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS when `rowVersion` is outdated, VALIDATION, also for another parent */
export async function updateSite(ctx: SignedInContext, input: SiteUpdate): Promise<SiteDetail> {
  await ctx.services.places.narrow(ctx.scope, { siteId: input.id })
  const { id, name, domain, totalNumber, province, city, region, superCompanyId } = input
  await changeRow(ctx, company, input, {
    action: 'sites.update',
    companyId: ctx.viewer.companyId,
    set: async (before, trx) => {
      if (superCompanyId !== undefined && superCompanyId !== before.super_company_id)
        throw new AppError('VALIDATION', { field: 'superCompanyId', problem: 'places.siteStays' })
      if (domain !== undefined) await checkDomain(ctx, trx, domain, id)
      if (name !== undefined && name !== before.name)
        await checkName(ctx, trx, name, { id, above: before.super_company_id })
      const { picId: pic_id = before.pic_id, smallPicId: small_pic_id = before.small_pic_id } = input
      await keepPictures(trx, pictureOwner(ctx, before), [pic_id, small_pic_id])
      return { name, domain, province, city, region, pic_id, small_pic_id, total_number: totalNumber }
    },
    also: (_, trx) => placeAccounts(trx, id, input.accounts, ctx.clock()),
    details: ({ id: _, ...before }) => ({ before, after: input }),
  })
  return getSite(await rescoped(ctx), id)
}

import { sql } from 'kysely'
import { stateCounts } from '#server/db/device-counts.ts'
import { allAccounts } from '#server/features/accounts/queries.ts'
import { picturesById } from '#server/features/attachments/pictures.ts'
import { placeCountsOf } from '#server/services/places/place-rows.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { SiteDetail } from '#shared/places.ts'

/**
 * Return one site with the fields of its form and its devices by state. Only staff see quotas.
 * @throws AppError NOT_FOUND for a site that is missing or out of scope
 */
export async function getSite(ctx: SignedInContext, id: number): Promise<SiteDetail> {
  const { places } = ctx.services
  const set = await places.narrow(ctx.scope, { siteId: id })
  const book = await places.book()
  const personal = set.clientId !== null || set.accountId !== null
  const db = ctx.readDb
  const [site, counts, accounts] = await Promise.all([
    db
      .selectFrom('company')
      .select([
        'id',
        'name',
        'kind',
        'domain',
        'province',
        'city',
        'region',
        'small_pic_id',
        'pic_id',
        'super_company_id',
        'total_number',
        'row_version',
      ])
      .select(
        sql<number>`(select count(*)::int from app_user u where u.home_company_id = company.id and u.deleted_at is null)`.as(
          'users',
        ),
      )
      .where('id', '=', id)
      .executeTakeFirst(),
    stateCounts(db, set),
    allAccounts(db, book, set),
  ])
  if (!site) throw new AppError('NOT_FOUND')
  const pictures = await picturesById(ctx, [site.pic_id, site.small_pic_id])
  return {
    id: site.id,
    name: site.name,
    kind: site.kind,
    domain: site.domain,
    superCompanyId: site.super_company_id,
    superCompany: site.super_company_id === null ? null : (book.companies.get(site.super_company_id)?.name ?? null),
    province: site.province,
    city: site.city,
    region: site.region,
    smallPicId: site.small_pic_id,
    picId: site.pic_id,
    smallPic: pictures.get(site.small_pic_id ?? 0) ?? null,
    pic: pictures.get(site.pic_id ?? 0) ?? null,
    totalNumber: personal ? null : site.total_number,
    remainNumber: personal ? null : site.total_number - site.users,
    accounts: accounts.filter(({ siteId }) => siteId === site.id).map((account) => account.id),
    rowVersion: site.row_version,
    ...placeCountsOf(counts),
  }
}

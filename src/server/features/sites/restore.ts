import { sql } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { nameTaken } from '#server/features/clients/bin.ts'
import { openDay } from '#server/features/dailies/open-day.ts'
import { readHashRules } from '#server/features/devices/hash-rules.ts'
import { rescoped } from '#server/services/places/rescoped.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import type { Page } from '#shared/paging.ts'
import type { DeletedSite, SiteDetail } from '#shared/places.ts'
import { devicesOn, restorableUntil } from './delete.ts'
import { getSite } from './detail.ts'

/** Select deletions that the caller may see: of the tenants in scope; headquarters also sees deleted tenants. */
const inReach = ({ scope }: SignedInContext) =>
  scope.everything
    ? sql<boolean>`true`
    : sql<boolean>`c.tenant_id = any(${scope.branches.map(({ companyId }) => companyId)}::int[])`

/** Return the deleted sites of the caller's bases that can be restored, the latest first. */
export async function findDeletedSites(ctx: SignedInContext): Promise<Page<DeletedSite>> {
  type Row = { id: number; name: string; company_ids: number[]; actor: string; deleted_at: Date; users: number }
  const { rows } = await sql<Row>`select c.id, c.name, d.company_ids, d.actor, d.deleted_at,
      (select count(*)::int from app_user u where u.home_company_id = any(d.company_ids) and u.deleted_at is null) as users
    from site_deletion d join company c on c.id = d.company_id where ${inReach(ctx)} order by d.deleted_at desc, c.id`.execute(
    ctx.db,
  )
  const data: DeletedSite[] = []
  for (const { company_ids, deleted_at, ...row } of rows) {
    const devices = await devicesOn(ctx.db, company_ids)
    data.push({
      ...row,
      sites: company_ids.length,
      devices,
      deletedAt: deleted_at.toISOString(),
      restorableUntil: restorableUntil(deleted_at),
    })
  }
  return { data, totalCount: data.length }
}

type Bin = {
  name: string
  taken: boolean
  company_ids: number[]
  accounts: Record<string, number>
  tenant_id: number
  above_deleted: boolean
}

/**
 * Restore a deleted site with its users and data, and reassign its sub-accounts that have no other site now. Its users
 * must sign in again.
 * @throws AppError NOT_FOUND for a site that is not deleted or out of reach, IN_USE while its parent is deleted,
 * DUPLICATE when another site has its name now
 */
export async function restoreSite(ctx: SignedInContext, id: number): Promise<SiteDetail> {
  const now = ctx.clock()
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<Bin>`select c.name, d.company_ids, d.accounts, c.tenant_id, above.deleted_at is not null as above_deleted,
        exists (select from company o where o.super_company_id is not distinct from c.super_company_id and o.name = c.name and o.deleted_at is null) as taken
      from site_deletion d join company c on c.id = d.company_id left join company above on above.id = c.super_company_id
      where d.company_id = ${id} and ${inReach(ctx)} for update of d`.execute(trx)
    const [bin] = rows
    if (!bin) throw new AppError('NOT_FOUND')
    if (bin.above_deleted)
      throw new AppError('IN_USE', { sentence: word(ctx.request.language, 'places.restoreAbove', { name: bin.name }) })
    if (bin.taken) throw nameTaken(ctx, bin.name)
    await sql`update company set deleted_at = null, update_time = ${now}, row_version = row_version + 1 where id = any(${bin.company_ids}::int[])`.execute(
      trx,
    )
    await sql`update account set site_id = placed.value::int, update_time = ${now}, row_version = row_version + 1
      from jsonb_each_text(${JSON.stringify(bin.accounts)}::jsonb) placed(key, value)
      where account.id = placed.key::int and account.site_id is null and account.deleted_at is null`.execute(trx)
    await trx.deleteFrom('site_deletion').where('company_id', '=', id).execute()
    const { timeZone, databaseUrl } = ctx.config
    const opening = { day: businessDay(now, timeZone), rules: await readHashRules(trx), embedded: databaseUrl === null }
    // Days that began while the base was deleted have no rows and are unknown; today's has.
    if (bin.tenant_id === id) await openDay(trx, [id], opening)
    const details = { companies: bin.company_ids }
    await auditRow(
      trx,
      ctx,
      { kind: 'company' },
      { id },
      { action: 'sites.restore', companyId: ctx.viewer.companyId, details },
    )
  })
  return getSite(await rescoped(ctx), id)
}

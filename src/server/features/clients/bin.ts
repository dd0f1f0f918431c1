import { sql } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import type { Trx } from '#server/db/tables.ts'
import { getAccount } from '#server/features/accounts/detail.ts'
import { rescoped } from '#server/services/places/rescoped.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import type { Page } from '#shared/paging.ts'
import { type AccountDetail, type ClientDetail, type DeletedOwner, siteBinDays } from '#shared/places.ts'
import { getClient } from './detail.ts'

type Kind = DeletedOwner['kind']
const dayMs = 86_400_000
/** Return the condition for rows of the bin that the caller may see, from the last 30 days. */
const inReach = ({ scope, clock }: SignedInContext) => sql`d.deleted_at >= ${since(clock())}
  and ${scope.everything ? sql`true` : sql`d.company_id = any(${scope.branches.map(({ companyId }) => companyId)}::int[])`}`
const since = (now: Date) => new Date(now.getTime() - siteBinDays * dayMs)

/**
 * What a deletion puts into the bin: a client with its sub-accounts, or one sub-account. `accounts` = sub-account id →
 * the id of its site.
 */
type Deleted = { kind: Kind; id: number; companyId: number; accounts: Record<string, number | null> }

/** Store what is deleted, so that `restoreOwner` can restore all of it. */
export async function keepInBin(
  trx: Trx,
  ctx: SignedInContext,
  { kind, id, companyId, accounts }: Deleted,
  now: Date,
): Promise<void> {
  const actor = ctx.viewer.actor === 'cli' ? 'cli' : ctx.viewer.name
  const owner = kind === 'client' ? { client_id: id } : { account_id: id }
  const row = { company_id: companyId, accounts: JSON.stringify(accounts), actor, deleted_at: now }
  await trx
    .insertInto('owner_deletion')
    .values({ ...row, ...owner })
    .execute()
}

/** Return the deleted clients and sub-accounts of the caller's companies that can be restored, latest first. */
export async function findDeletedOwners(ctx: SignedInContext): Promise<Page<DeletedOwner>> {
  type Row = Omit<DeletedOwner, 'deletedAt' | 'restorableUntil'> & { deleted_at: Date }
  const { rows } = await sql<Row>`select case when d.client_id is null then 'account' else 'client' end as kind,
      coalesce(d.client_id, d.account_id) as id, coalesce(k.name, a.name) as name, owner.name as client, c.name as company,
      (select count(*)::int from jsonb_object_keys(d.accounts)) as accounts, d.actor, d.deleted_at
    from owner_deletion d join company c on c.id = d.company_id
      left join client k on k.id = d.client_id left join account a on a.id = d.account_id left join client owner on owner.id = a.client_id
    where ${inReach(ctx)} order by d.deleted_at desc, d.id desc`.execute(ctx.db)
  const until = (deleted: Date) => new Date(deleted.getTime() + siteBinDays * dayMs).toISOString()
  const data = rows.map(({ deleted_at, ...row }) => ({
    ...row,
    deletedAt: deleted_at.toISOString(),
    restorableUntil: until(deleted_at),
  }))
  return { data, totalCount: data.length }
}

/** Return the error for a name that another record has taken meanwhile. @throws AppError DUPLICATE with the name */
export const nameTaken = (ctx: SignedInContext, name: string): AppError =>
  new AppError('DUPLICATE', { sentence: word(ctx.request.language, 'places.restoreNameTaken', { name }) })

type Bin = {
  id: number
  name: string
  company_id: number
  client_id: number
  accounts: Record<string, number | null>
  above_deleted: boolean
  taken: boolean
}

/** Lock the row of the bin and the deleted client or sub-account. */
async function holdBin(trx: Trx, ctx: SignedInContext, kind: Kind, id: number): Promise<Bin | undefined> {
  const { rows } = await (kind === 'client'
    ? sql<Bin>`select d.id, k.name, d.company_id, k.id as client_id, d.accounts, c.deleted_at is not null as above_deleted,
          exists (select from client o where o.company_id = k.company_id and o.name = k.name and o.deleted_at is null) as taken
        from owner_deletion d join client k on k.id = d.client_id join company c on c.id = d.company_id
        where d.client_id = ${id} and ${inReach(ctx)} for update of d, k`
    : sql<Bin>`select d.id, a.name, d.company_id, a.client_id, d.accounts, c.deleted_at is not null or k.deleted_at is not null as above_deleted,
          exists (select from account o where o.client_id = a.client_id and o.name = a.name and o.deleted_at is null) as taken
        from owner_deletion d join account a on a.id = d.account_id join client k on k.id = a.client_id join company c on c.id = d.company_id
        where d.account_id = ${id} and ${inReach(ctx)} for update of d, a`
  ).execute(trx)
  return rows[0]
}

/**
 * Restore a deleted client or sub-account: the sub-accounts at their former sites, unless these are deleted, and the
 * pictures.
 * @throws AppError NOT_FOUND both for one that is not in the bin and for one out of scope; IN_USE while its base or
 * client is deleted; DUPLICATE when its name is taken
 */
async function restoreOwner(ctx: SignedInContext, kind: Kind, id: number): Promise<void> {
  const now = ctx.clock()
  await ctx.db.transaction().execute(async (trx) => {
    const bin = await holdBin(trx, ctx, kind, id)
    if (!bin) throw new AppError('NOT_FOUND')
    if (bin.above_deleted)
      throw new AppError('IN_USE', { sentence: word(ctx.request.language, 'places.restoreAbove', { name: bin.name }) })
    if (bin.taken) throw nameTaken(ctx, bin.name)
    if (kind === 'client') {
      await sql`update client set deleted_at = null, update_time = ${now}, row_version = row_version + 1 where id = ${id}`.execute(
        trx,
      )
      await sql`update attachment set deleted_at = null where owner_kind = 'client' and owner_id = ${id}
        and id in (select unnest(array[pic_id, small_pic_id]) from client where id = ${id})`.execute(trx)
    }
    await sql`update account set deleted_at = null, update_time = ${now}, row_version = row_version + 1,
        site_id = (select c.id from company c where c.id = was.value::int and c.deleted_at is null)
      from jsonb_each_text(${JSON.stringify(bin.accounts)}::jsonb) was(key, value) where account.id = was.key::int`.execute(
      trx,
    )
    await trx.deleteFrom('owner_deletion').where('id', '=', bin.id).execute()
    const details = { name: bin.name, accounts: Object.keys(bin.accounts).map(Number) }
    await auditRow(trx, ctx, { kind }, { id, company_id: bin.company_id }, { action: `${kind}s.restore`, details })
  })
}

export async function restoreClient(ctx: SignedInContext, id: number): Promise<ClientDetail> {
  await restoreOwner(ctx, 'client', id)
  return getClient(await rescoped(ctx), id)
}

export async function restoreAccount(ctx: SignedInContext, id: number): Promise<AccountDetail> {
  await restoreOwner(ctx, 'account', id)
  return getAccount(await rescoped(ctx), id)
}

/**
 * Remove entries from the bin after 30 days. The records stay deleted, and stay in figures of the past.
 * @returns how many entries
 */
export async function sweepDeletedOwners(db: Pick<Trx, 'deleteFrom'>, now: Date): Promise<number> {
  const swept = await db.deleteFrom('owner_deletion').where('deleted_at', '<', since(now)).executeTakeFirst()
  return Number(swept.numDeletedRows)
}

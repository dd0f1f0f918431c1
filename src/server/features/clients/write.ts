import { keepPictures } from '#server/features/attachments/pictures.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { ClientSave, ClientUpdate } from '#shared/place-forms.ts'
import type { ClientDetail } from '#shared/places.ts'
import { getClient } from './detail.ts'

/** The base that a client shall belong to: the one that is named, or the caller's own. @throws AppError NOT_FOUND */
async function baseOf(ctx: SignedInContext, id: number | undefined): Promise<number> {
  const { places } = ctx.services
  const { companies } = await places.book()
  const company = companies.get(id ?? ctx.viewer.companyId)
  if (!company || company.deleted || company.kind !== 'base')
    throw id === undefined ? new AppError('VALIDATION', { field: 'companyId', problem: 'problem.missing' }) : new AppError('NOT_FOUND', { field: 'companyId' })
  await places.narrow(ctx.scope, { companyId: company.id })
  return company.tenantId
}

/** A sub-account is made for its client and stays with it. @throws AppError VALIDATION for any others than `own` */
function checkAccounts(given: readonly number[] | undefined, own: readonly number[]): void {
  if (given === undefined) return
  if (new Set([...given, ...own]).size !== own.length || new Set(given).size !== own.length)
    throw new AppError('VALIDATION', { field: 'accounts', problem: 'places.accountStays' })
}

/** The place book was read before the change. */
const freshly = (ctx: SignedInContext, id: number): Promise<ClientDetail> => {
  ctx.services.places.forget()
  return getClient(ctx, id)
}

/** @throws AppError NOT_FOUND for a base out of scope, DUPLICATE for a name that the base has already, VALIDATION for sub-accounts */
export async function saveClient(ctx: SignedInContext, input: ClientSave): Promise<ClientDetail> {
  const companyId = await baseOf(ctx, input.companyId)
  checkAccounts(input.accounts, [])
  const now = ctx.clock()
  const { name, province = null, city = null, region = null, picId = null, smallPicId = null } = input
  const id = await ctx.db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('client')
      .values({ company_id: companyId, name, province, city, region, pic_id: picId, small_pic_id: smallPicId, create_time: now, update_time: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await keepPictures(trx, { kind: 'client', ownerId: made.id, companyId, userId: ctx.viewer.userId, now }, [picId, smallPicId])
    await ctx.services.audit.write(trx, ctx, { action: 'clients.save', targetKind: 'client', targetId: made.id, companyId, details: { after: input } })
    return made.id
  })
  return freshly(ctx, id)
}

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS, DUPLICATE, VALIDATION for another base or other sub-accounts */
export async function updateClient(ctx: SignedInContext, input: ClientUpdate): Promise<ClientDetail> {
  await ctx.services.places.narrow(ctx.scope, { clientId: input.id })
  const now = ctx.clock()
  const { id, name, province, city, region, companyId } = input
  await ctx.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('client')
      .select(['company_id', 'name', 'province', 'city', 'region', 'pic_id', 'small_pic_id', 'row_version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('NOT_FOUND')
    if (input.rowVersion !== undefined && input.rowVersion !== before.row_version) throw new AppError('EDITED_BY_OTHERS')
    if (companyId !== undefined && companyId !== before.company_id) throw new AppError('VALIDATION', { field: 'companyId', problem: 'places.clientStays' })
    const accounts = await trx.selectFrom('account').select('id').where('client_id', '=', id).where('deleted_at', 'is', null).execute()
    checkAccounts(
      input.accounts,
      accounts.map((account) => account.id),
    )
    const { picId: pic_id = before.pic_id, smallPicId: small_pic_id = before.small_pic_id } = input
    const owner = { kind: 'client' as const, ownerId: id, companyId: before.company_id, userId: ctx.viewer.userId, now }
    await keepPictures(trx, owner, [pic_id, small_pic_id])
    await trx
      .updateTable('client')
      .set({ name, province, city, region, pic_id, small_pic_id, update_time: now, row_version: before.row_version + 1 })
      .where('id', '=', id)
      .execute()
    await ctx.services.audit.write(trx, ctx, {
      action: 'clients.update',
      targetKind: 'client',
      targetId: id,
      companyId: before.company_id,
      details: { before, after: input },
    })
  })
  return freshly(ctx, id)
}

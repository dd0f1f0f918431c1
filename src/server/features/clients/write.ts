import { changeRow, createRow, recordKind } from '#server/db/records.ts'
import { keepPictures } from '#server/features/attachments/pictures.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { ClientSave, ClientUpdate } from '#shared/place-forms.ts'
import type { ClientDetail } from '#shared/places.ts'
import { getClient } from './detail.ts'

export const client = recordKind({
  table: 'client',
  kind: 'client',
  columns: ['company_id', 'name', 'province', 'city', 'region', 'pic_id', 'small_pic_id'],
})

/**
 * Return the base for a new client: the requested one, or the caller's own.
 * @throws AppError NOT_FOUND, VALIDATION at `companyId` when the caller's company is no base
 */
async function baseOf(ctx: SignedInContext, id: number | undefined): Promise<number> {
  const { places } = ctx.services
  const { companies } = await places.book()
  const company = companies.get(id ?? ctx.viewer.companyId)
  if (!company || company.deleted || company.kind !== 'base')
    throw id === undefined
      ? new AppError('VALIDATION', { field: 'companyId', problem: 'problem.missing' })
      : new AppError('NOT_FOUND', { field: 'companyId' })
  await places.narrow(ctx.scope, { companyId: company.id })
  return company.tenantId
}

/**
 * Refuse a change of the sub-accounts: they are created for their client and stay with it.
 * @throws AppError VALIDATION for any others than `own`
 */
function checkAccounts(given: readonly number[] | undefined, own: readonly number[]): void {
  if (given === undefined) return
  if (new Set([...given, ...own]).size !== own.length || new Set(given).size !== own.length)
    throw new AppError('VALIDATION', { field: 'accounts', problem: 'places.accountStays' })
}

/** Return the client after a change. The place book in memory is outdated. */
const freshly = (ctx: SignedInContext, id: number): Promise<ClientDetail> => {
  ctx.services.places.forget()
  return getClient(ctx, id)
}

/**
 * @throws AppError NOT_FOUND for a base out of scope, DUPLICATE for a name that the base already has, VALIDATION for
 * sub-accounts
 */
export async function saveClient(ctx: SignedInContext, input: ClientSave): Promise<ClientDetail> {
  const companyId = await baseOf(ctx, input.companyId)
  checkAccounts(input.accounts, [])
  const { name, province, city, region, picId, smallPicId } = input
  const { id } = await createRow(ctx, client, {
    action: 'clients.save',
    values: { company_id: companyId, name, province, city, region, pic_id: picId, small_pic_id: smallPicId },
    also: (made, trx) => keepPictures(trx, pictureOwner(ctx, made), [picId ?? null, smallPicId ?? null]),
    details: { after: input },
  })
  return freshly(ctx, id)
}

const pictureOwner = (ctx: SignedInContext, { id, company_id }: { id: number; company_id: number }) => ({
  kind: 'client' as const,
  ownerId: id,
  companyId: company_id,
  userId: ctx.viewer.userId,
  now: ctx.clock(),
})

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS, DUPLICATE, VALIDATION for another base or other sub-accounts */
export async function updateClient(ctx: SignedInContext, input: ClientUpdate): Promise<ClientDetail> {
  await ctx.services.places.narrow(ctx.scope, { clientId: input.id })
  const { id, name, province, city, region, companyId } = input
  await changeRow(ctx, client, input, {
    action: 'clients.update',
    set: async (before, trx) => {
      if (companyId !== undefined && companyId !== before.company_id)
        throw new AppError('VALIDATION', { field: 'companyId', problem: 'places.clientStays' })
      const accounts = await trx
        .selectFrom('account')
        .select('id')
        .where('client_id', '=', id)
        .where('deleted_at', 'is', null)
        .execute()
      checkAccounts(
        input.accounts,
        accounts.map((account) => account.id),
      )
      const { picId: pic_id = before.pic_id, smallPicId: small_pic_id = before.small_pic_id } = input
      await keepPictures(trx, pictureOwner(ctx, before), [pic_id, small_pic_id])
      return { name, province, city, region, pic_id, small_pic_id }
    },
    details: ({ id: _, ...before }) => ({ before, after: input }),
  })
  return freshly(ctx, id)
}

import { refuseUsed } from '#server/features/accounts/write.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Deletes a client with its sub-accounts. Its past stays in the charts of its base, as that of a device does that moved.
 * @throws AppError NOT_FOUND also for one that was deleted already, IN_USE while it or a sub-account has machines or users
 */
export async function deleteClient(ctx: SignedInContext, id: number): Promise<{ id: number }> {
  await ctx.services.places.narrow(ctx.scope, { clientId: id })
  const now = ctx.clock()
  await ctx.db.transaction().execute(async (trx) => {
    const held = trx.selectFrom('client').select(['company_id', 'name']).where('id', '=', id).where('deleted_at', 'is', null).forUpdate()
    const before = await held.executeTakeFirst()
    if (!before) throw new AppError('NOT_FOUND')
    await refuseUsed(trx, 'client_id', id)
    const accounts = await trx.selectFrom('account').select('id').where('client_id', '=', id).where('deleted_at', 'is', null).forUpdate().execute()
    for (const account of accounts) await refuseUsed(trx, 'account_id', account.id)
    await trx
      .updateTable('account')
      .set({ deleted_at: now, site_id: null, update_time: now })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
    await trx.updateTable('client').set({ deleted_at: now, update_time: now }).where('id', '=', id).execute()
    await trx.updateTable('attachment').set({ deleted_at: now }).where('owner_kind', '=', 'client').where('owner_id', '=', id).execute()
    const { company_id: companyId } = before
    const details = { before, accounts: accounts.map((account) => account.id) }
    await ctx.services.audit.write(trx, ctx, { action: 'clients.delete', targetKind: 'client', targetId: id, companyId, details })
  })
  ctx.services.places.forget()
  return { id }
}

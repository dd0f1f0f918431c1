import { sql, type Transaction } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { holdRow } from '#server/db/records.ts'
import type { Database } from '#server/db/tables.ts'
import { refuseUsed } from '#server/features/accounts/write.ts'
import { confirmPassword } from '#server/features/auth/confirm-password.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { PlaceDelete } from '#shared/place-forms.ts'
import { keepInBin } from './bin.ts'
import { client } from './write.ts'

/**
 * Lock a client and its sub-accounts.
 * @throws AppError NOT_FOUND for one that is already deleted, IN_USE while any has machines or users
 */
async function holdUnused(trx: Transaction<Database>, id: number) {
  const held = await holdRow(trx, client, { id }, sql<boolean>`deleted_at is null`)
  await refuseUsed(trx, 'client_id', held)
  const live = trx
    .selectFrom('account')
    .select(['id', 'company_id', 'site_id'])
    .where('client_id', '=', id)
    .where('deleted_at', 'is', null)
  const accounts = await live.orderBy('id').forUpdate().execute()
  for (const account of accounts) await refuseUsed(trx, 'account_id', account)
  return { held, accounts }
}

/**
 * Delete a client with its sub-accounts. It can be restored for 30 days. Its past stays in the charts of its base, as
 * for a device that moved.
 * @throws AppError NOT_FOUND also for one that is already deleted, IN_USE while it or a sub-account has machines or
 * users, VALIDATION for the password
 */
export async function deleteClient(ctx: SignedInContext, { id, password }: PlaceDelete): Promise<{ id: number }> {
  await ctx.services.places.narrow(ctx.scope, { clientId: id })
  // Check this before the password, so that nobody types it in vain.
  await ctx.db.transaction().execute((trx) => holdUnused(trx, id))
  await confirmPassword(ctx, password, { action: 'clients.delete', field: 'password' })
  const now = ctx.clock()
  await ctx.db.transaction().execute(async (trx) => {
    const { held, accounts } = await holdUnused(trx, id)
    const { id: _id, row_version: _version, ...before } = held
    const stood = Object.fromEntries(accounts.map((account) => [account.id, account.site_id]))
    await keepInBin(trx, ctx, { kind: 'client', id, companyId: held.company_id, accounts: stood }, now)
    await trx
      .updateTable('account')
      .set({ deleted_at: now, site_id: null, update_time: now })
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
    await trx.updateTable('client').set({ deleted_at: now, update_time: now }).where('id', '=', id).execute()
    await trx
      .updateTable('attachment')
      .set({ deleted_at: now })
      .where('owner_kind', '=', 'client')
      .where('owner_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
    const details = { before, accounts: accounts.map((account) => account.id) }
    await auditRow(trx, ctx, client, held, { action: 'clients.delete', details })
  })
  ctx.services.places.forget()
  return { id }
}

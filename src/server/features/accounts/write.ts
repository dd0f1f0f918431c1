import { sql } from 'kysely'
import { auditRow } from '#server/db/audit-row.ts'
import { changeRow, createRow, type Held, holdRow, recordKind } from '#server/db/records.ts'
import type { Trx } from '#server/db/tables.ts'
import { confirmPassword } from '#server/features/auth/confirm-password.ts'
import { refuseField } from '#server/features/auth/new-password.ts'
import { keepInBin } from '#server/features/clients/bin.ts'
import { rescoped } from '#server/services/places/rescoped.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { AccountSave, AccountUpdate, PlaceDelete } from '#shared/place-forms.ts'
import type { AccountDetail } from '#shared/places.ts'
import { getAccount } from './detail.ts'

const account = recordKind({
  table: 'account',
  kind: 'account',
  columns: ['company_id', 'client_id', 'site_id', 'name'],
})
const isThere = sql<boolean>`deleted_at is null`
/** The columns of a row that the audit log keeps. */
const stored = ({ id: _, ...row }: Held<'account', (typeof account.columns)[number]>) => row

/**
 * Check that the site belongs to the same base as the client. No site is allowed, too.
 * @throws AppError NOT_FOUND both for a site that does not exist and for one out of scope
 */
async function checkSite(ctx: SignedInContext, siteId: number | null | undefined, tenantId: number): Promise<void> {
  if (siteId === null || siteId === undefined) return
  const site = (await ctx.services.places.book()).companies.get(siteId)
  if (!site || site.deleted || site.kind !== 'base' || site.tenantId !== tenantId) throw new AppError('NOT_FOUND')
  await ctx.services.places.narrow(ctx.scope, { siteId })
}

/** @throws AppError NOT_FOUND for a client or a site out of scope, DUPLICATE for a name that the client already has */
export async function saveAccount(
  ctx: SignedInContext,
  { name, clientId, siteId = null }: AccountSave,
): Promise<AccountDetail> {
  await ctx.services.places.narrow(ctx.scope, { clientId })
  const companyId = (await ctx.services.places.book()).clients.get(clientId)?.companyId ?? 0
  await checkSite(ctx, siteId, companyId)
  const { id } = await createRow(ctx, account, {
    action: 'accounts.save',
    values: { company_id: companyId, client_id: clientId, site_id: siteId, name },
    details: { after: { name, clientId, siteId } },
  })
  return getAccount(await rescoped(ctx), id)
}

/** @throws AppError NOT_FOUND, EDITED_BY_OTHERS, DUPLICATE, VALIDATION for another client */
export async function updateAccount(
  ctx: SignedInContext,
  { id, name, clientId, siteId, rowVersion }: AccountUpdate,
): Promise<AccountDetail> {
  await ctx.services.places.narrow(ctx.scope, { accountId: id })
  const companyId = (await ctx.services.places.book()).accounts.get(id)?.companyId ?? 0
  await checkSite(ctx, siteId, companyId)
  await changeRow(
    ctx,
    account,
    { id, rowVersion },
    {
      action: 'accounts.update',
      visible: isThere,
      set: (before) => {
        if (clientId !== undefined && clientId !== before.client_id)
          throw refuseField(ctx, 'clientId', 'places.accountStays')
        return { name, site_id: siteId }
      },
      details: (before, after) => ({ before: stored(before), after: { name: after.name, siteId: after.site_id } }),
    },
  )
  return getAccount(await rescoped(ctx), id)
}

/**
 * Refuse to delete a client or a sub-account that has machines, or users who sign in for it. Its company is named,
 * because Citus lets a transaction that has asked several nodes write no names.
 * @throws AppError IN_USE
 */
export async function refuseUsed(
  trx: Trx,
  column: 'client_id' | 'account_id',
  { id, company_id }: { id: number; company_id: number },
): Promise<void> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from device where company_id = ${company_id} and ${sql.ref(column)} = ${id})
    or exists (select 1 from app_user where ${sql.ref(column)} = ${id} and deleted_at is null) as used`.execute(trx)
  if (rows[0]?.used) throw new AppError('IN_USE')
}

/** Lock the row of a sub-account that has no machines and no users. @throws AppError NOT_FOUND, IN_USE */
async function holdUnused(trx: Trx, id: number) {
  const before = await holdRow(trx, account, { id }, isThere)
  await refuseUsed(trx, 'account_id', before)
  return before
}

/**
 * Delete a sub-account. It can be restored for 30 days.
 * @throws AppError NOT_FOUND also for one that is already deleted, IN_USE while it has machines or users, VALIDATION
 * for the password
 */
export async function deleteAccount(ctx: SignedInContext, { id, password }: PlaceDelete): Promise<{ id: number }> {
  await ctx.services.places.narrow(ctx.scope, { accountId: id })
  await ctx.db.transaction().execute((trx) => holdUnused(trx, id))
  await confirmPassword(ctx, password, { action: 'accounts.delete', field: 'password' })
  const now = ctx.clock()
  await ctx.db.transaction().execute(async (trx) => {
    const before = await holdUnused(trx, id)
    const { company_id: companyId } = before
    await keepInBin(trx, ctx, { kind: 'account', id, companyId, accounts: { [id]: before.site_id } }, now)
    await trx
      .updateTable('account')
      .set({ deleted_at: now, site_id: null, update_time: now })
      .where('id', '=', id)
      .execute()
    await auditRow(trx, ctx, account, before, { action: 'accounts.delete', details: { before: stored(before) } })
  })
  ctx.services.places.forget()
  return { id }
}

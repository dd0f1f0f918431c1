import type { z } from 'zod'
import type { AuditAction } from '#server/audit-actions.ts'
import { auditRow } from '#server/db/audit-row.ts'
import { refuseOutdated } from '#server/db/edit-conflict.ts'
import { insertRow, savedAs, updateRow } from '#server/db/records.ts'
import type { Trx } from '#server/db/tables.ts'
import { confirmPassword } from '#server/features/auth/confirm-password.ts'
import { endEverything } from '#server/features/auth/remembered-devices.ts'
import { holdBook } from '#server/services/places/hold-book.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { roleLabels } from '#shared/roles.ts'
import { handsOutRole, type SavedUser, type UserPassword, type UserSave, type UserUpdate } from '#shared/users.ts'
import { changesOf, columnsOf, standingOf, type UserColumns } from './check-user.ts'
import { hashOf } from './first-password.ts'
import { keepOneManager, type LockedUser, lockUser, user } from './lock-users.ts'
import { confirmedBy, resetPassword, settle } from './queries.ts'

/** Write an audit entry for the company that the caller works in. */
const auditUser = (
  trx: Trx,
  ctx: SignedInContext,
  id: number,
  action: AuditAction,
  details?: Record<string, unknown>,
) => auditRow(trx, ctx, user, { id }, { action, companyId: ctx.viewer.companyId, details })

/**
 * Return the locked row, and its changed columns.
 * @throws AppError EDITED_BY_OTHERS, and the error of any broken rule
 */
async function planChange(trx: Trx, ctx: SignedInContext, id: number, sent: UserSave) {
  const stored = await lockUser(trx, ctx, id)
  refuseOutdated(stored.row_version, sent.rowVersion)
  return { stored, columns: await columnsOf(trx, ctx, sent, stored) }
}

/**
 * Require the caller's own password where the change grants a role. All other rules are checked before, in a
 * transaction of its own that changes nothing, so that a missing permission or a mistyped field is reported first.
 */
async function confirmRole(
  ctx: SignedInContext,
  action: AuditAction,
  sent: UserSave,
  plan: (trx: Trx) => Promise<{ stored: LockedUser | null; columns: UserColumns }>,
) {
  if (ctx.viewer.userId === null) return
  const { stored, columns } = await ctx.db.transaction().execute(plan)
  const isGrant = handsOutRole(stored && standingOf(stored), standingOf(columns), sent.password !== undefined)
  if (isGrant) await confirmPassword(ctx, sent.ownPassword, { action, field: 'ownPassword' })
}

/** Create a user. An administrator knows the first password, so the user must choose another. */
async function createUser(caller: SignedInContext, sent: UserSave): Promise<SavedUser> {
  const ctx = await holdBook(caller)
  const password_hash = await hashOf(ctx, sent.password, [sent.userName, sent.phone], sent.passwordAgain)
  await confirmRole(ctx, 'users.save', sent, async (trx) => ({
    stored: null,
    columns: await columnsOf(trx, ctx, sent, null),
  }))
  return ctx.db.transaction().execute(async (trx) => {
    const columns = await columnsOf(trx, ctx, sent, null)
    const made = await insertRow(trx, ctx, user, { ...columns, company_id: columns.home_company_id, password_hash })
    const { id } = made
    await trx.insertInto('membership').values({ user_id: id, company_id: columns.home_company_id }).execute()
    const details = {
      role: columns.nick_name,
      companyId: columns.home_company_id,
      clientId: columns.client_id,
      accountId: columns.account_id,
    }
    await auditUser(trx, ctx, id, 'users.save', details)
    return savedAs(made)
  })
}

/** Change the sent fields of a user; a blank password keeps the old one. */
export async function changeUser(caller: SignedInContext, { id, ...sent }: UserUpdate): Promise<SavedUser> {
  const ctx = await holdBook(caller)
  if (sent.rowVersion === undefined)
    throw new AppError('VALIDATION', { field: 'rowVersion', problem: 'problem.missing' })
  // An own password is changed on the profile, which requires the old one. Source: trust.md row 12
  if (sent.password !== undefined && id === ctx.viewer.userId)
    throw refusedField(ctx, 'password', 'users.passwordInProfile')
  const hash =
    sent.password === undefined
      ? null
      : await hashOf(ctx, sent.password, [sent.userName, sent.phone], sent.passwordAgain)
  await confirmRole(ctx, 'users.update', sent, (trx) => planChange(trx, ctx, id, sent))
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    // A change since the password was confirmed has increased the row version.
    const { stored, columns } = await planChange(trx, ctx, id, sent)
    if (columns.nick_name !== roleLabels.manager) await keepOneManager(trx, ctx, stored)
    const { changed, rights } = changesOf(stored, columns)
    if (changed.length === 0 && hash === null) return { id, rowVersion: stored.row_version }
    const updated = await updateRow(trx, ctx, user, stored, { ...columns, ...confirmedBy(columns) })
    await settle(trx, stored, columns)
    if (hash !== null) await resetPassword(trx, id, hash, now)
    const details = { changed, ...rights, ...(hash === null ? {} : { password: 'set' }) }
    await auditUser(trx, ctx, id, 'users.update', details)
    return savedAs(updated)
  })
}

/** Documented clients save an existing user with the call that creates one (C013). */
export const saveUser = (ctx: SignedInContext, { id, ...sent }: UserSave): Promise<SavedUser> =>
  id === undefined ? createUser(ctx, sent) : changeUser(ctx, { ...sent, id })

/**
 * Delete a user: end all sessions, remove identifying data, keep projects without an owner (R529). Past actions still
 * name the user.
 */
export async function deleteUser(caller: SignedInContext, id: number): Promise<{ id: number }> {
  const ctx = await holdBook(caller)
  if (id === ctx.viewer.userId) throw refusedField(ctx, 'id', 'users.deleteSelf')
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const stored = await lockUser(trx, ctx, id)
    await keepOneManager(trx, ctx, stored)
    const sessions = await endEverything(trx, id, 'userDeleted', now)
    // Listed and unlisted projects have an index each.
    for (const bin of ['is', 'is not'] as const)
      await trx
        .updateTable('project')
        .set({ user_id: null })
        .where('user_id', '=', id)
        .where('deleted_at', bin, null)
        .execute()
    for (const table of ['membership', 'device_check'] as const)
      await trx.deleteFrom(table).where('user_id', '=', id).execute()
    const personal = {
      phone: null,
      sex: null,
      nation: null,
      id_no: null,
      work_unit_and_job: null,
      work_unit: null,
      job: null,
      birthday: null,
      remarks: null,
    }
    const gone = { user_name: `deleted:${id}`, password_hash: '-', nick_name: null, disabled: true, deleted_at: now }
    await updateRow(trx, ctx, user, stored, { ...personal, ...gone })
    const details = { name: stored.name, role: stored.nick_name, companyId: stored.home_company_id, sessions }
    await auditUser(trx, ctx, id, 'users.delete', details)
    return { id }
  })
}

/** Disable a user and end all sessions; or enable the user again. */
export async function setDisabled(
  caller: SignedInContext,
  id: number,
  disabled: boolean,
): Promise<SavedUser & { sessions: number }> {
  const ctx = await holdBook(caller)
  if (id === ctx.viewer.userId) throw refusedField(ctx, 'id', 'users.disableSelf')
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const stored = await lockUser(trx, ctx, id)
    if (stored.disabled === disabled) return { id, rowVersion: stored.row_version, sessions: 0 }
    if (disabled) await keepOneManager(trx, ctx, stored)
    const sessions = disabled ? await endEverything(trx, id, 'userDisabled', now) : 0
    const changed = await updateRow(trx, ctx, user, stored, { disabled })
    await auditUser(trx, ctx, id, 'users.setDisabled', { disabled, sessions })
    return { ...savedAs(changed), sessions }
  })
}

/** Set a new first password: the user must choose another, all sessions end, and failed attempts are deleted. */
export async function resetUserPassword(
  caller: SignedInContext,
  { id, password, ownPassword }: z.output<typeof UserPassword>,
): Promise<{ id: number }> {
  const ctx = await holdBook(caller)
  if (id === ctx.viewer.userId) throw refusedField(ctx, 'password', 'users.passwordInProfile')
  const hash = await hashOf(ctx, password, [])
  const { nick_name } = await ctx.db.transaction().execute((trx) => lockUser(trx, ctx, id))
  if (nick_name !== null)
    await confirmPassword(ctx, ownPassword, { action: 'users.resetPassword', field: 'ownPassword' })
  const stored = await ctx.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, ctx, id)
    await resetPassword(trx, id, hash, ctx.clock())
    await auditUser(trx, ctx, id, 'users.resetPassword')
    return user
  })
  await ctx.services.limits.forgive(stored.user_name.toLowerCase())
  return { id }
}

/** End all sessions of a user, including program tokens. */
export async function endUserSessions(caller: SignedInContext, id: number): Promise<{ id: number; sessions: number }> {
  const ctx = await holdBook(caller)
  return ctx.db.transaction().execute(async (trx) => {
    await lockUser(trx, ctx, id)
    const sessions = await endEverything(trx, id, 'endedByAdministrator', ctx.clock())
    await auditUser(trx, ctx, id, 'users.endSessions', { sessions })
    return { id, sessions }
  })
}

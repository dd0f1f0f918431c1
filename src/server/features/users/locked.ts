import { type Selectable, sql, type Transaction } from 'kysely'
import { recordKind } from '#server/db/records.ts'
import type { Database } from '#server/db/tables.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import { reachesCompany } from '#server/db/visible.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { roleLabels } from '#shared/permissions.ts'
import { checkGrantable } from './grantable-roles.ts'

type Writer = Transaction<Database>
export type LockedUser = Selectable<UserTable>
/** A user as a record: `lockUser` reads the whole row. */
export const user = recordKind({ table: 'app_user', kind: 'user', columns: [] })

/**
 * Lock the row of a user until the transaction ends.
 * @throws AppError NOT_FOUND for one who is missing, deleted or out of reach, alike; FORBIDDEN for one with a higher
 * role
 */
export async function lockUser(trx: Writer, ctx: SignedInContext, id: number): Promise<LockedUser> {
  const found = await trx
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('home_company_id', 'in', (is) =>
      is.selectFrom('company').select('company.id').where('company.deleted_at', 'is', null),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!found || !(await reachesCompany(ctx, found.home_company_id))) throw new AppError('NOT_FOUND')
  if (found.id !== ctx.viewer.userId) checkGrantable(ctx, found.nick_name)
  return found
}

/** Lock managers until this transaction ends: no other one creates the first manager or revokes the last one's role. */
export async function lockManagers(trx: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('coldfleet.managers'))`.execute(trx)
}

/**
 * Check that a manager remains; call it before a user loses the manager role, or is disabled. The lock prevents the
 * last two managers from revoking each other's role concurrently.
 * @throws AppError VALIDATION when no manager would remain
 */
export async function keepOneManager(trx: Writer, ctx: SignedInContext, user: LockedUser): Promise<void> {
  if (user.nick_name !== roleLabels.manager || user.disabled) return
  await lockManagers(trx)
  const other = await trx
    .selectFrom('app_user')
    .select('id')
    .where('nick_name', '=', roleLabels.manager)
    .where('disabled', '=', false)
    .where('deleted_at', 'is', null)
    .where('id', '<>', user.id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw refusedField(ctx, 'nickName', 'seed.lastManager')
}

import { type Selectable, sql } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
import { recordKind } from '#server/db/records.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import { reachesCompany } from '#server/db/visible.ts'
import { refusedField } from '#server/services/refused-field.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { roleLabels } from '#shared/roles.ts'
import { checkGrantable } from './grantable-roles.ts'

export type LockedUser = Selectable<UserTable>
/** A user as a record: `lockUser` reads the whole row. */
export const user = recordKind({ table: 'app_user', kind: 'user', columns: [] })

/**
 * Lock the row of a user until the transaction ends.
 * @throws AppError NOT_FOUND for one who is missing, deleted or out of reach, alike; FORBIDDEN for one with a higher
 * role
 */
export async function lockUser(trx: Trx, ctx: SignedInContext, id: number): Promise<LockedUser> {
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
export async function lockManagers(trx: Trx): Promise<void> {
  await sql`select ${lock('managers')}`.execute(trx)
}

/**
 * Check that a manager remains; call it before a user loses the manager role, or is disabled. The lock prevents the
 * last two managers from revoking each other's role concurrently.
 * @throws AppError VALIDATION when no manager would remain
 */
export async function keepOneManager(trx: Trx, ctx: SignedInContext, user: LockedUser): Promise<void> {
  if (user.nick_name !== roleLabels.manager || user.disabled) return
  await lockManagers(trx)
  if (!(await hasManagerBeside(trx, [user.id]))) throw refusedField(ctx, 'nickName', 'seed.lastManager')
}

/**
 * Return whether a user other than these is a manager who can sign in: neither disabled nor deleted. Call
 * `lockManagers` first, unless the answer is checked again.
 */
export async function hasManagerBeside(trx: Db, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select from app_user where nick_name = ${roleLabels.manager} and not disabled
    and deleted_at is null and id <> all(${[...ids]}::int[]) limit 1`.execute(trx)
  return rows.length > 0
}

type Read = { id: number; nick_name: string | null; disabled: boolean; row_version: number }

/**
 * Lock users that were read before the transaction, until it ends; each loses the manager role or keeps it as `after`
 * says. Rows come before the lock of the managers, as in every change of one user, so that none waits for another.
 * @throws AppError EDITED_BY_OTHERS when one was changed since, or when no manager would remain
 */
export async function holdUsers(
  trx: Trx,
  users: readonly { read: Read; after: string | null }[],
  added: readonly (string | null)[],
): Promise<void> {
  const versions = new Map(users.map(({ read }) => [read.id, read.row_version]))
  const { rows } = await sql<{ id: number; row_version: number }>`select id, row_version from app_user
    where id = any(${[...versions.keys()]}::int[]) and deleted_at is null order by id for update`.execute(trx)
  if (rows.length < versions.size || rows.some((row) => row.row_version !== versions.get(row.id)))
    throw new AppError('EDITED_BY_OTHERS')
  const isManager = (role: string | null) => role === roleLabels.manager
  const demoted = users.filter(({ read, after }) => isManager(read.nick_name) && !read.disabled && !isManager(after))
  if (demoted.length === 0) return
  await lockManagers(trx)
  const promoted = users.some(({ read, after }) => isManager(after) && !read.disabled) || added.some(isManager)
  const gone = demoted.map(({ read }) => read.id)
  if (!promoted && !(await hasManagerBeside(trx, gone))) throw new AppError('EDITED_BY_OTHERS')
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { confirmPassword } from '#server/features/auth/confirm-password.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import { word } from '#shared/i18n/index.ts'
import { roleLabels } from '#shared/roles.ts'
import type { SeedAnswer, SeedFile, SeedRow } from '#shared/user-import.ts'
import { handsOutRole } from '#shared/users.ts'
import { standingOf } from './check-user.ts'
import { holdUsers } from './lock-users.ts'
import { findStoredUsers, insertUsers, readPlaces, type StoredUser, updateUser } from './queries.ts'
import { type PlannedUser, planSeed, type SeedLine } from './seed-plan.ts'

const rowsAtOnce = 20

/** Decrypt the passwords a few at a time, so that a long file does not block other requests. */
async function withPasswords(ctx: SignedInContext, rows: readonly SeedRow[]): Promise<SeedLine[]> {
  const lines: SeedLine[] = []
  for (const row of rows) {
    if (lines.length % rowsAtOnce === 0) await nextTurn()
    lines.push({ ...row, password: row.password === '' ? '' : ctx.services.keys.decrypt(row.password) })
  }
  return lines
}

/** Hash before the transaction, one after the other: a thousand passwords must not block sign-ins. */
async function withHashes(ctx: SignedInContext, users: readonly PlannedUser[]) {
  const hashed: { user_name: string; password_hash: string; columns: PlannedUser['columns'] }[] = []
  for (const { userName, password, columns } of users)
    hashed.push({ user_name: userName, password_hash: await ctx.services.passwords.hash(password), columns })
  return hashed
}

/** Return every granted or revoked role, including those of new users. */
const roleChanges = (users: readonly { id: number; stored: StoredUser | null; user: Pick<PlannedUser, 'columns'> }[]) =>
  users.flatMap(({ id, stored, user }) => {
    const [from, to] = [stored?.nick_name ?? null, user.columns.nick_name]
    return from === to ? [] : [{ id, from, to }]
  })

/**
 * Create and change users from a file, by user name: all of it, or nothing when one line is wrong. A second run changes
 * nothing; passwords of existing users are unchanged. A first password is set by an administrator, so its user must
 * change it.
 * @throws AppError VALIDATION when it grants roles and the caller's own password is missing or wrong; EDITED_BY_OTHERS
 * when a user was changed while the file was checked
 */
export async function seedUsers(ctx: SignedInContext, { rows, dryRun, ownPassword }: SeedFile): Promise<SeedAnswer> {
  const names = rows
    .flatMap((row) => [row.userName, row.phone])
    .filter((name) => typeof name === 'string' && name !== '')
  const facts = {
    stored: await findStoredUsers(ctx.db, names as string[], roleLabels.manager),
    places: await readPlaces(ctx.db),
    callerId: ctx.viewer.userId,
    today: businessDay(ctx.clock(), ctx.config.timeZone),
    config: ctx.config,
  }
  const plan = planSeed(await withPasswords(ctx, rows), facts)
  const created = plan.users.filter((user) => user.stored === null)
  const updated = plan.users.flatMap((user) =>
    user.stored !== null && user.changed ? [{ stored: user.stored, user }] : [],
  )
  const answer: SeedAnswer = {
    read: rows.length,
    created: created.length,
    updated: updated.length,
    unchanged: plan.users.length - created.length - updated.length,
    refused: plan.refused.length,
    applied: false,
    roles: plan.users.filter(({ stored, columns }) =>
      handsOutRole(stored && standingOf(stored), standingOf(columns), false),
    ).length,
    errors: plan.refused.map(({ line, userName, problem }) => ({
      line,
      userName,
      reason: word(ctx.request.language, problem.word, problem.values),
    })),
  }
  if (answer.refused > 0 || dryRun) return answer
  if (answer.roles > 0) await confirmPassword(ctx, ownPassword, { action: 'users.seed', field: 'ownPassword' })

  const hashed = await withHashes(ctx, created)
  const now = ctx.clock()
  await ctx.db.transaction().execute(async (trx) => {
    const held = updated.map(({ stored, user }) => ({ read: stored, after: user.columns.nick_name }))
    await holdUsers(
      trx,
      held,
      created.map(({ columns }) => columns.nick_name),
    )
    const ids = await insertUsers(
      trx,
      hashed.map(({ columns, ...user }) => ({ ...columns, ...user })),
      now,
    )
    for (const { stored, user } of updated) await updateUser(trx, stored, user.columns, now)
    const made = created.flatMap((user, at) => (ids[at] === undefined ? [] : [{ id: ids[at], stored: null, user }]))
    const roles = roleChanges([...made, ...updated.map((change) => ({ id: change.stored.id, ...change }))])
    const details = { created: ids, updated: updated.map(({ stored }) => stored.id), roles }
    await ctx.services.audit.write(trx, ctx, { action: 'users.seed', targetKind: 'user', details })
  })
  return { ...answer, applied: true }
}

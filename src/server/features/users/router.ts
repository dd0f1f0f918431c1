import { auditReading } from '#server/db/audit-row.ts'
import { visibleCompanies } from '#server/db/visible.ts'
import { avatarOf } from '#server/features/attachments/pictures.ts'
import { mutation, query, router, type SignedInContext } from '#server/trpc.ts'
import type { Profile } from '#shared/auth.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { ById } from '#shared/request-fields.ts'
import { roleLabels } from '#shared/roles.ts'
import { SeedRequest } from '#shared/user-import.ts'
import {
  NickNameRequest,
  SetPasswordRequest,
  UserDisabled,
  UserPassword,
  UserSave,
  UsersRequest,
  UserUpdate,
} from '#shared/users.ts'
import { findUsers, pickUsers, userRow } from './find-users.ts'
import { findProfile } from './queries.ts'
import { seedUsers } from './seed.ts'
import { seedDemo } from './seed-demo.ts'
import { setPassword } from './set-password.ts'
import { changeUser, deleteUser, endUserSessions, resetUserPassword, saveUser, setDisabled } from './write.ts'

/** @throws AppError NOT_FOUND for a user who is missing or outside the caller's reach, alike */
async function profile(ctx: SignedInContext, id: number): Promise<Profile> {
  const user = await findProfile(ctx.db, id)
  if (!user) throw new AppError('NOT_FOUND')
  const isOwn = ctx.viewer.userId === id
  if (!isOwn) {
    const book = await ctx.services.places.book()
    // By the home company, not the one of the current session: a visiting manager does not belong to the base.
    const isBelow = ctx.reach === 'company' && book.withChildren(ctx.viewer.companyId).includes(user.home_company_id)
    if (ctx.reach !== 'all' && !isBelow) throw new AppError('NOT_FOUND')
    // Phones are personal data: reading another person's is logged.
    await auditReading(ctx, 'user', { action: 'users.profile', targetId: id })
  }
  return {
    id: user.id,
    userName: user.user_name,
    phone: user.phone,
    name: user.name,
    nickName: user.nick_name,
    // The home company, as in the list of users; the current company is in the session.
    companyId: user.home_company_id,
    companyName: user.company_name,
    avatar: await avatarOf(ctx, user.avatar_id),
    avatarId: user.avatar_id,
    createTimeStr: businessTime(user.create_time, ctx.config.timeZone),
  }
}

/** Users and their administration. */
export const usersRouter = router({
  profile: query('users.profile', ById, (ctx, input) => profile(ctx, input.id)),
  find: query('users.find', UsersRequest, findUsers),
  // Users of one role, in the visible companies.
  byNickName: query('users.byNickName', NickNameRequest, async (ctx, input) =>
    pickUsers(ctx, [input.name], await visibleCompanies(ctx)),
  ),
  // Inspectors and managers of a company; `id` is the company.
  operatorsAndManagers: query('users.operatorsAndManagers', ById, async (ctx, input) =>
    pickUsers(ctx, [roleLabels.inspector, roleLabels.baseManager], await visibleCompanies(ctx, input.id)),
  ),
  save: mutation('users.save', UserSave, async (ctx, input) => userRow(ctx, (await saveUser(ctx, input)).id)),
  update: mutation('users.update', UserUpdate, async (ctx, input) => userRow(ctx, (await changeUser(ctx, input)).id)),
  delete: mutation('users.delete', ById, (ctx, input) => deleteUser(ctx, input.id)),
  setDisabled: mutation('users.setDisabled', UserDisabled, (ctx, input) => setDisabled(ctx, input.id, input.disabled)),
  resetPassword: mutation('users.resetPassword', UserPassword, resetUserPassword),
  endSessions: mutation('users.endSessions', ById, (ctx, input) => endUserSessions(ctx, input.id)),
  // Create and change users from a file, all or nothing; or add missing demonstration accounts.
  seed: mutation('users.seed', SeedRequest, (ctx, input) =>
    'demo' in input ? seedDemo(ctx, input) : seedUsers(ctx, input),
  ),
  // Set a first password; ends the user's sessions and deletes failed attempts.
  setPassword: mutation('users.setPassword', SetPasswordRequest, setPassword),
})

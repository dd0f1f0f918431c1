import { demoBases } from '#server/demo/places-data.ts'
import { demoUsers, seedDemoUsers } from '#server/demo/users.ts'
import { confirmPassword } from '#server/features/auth/confirm-password.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { roleLabels } from '#shared/roles.ts'
import type { SeedAnswer } from '#shared/user-import.ts'
import { findStoredUsers, readPlaces } from './queries.ts'

type SeedDemo = { ownPassword?: string | undefined; dryRun?: boolean | undefined }

/**
 * Add missing demonstration accounts; existing users of these names are unchanged. Accounts whose client is deleted are
 * refused.
 * @throws AppError VALIDATION when their companies are missing, or the caller's own password is missing or wrong
 */
export async function seedDemo(ctx: SignedInContext, { ownPassword, dryRun = false }: SeedDemo): Promise<SeedAnswer> {
  const { companies } = await readPlaces(ctx.db)
  if (!demoBases.every((base) => companies.some(({ name }) => name === base.name))) {
    throw new AppError('VALIDATION', { values: { problem: word(ctx.request.language, 'seed.demoPlacesMissing') } })
  }
  const names = demoUsers.map(({ userName }) => userName)
  const stored = await findStoredUsers(ctx.db, names, roleLabels.manager)
  const missing = names.filter((name) => !stored.some((user) => user.user_name === name))
  let made = dryRun ? missing.length : 0
  if (missing.length > 0 && !dryRun) {
    await confirmPassword(ctx, ownPassword, { action: 'users.seed', field: 'ownPassword' })
    await ctx.db.transaction().execute(async (trx) => {
      const ids = await seedDemoUsers(trx, ctx.services.passwords, ctx.clock())
      const created = missing.flatMap((name) => ids.get(name) ?? [])
      made = created.length
      await ctx.services.audit.write(trx, ctx, {
        action: 'users.seed',
        targetKind: 'user',
        details: { created, demo: true },
      })
    })
  }
  return {
    read: names.length,
    created: made,
    updated: 0,
    unchanged: names.length - missing.length,
    refused: missing.length - made,
    applied: !dryRun,
    roles: missing.length,
    errors: [],
  }
}

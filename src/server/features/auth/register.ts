import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { personProblem } from '#server/features/users/person-rules.ts'
import { businessDay } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { RegisterRequest } from '#shared/own-account.ts'
import { chosenPassword, refuseField } from './new-password.ts'
import { companyForNewcomer } from './queries.ts'

/**
 * Add a person who registers: without a role, pending until a manager approves. For a known phone the answer and the
 * work are the same but nothing changes, so that nobody can find out who has an account. Source: trust.md row 14
 * @throws AppError VALIDATION, PASSWORD_RULE, TOO_MANY
 */
export async function register(ctx: Context, request: RegisterRequest): Promise<{ registered: true }> {
  if (ctx.viewer) throw new AppError('FORBIDDEN')
  await ctx.services.limits.admit(ctx.request.address)
  const company = await companyForNewcomer(ctx.db, request.domain)
  if (!company) throw new AppError('NOT_FOUND')
  const words = [request.phone, request.name, company.name]
  const plain = chosenPassword(ctx, {
    password: request.password,
    again: request.passwordAgain,
    field: 'password',
    differ: 'login.passwordsDiffer',
    words,
  })
  const password_hash = await ctx.services.passwords.hash(plain)
  const now = ctx.clock()
  const problem = personProblem({
    name: request.name,
    birthday: request.birthday,
    today: businessDay(now, ctx.config.timeZone),
  })
  if (problem !== null) throw refuseField(ctx, problem.field, problem.problem)
  await ctx.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('app_user')
      .values({
        user_name: request.phone,
        phone: request.phone,
        password_hash,
        name: request.name,
        identifier: request.identifier ?? null,
        birthday: request.birthday ?? null,
        company_id: company.id,
        home_company_id: company.id,
        pending: true,
        last_password_reset_date: now,
        create_time: now,
        update_time: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // Both cases run the same statements, so that they take the same time. For a known phone this one inserts no row.
    await sql`insert into membership (user_id, company_id) select id, ${company.id} from app_user where id = ${added?.id ?? 0}`.execute(
      trx,
    )
    const outcome = added
      ? { targetKind: 'user' as const, targetId: added.id }
      : { result: 'failed', details: { reason: 'phoneTaken' } }
    await ctx.services.audit.write(trx, ctx, { action: 'auth.register', ...outcome, companyId: company.id })
  })
  return { registered: true }
}

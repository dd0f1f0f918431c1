import type { Context } from '#server/context.ts'
import { endSessionOf } from './sessions.ts'

/**
 * End the session of the token in the query, or else the caller's own session. An expired or unknown token is no error.
 */
export async function signOut(ctx: Context, queryToken: string | undefined): Promise<{ ended: boolean }> {
  if (queryToken === undefined && ctx.refusal?.code === 'TOKEN_AMBIGUOUS') throw ctx.refusal
  const token = queryToken ?? ctx.request.token
  if (token === null) return { ended: false }
  return ctx.db.transaction().execute(async (trx) => {
    const ended = await endSessionOf(trx, token, 'signedOut', ctx.clock())
    if (ended)
      await ctx.services.audit.write(trx, ctx, { action: 'auth.logout', targetKind: 'user', targetId: ended.userId })
    return { ended: ended !== null }
  })
}

import type { SignedInContext } from '#server/trpc.ts'

/**
 * Return the context after a change of companies, clients or sub-accounts, with their names and the caller's scope
 * reloaded.
 */
export async function rescoped(ctx: SignedInContext): Promise<SignedInContext> {
  const { places } = ctx.services
  places.forget()
  return { ...ctx, scope: await places.scopeOf(ctx.viewer, ctx.reach) }
}

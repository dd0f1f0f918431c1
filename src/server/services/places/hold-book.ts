import type { SignedInContext } from '#server/trpc.ts'

/**
 * Return the context with the current book of names fixed. Needed before a transaction: the embedded engine has one
 * connection, so an expired book could not be reloaded on a second one.
 */
export async function holdBook(ctx: SignedInContext): Promise<SignedInContext> {
  const book = await ctx.services.places.book()
  return { ...ctx, services: { ...ctx.services, places: { ...ctx.services.places, book: async () => book } } }
}

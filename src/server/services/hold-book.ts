import type { SignedInContext } from '#server/trpc.ts'

/**
 * The same context with the book of names as it is now. For what asks the book inside a transaction: the embedded engine has one
 * connection, and a book that grows too old meanwhile could not be read on a second one.
 */
export async function holdBook(ctx: SignedInContext): Promise<SignedInContext> {
  const book = await ctx.services.places.book()
  return { ...ctx, services: { ...ctx.services, places: { ...ctx.services.places, book: async () => book } } }
}

import type { RawBuilder } from 'kysely'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { readsPhones } from './personal.ts'
import type { ReservationNaming } from './queries.ts'

const kinds = ['reservation_plan', 'reservation', 'report', 'testee'] as const

/** A caller with the rows that he sees, by the name of their table, and what turns them into answers. */
export type Seeing = SignedInContext & {
  sees: Record<(typeof kinds)[number], RawBuilder<boolean>>
  naming: ReservationNaming
}

export const namingOf = async (ctx: SignedInContext): Promise<ReservationNaming> => ({
  book: await ctx.services.places.book(),
  timeZone: ctx.config.timeZone,
  wholePhones: readsPhones(ctx),
})

/** Looked up before a transaction begins: inside it the one connection of the embedded engine is taken. */
export async function seeing(ctx: SignedInContext): Promise<Seeing> {
  const seen = await Promise.all(kinds.map(async (kind) => [kind, await visible(ctx, kind)] as const))
  return { ...ctx, naming: await namingOf(ctx), sees: Object.fromEntries(seen) as Seeing['sees'] }
}

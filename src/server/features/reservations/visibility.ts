import type { RawBuilder } from 'kysely'
import { visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { readsPhones } from './personal.ts'
import type { ReservationNaming } from './queries.ts'

const kinds = ['reservation_plan', 'reservation', 'report', 'testee'] as const

/** A caller with the conditions of the visible rows, by table, and the data to format answers. */
export type ReservationReader = SignedInContext & {
  sees: Record<(typeof kinds)[number], RawBuilder<boolean>>
  naming: ReservationNaming
}

export const namingOf = async (ctx: SignedInContext): Promise<ReservationNaming> => ({
  book: await ctx.services.places.book(),
  timeZone: ctx.config.timeZone,
  wholePhones: readsPhones(ctx),
})

/** Read the visibility before a transaction begins: within it the one connection of the embedded engine is in use. */
export async function readerOf(ctx: SignedInContext): Promise<ReservationReader> {
  const seen = await Promise.all(kinds.map(async (kind) => [kind, await visible(ctx, kind)] as const))
  return { ...ctx, naming: await namingOf(ctx), sees: Object.fromEntries(seen) as ReservationReader['sees'] }
}

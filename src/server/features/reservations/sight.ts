import type { RawBuilder } from 'kysely'
import { placedRows } from '#server/db/placed.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { readsPhones } from './personal.ts'
import type { ReservationNaming } from './queries.ts'

/** A caller with the rows that he reaches, by the alias of their table (`plan`, `r` of a reservation or report, `t` of a testee), and their names. */
export type Seeing = SignedInContext & { sees: Record<'plan' | 'r' | 't', RawBuilder<boolean>>; naming: ReservationNaming }

/** Looked up before a transaction begins: inside it the one connection of the embedded engine is taken. */
export async function seeing(ctx: SignedInContext): Promise<Seeing> {
  const naming = { book: await ctx.services.places.book(), timeZone: ctx.config.timeZone, wholePhones: readsPhones(ctx) }
  return { ...ctx, naming, sees: { plan: await placedRows(ctx, 'plan'), r: await placedRows(ctx, 'r'), t: await placedRows(ctx, 't') } }
}

import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { KeptLayout } from '#shared/catalogue-import/layout.ts'

/** More makers than any catalogue has. */
const mostLayouts = 200

/** What headings of makers' tables mean, the maker that was imported last first. */
export const findLayouts = (db: Kysely<Database>): Promise<KeptLayout[]> =>
  db
    .selectFrom('catalogue_layout')
    .select(['maker', 'layout'])
    .orderBy('update_time', 'desc')
    .orderBy('maker')
    .limit(mostLayouts)
    .execute()

/** Remembers what the headings of a maker's table mean, in place of what was remembered of that maker. */
export async function keepLayout(ctx: SignedInContext, { maker, layout }: KeptLayout): Promise<KeptLayout> {
  const row = { layout: JSON.stringify(layout), saved_by: ctx.viewer.name, update_time: ctx.clock() }
  await ctx.db
    .insertInto('catalogue_layout')
    .values({ maker, ...row })
    .onConflict((conflict) => conflict.column('maker').doUpdateSet(row))
    .execute()
  return { maker, layout }
}

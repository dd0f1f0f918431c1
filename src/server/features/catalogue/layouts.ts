import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { KeptLayout } from '#shared/catalogue-import/layout.ts'

/** Above the number of makers in any catalogue. */
const mostLayouts = 200

/** Return the stored column headings of makers' tables, most recently imported first. */
export const findLayouts = (db: Kysely<Database>): Promise<KeptLayout[]> =>
  db
    .selectFrom('catalogue_layout')
    .select(['maker', 'layout'])
    .orderBy('update_time', 'desc')
    .orderBy('maker')
    .limit(mostLayouts)
    .execute()

/** Store the column headings of a maker's table, in place of the former ones of this maker. */
export async function keepLayout(ctx: SignedInContext, { maker, layout }: KeptLayout): Promise<KeptLayout> {
  const row = { layout: JSON.stringify(layout), saved_by: ctx.viewer.name, update_time: ctx.clock() }
  await ctx.db
    .insertInto('catalogue_layout')
    .values({ maker, ...row })
    .onConflict((conflict) => conflict.column('maker').doUpdateSet(row))
    .execute()
  return { maker, layout }
}

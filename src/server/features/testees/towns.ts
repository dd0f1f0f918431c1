import { type Kysely, sql } from 'kysely'
import { findShortPage } from '#server/db/pages.ts'
import { createRow, recordKind } from '#server/db/records.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Database, Db } from '#server/db/tables.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import type { Page } from '#shared/paging.ts'
import type { TownListRequest, TownRow } from '#shared/testees.ts'

const town = recordKind({ table: 'town', kind: 'town', columns: ['name'] })

/** Return a page of towns by name. */
export const findTowns = (db: Kysely<Database>, request: TownListRequest): Promise<Page<TownRow>> =>
  findShortPage(db, request, {
    from: sql`from town ${request.name ? sql`where name ilike ${containing(request.name)}` : sql``}`,
    columns: sql`id, name`,
    order: sql`order by name, id`,
  })

/** Create a town; a duplicate name becomes DUPLICATE. */
export async function createTown(ctx: SignedInContext, name: string): Promise<TownRow> {
  const { id } = await createRow(ctx, town, { action: 'towns.save', values: { name }, details: { name } })
  return { id, name }
}

/** @throws AppError NOT_FOUND */
export async function checkTown(db: Db, id: number | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const found = await db.selectFrom('town').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('NOT_FOUND', { field: 'townId' })
}

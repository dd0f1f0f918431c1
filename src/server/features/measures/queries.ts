import { sql } from 'kysely'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { containing } from '#server/db/paging.ts'
import { changeRow, createRow, type Held, recordKind } from '#server/db/records.ts'
import { baseOf, changeable, visible } from '#server/db/visible.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/dates.ts'
import type { MeasureListRequest, MeasureRow, MeasureSave, MeasureUpdate } from '#shared/measures.ts'
import type { Page } from '#shared/paging.ts'

const columns = ['company_id', 'check_method', 'description', 'cash_amount', 'update_time'] as const
const measure = recordKind({ table: 'measure', kind: 'measure', columns })
type Stored = Held<'measure', (typeof columns)[number]>

const rowOf = (ctx: SignedInContext, { companies }: PlaceBook, row: Stored): MeasureRow => ({
  id: row.id,
  companyId: row.company_id,
  company: companies.get(row.company_id)?.name ?? '',
  checkMethod: row.check_method,
  description: row.description,
  // Ten digits: what is printed again is exactly what is stored.
  cashAmount: Number(row.cash_amount),
  updateTimeStr: businessTime(row.update_time, ctx.config.timeZone),
  rowVersion: row.row_version,
})

/** A page of amounts by base, in the order in which they were made. */
export async function findMeasures(ctx: SignedInContext, request: MeasureListRequest): Promise<Page<MeasureRow>> {
  const part = containing(request.name ?? '')
  const named = request.name ? sql` and (check_method ilike ${part} or description ilike ${part})` : sql``
  const page = await findShortPage<Stored>(ctx.readDb, request, {
    from: sql`from measure where kind = 'out' and ${await visible(ctx, 'measure', request)}${named}`,
    order: sql`order by company_id, id`,
  })
  const book = await ctx.services.places.book()
  return shownPage(page, (row) => rowOf(ctx, book, row))
}

const amountOf = ({ check_method, description, cash_amount }: Pick<Stored, 'check_method' | 'description' | 'cash_amount'>) => ({
  check_method,
  description,
  cash_amount,
})

/** @throws AppError NOT_FOUND for a company out of reach; the same check method twice at a base becomes DUPLICATE */
export async function createMeasure(ctx: SignedInContext, { companyId, checkMethod, description, cashAmount }: MeasureSave): Promise<MeasureRow> {
  const made = await createRow(ctx, measure, {
    action: 'measures.save',
    values: { company_id: await baseOf(ctx, companyId), check_method: checkMethod, description: description || null, cash_amount: cashAmount },
    details: (row) => ({ after: amountOf(row) }),
  })
  return rowOf(ctx, await ctx.services.places.book(), made)
}

/** What is not sent stays. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export async function changeMeasure(ctx: SignedInContext, { id, rowVersion, checkMethod, description, cashAmount }: MeasureUpdate): Promise<MeasureRow> {
  const changed = await changeRow(
    ctx,
    measure,
    { id, rowVersion },
    {
      action: 'measures.update',
      visible: await changeable(ctx, 'measure'),
      set: { check_method: checkMethod, description: description === undefined ? undefined : description || null, cash_amount: cashAmount },
      details: (before, after) => ({ before: amountOf(before), after: amountOf(after) }),
    },
  )
  return rowOf(ctx, await ctx.services.places.book(), changed)
}

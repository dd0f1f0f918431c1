import { baseRecords } from '#server/services/base-records.ts'
import type { SignedInContext } from '#server/trpc.ts'
import {
  type MeasureListRequest,
  type MeasureRow,
  type MeasureSave,
  type MeasureUpdate,
  measureFields,
} from '#shared/measures.ts'
import type { Page } from '#shared/paging.ts'

const measures = baseRecords({
  table: 'measure',
  kind: 'measure',
  fields: measureFields,
  searched: ['checkMethod', 'description'],
  order: [],
})
type Stored = Awaited<ReturnType<typeof measures.create>>

/** Ten digits: what is printed again is exactly what is stored. */
const rowOf = (stored: Stored): MeasureRow => ({
  ...stored,
  description: stored.description ?? null,
  cashAmount: Number(stored.cashAmount),
})

/** A page of amounts by base, in the order in which they were made. */
export async function findMeasures(ctx: SignedInContext, request: MeasureListRequest): Promise<Page<MeasureRow>> {
  const { data, ...total } = await measures.find(ctx, request)
  return { data: data.map(rowOf), ...total }
}

/** @throws AppError NOT_FOUND for a company out of reach; the same check method twice at a base becomes DUPLICATE */
export const createMeasure = async (ctx: SignedInContext, measure: MeasureSave): Promise<MeasureRow> =>
  rowOf(await measures.create(ctx, 'measures.save', measure))

/** What is not sent stays. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export const changeMeasure = async (ctx: SignedInContext, measure: MeasureUpdate): Promise<MeasureRow> =>
  rowOf(await measures.change(ctx, 'measures.update', measure))

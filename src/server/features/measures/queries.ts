import { baseRecords } from '#server/services/base-records/base-records.ts'
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

/** The amount has at most ten digits, so a floating-point number shows it exactly. */
const rowOf = (stored: Stored): MeasureRow => ({
  ...stored,
  description: stored.description ?? null,
  cashAmount: Number(stored.cashAmount),
})

/** Return a page of amounts by base, in the order of creation. */
export async function findMeasures(ctx: SignedInContext, request: MeasureListRequest): Promise<Page<MeasureRow>> {
  const { data, ...total } = await measures.find(ctx, request)
  return { data: data.map(rowOf), ...total }
}

/**
 * Create an amount.
 * @throws AppError NOT_FOUND for a company out of reach, DUPLICATE for a check method that the base already has
 */
export const createMeasure = async (ctx: SignedInContext, measure: MeasureSave): Promise<MeasureRow> =>
  rowOf(await measures.create(ctx, 'measures.save', measure))

/**
 * Change an amount. Fields that are not sent keep their values.
 * @throws AppError NOT_FOUND, EDITED_BY_OTHERS
 */
export const changeMeasure = async (ctx: SignedInContext, measure: MeasureUpdate): Promise<MeasureRow> =>
  rowOf(await measures.change(ctx, 'measures.update', measure))

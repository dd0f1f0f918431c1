import { z } from 'zod'
import type { DeviceCounts } from '#shared/devices.ts'

/**
 * Parts of the answers of the REST rows, for the OpenAPI document and the contract test. tsc checks each answer against
 * the row type that the procedure returns; no answer is validated at run time.
 */
export const text = z.string()
export const optionalText = text.nullable()
export const id = z.int().min(1)
export const optionalId = id.nullable()
export const count = z.int().min(0)

/** The output type of a schema. */
export interface Answering<Output> {
  readonly _zod: { readonly output: Output }
}
/**
 * Check a schema against the row of a procedure by its output type only: comparing all methods of schemas takes tsc
 * most of its time.
 */
export const answerOf =
  <Row>() =>
  (schema: Answering<Row>): z.ZodType<Row> =>
    schema as unknown as z.ZodType<Row>

/** Create the answer of a list: `data.data` and `data.totalCount`. */
export const listOf = <Row extends z.core.SomeType>(row: Row) =>
  z.object({ data: z.array(row), totalCount: count, totalCapped: z.boolean().optional() })

export const savedAnswer = answerOf<{ id: number; rowVersion: number }>()(z.object({ id, rowVersion: id }))
export const deletedAnswer = answerOf<{ id: number }>()(z.object({ id }))

export const counts = {
  total: count,
  normal: count,
  low: count,
  warn: count,
  offline: count,
  repairing: count,
  repaired: count,
  lost: count,
  scrap: count,
} satisfies Record<keyof DeviceCounts, typeof count>

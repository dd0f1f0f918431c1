import { z } from 'zod'
import type { DeviceCounts } from '#shared/devices.ts'

/**
 * Parts of the answers of the REST rows, for the OpenAPI document and the contract test. tsc holds each answer against the row type that the
 * procedure returns; nothing of it runs while a call is answered.
 */
export const text = z.string()
export const optionalText = text.nullable()
export const id = z.int().min(1)
export const optionalId = id.nullable()
export const count = z.int().min(0)

/** What an answer says. */
export interface Answering<Output> {
  readonly _zod: { readonly output: Output }
}
/** Holds a schema against the row that a procedure returns: by what it says alone, since comparing all methods of schemas costs tsc most of its time. */
export const answerOf =
  <Row>() =>
  (schema: Answering<Row>): z.ZodType<Row> =>
    schema as unknown as z.ZodType<Row>

/** A list answers `data.data` and `data.totalCount`. */
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

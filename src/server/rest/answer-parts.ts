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

/** A list answers `data.data` and `data.totalCount`. */
export const listOf = <Row>(row: z.ZodType<Row>) => z.object({ data: z.array(row), totalCount: count, totalCapped: z.boolean().optional() })

export const savedAnswer: z.ZodType<{ id: number; rowVersion: number }> = z.object({ id, rowVersion: id })
export const deletedAnswer: z.ZodType<{ id: number }> = z.object({ id })

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

import type { AnyTRPCProcedure } from '@trpc/server'
import { z } from 'zod'
import { appRouter } from '#server/router.ts'
import type { ProcedureName } from './route.ts'

/**
 * The router stores its procedures flat by `feature.action`, although its type nests them; only this line depends on
 * it.
 */
export const procedures = appRouter._def.procedures as unknown as Readonly<Record<ProcedureName, AnyTRPCProcedure>>

/** Return the schema that a procedure validates its input with, null when it has no input. */
export function inputSchemaOf(name: ProcedureName): z.ZodType | null {
  const inputs: unknown = Reflect.get(procedures[name]._def, 'inputs')
  return (Array.isArray(inputs) ? inputs.find((input): input is z.ZodType => input instanceof z.ZodType) : null) ?? null
}

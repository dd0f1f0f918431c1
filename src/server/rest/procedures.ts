import type { AnyTRPCProcedure } from '@trpc/server'
import { z } from 'zod'
import { appRouter } from '#server/router.ts'
import type { ProcedureName } from './route.ts'

/** The router keeps its procedures flat by `feature.action`, though its type nests them: the one place that knows. */
export const procedures = appRouter._def.procedures as unknown as Readonly<Record<ProcedureName, AnyTRPCProcedure>>

/** The schema that a procedure checks its input with, null when it takes none. */
export function inputSchemaOf(name: ProcedureName): z.ZodType | null {
  const inputs: unknown = Reflect.get(procedures[name]._def, 'inputs')
  return (Array.isArray(inputs) ? inputs.find((input): input is z.ZodType => input instanceof z.ZodType) : null) ?? null
}

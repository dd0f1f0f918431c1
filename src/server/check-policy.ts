import { policy } from './policy.ts'
import { appRouter } from './router.ts'

/** Procedures without a rule, rules without a procedure, and procedures that name another rule than their own path. */
export function policyProblems(): string[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: unknown } }>
  const problems: string[] = []
  for (const [path, procedure] of Object.entries(procedures)) {
    const meta = procedure._def.meta
    const named = typeof meta === 'object' && meta !== null && 'path' in meta ? meta.path : undefined
    if (!(path in policy)) problems.push(`${path} has no row in policy.ts`)
    if (named !== path) problems.push(`${path} is built with the rule of ${String(named)}`)
  }
  for (const path of Object.keys(policy)) {
    if (!(path in procedures)) problems.push(`policy.ts has a row for ${path}, which no router has`)
  }
  return problems
}

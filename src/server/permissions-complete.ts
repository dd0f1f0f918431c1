import type { AuditArea } from '#shared/audit-kinds.ts'
import type { AuditAction } from './audit-actions.ts'
import { type ProcedurePath, permissions } from './permissions.ts'
import type { AppRouter } from './router.ts'

type Features = AppRouter['_def']['record']
/** Every `feature.action` that the router answers. */
type RoutedPath = {
  [Feature in keyof Features & string]: `${Feature}.${keyof Features[Feature] & string}`
}[keyof Features & string]
type Same<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? true
    : { ruleWithoutProcedure: Exclude<B, A> }
  : { procedureWithoutRule: Exclude<A, B> }
/** A procedure without a rule, or a rule without a procedure, does not compile; the error names it. */
const permissionsAreComplete: Same<RoutedPath, ProcedurePath> = true

type AuditedPath = {
  [Path in ProcedurePath]: (typeof permissions)[Path] extends { audit: true } ? Path : never
}[ProcedurePath]
type None<Missing> = [Missing] extends [never] ? true : { withoutWord: Missing }
/**
 * An audited call whose verb has no word, or a feature that is no area of the audit log, does not compile; the error
 * names it.
 */
const auditHasWords: None<Exclude<AuditedPath, AuditAction> | Exclude<ProcedurePath, `${AuditArea}.${string}`>> = true

/** The part of a router that the comparison with the permissions needs. */
export type RouterLike = { _def: { procedures: object } }

const metaPathOf = (procedure: unknown): unknown =>
  (procedure as { _def?: { meta?: { path?: unknown } } } | undefined)?._def?.meta?.path

/**
 * Compare the procedures of the running router with the permissions, path by path.
 * @throws Error naming every procedure without a rule, rule without a procedure, and procedure that checks another's
 * rule
 */
export function assertPermissionsComplete(router: RouterLike): void {
  const procedures = new Map<string, unknown>(Object.entries(router._def.procedures))
  const rules: readonly string[] = Object.keys(permissions)
  const problems = [
    ...rules.filter((path) => !procedures.has(path)).map((path) => `rule without procedure: ${path}`),
    ...[...procedures].flatMap(([path, procedure]) => {
      const checked = metaPathOf(procedure)
      if (!rules.includes(path)) return [`procedure without rule: ${path}`]
      return checked === path ? [] : [`${path} checks the rule of ${String(checked)}`]
    }),
  ]
  if (problems.length > 0 || !permissionsAreComplete || !auditHasWords)
    throw new Error(`The permissions do not fit the router:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
}

import { TRPCClientError } from '@trpc/client'
import { messageOf } from '#client/failures.ts'
import { labelled } from '#client/i18n.ts'
import type { FieldProblem } from '#shared/errors.ts'

const isProblem = (one: unknown): one is FieldProblem =>
  typeof one === 'object' && one !== null && 'field' in one && 'problem' in one

/** Return the server's problems field by field; empty for every other failure. */
function problemsOf(error: unknown): FieldProblem[] {
  const data: unknown = error instanceof TRPCClientError ? error.data : null
  const fields = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : []
  return Array.isArray(fields) ? fields.filter(isProblem) : []
}

/** Return the text that a form field shows for a server's refusal; null = the refusal is about something else. */
export function refusedAt(error: unknown): (field: string) => string | null {
  const problems = problemsOf(error)
  return (field) => problems.find((one) => one.field === field)?.problem ?? null
}

/**
 * Return the rest of a refusal, shown below the form, after the named fields show their own problems; null = nothing.
 */
export function refusedElsewhere(error: unknown, names: readonly string[]): string | null {
  if (error === null || error === undefined) return null
  const problems = problemsOf(error)
  const left = problems.filter(({ field }) => !names.includes(field))
  if (problems.length === 0 || left.some(({ label }) => label === undefined)) return messageOf(error)
  return left.map(({ label, problem }) => labelled(label ?? '', problem)).join('; ') || null
}

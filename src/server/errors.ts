import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { AppError, type ErrorCode, type ErrorDetails, errorTable, type FieldProblem } from '#shared/errors.ts'
import { requestFieldLabel } from '#shared/i18n/field-labels.ts'
import type { Language, Word } from '#shared/i18n/index.ts'
import { word } from '#shared/i18n/index.ts'
import { camelCase } from '#shared/paging.ts'
import { archivedMonthState, diskFullState, isConnectionLost, readOnlyState, sqlStateOf } from './db/sql-states.ts'
import { problemsOf } from './field-problems.ts'

export type DescribedError = { appCode: ErrorCode; message: string; details: ErrorDetails; fields: FieldProblem[] }

/** Serialization failure, deadlock, lock timeout, idle transaction timeout: a retry may succeed. */
const busyStates: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', '25P03', '25P04'])

/** Map SQLSTATE to our code, for values that pass validation and that the database refuses. Source: trust.md F4. */
function ofSqlState(state: string): ErrorCode {
  if (state === '23505') return 'DUPLICATE'
  if (state.startsWith('22') || state === '23503' || state === '23514' || state === '23502') return 'VALIDATION'
  if (state === diskFullState) return 'STORAGE_FULL'
  if (state === readOnlyState) return 'READ_ONLY'
  // The lock timeout is shorter than the statement timeout, so this statement was slow by itself and did not wait for a
  // lock.
  if (state === '57014') return 'TOO_SLOW'
  if (busyStates.has(state)) return 'BUSY'
  return 'INTERNAL'
}
/** PostgreSQL refuses NUL in a text, and half of a surrogate pair in JSON. */
const unstorableStates: ReadonlySet<string> = new Set(['22021', '22P05'])

/** Describe a value that a unique index refuses: an index `<table>_<column>` names the field, if people know it. */
function takenBy(error: Error, area: string): ErrorDetails {
  const { code, table, constraint } = error as Error & { code?: unknown; table?: unknown; constraint?: unknown }
  if (code !== '23505' || typeof constraint !== 'string' || !constraint.startsWith(`${table}_`)) return {}
  const field = camelCase(constraint.slice(`${table}_`.length))
  return requestFieldLabel('zh', field, area) === null
    ? {}
    : { field, problem: 'problem.taken', word: 'error.duplicateField' }
}

function codeOf(error: unknown, area: string): { code: ErrorCode; details: ErrorDetails } {
  if (error instanceof AppError) return { code: error.code, details: error.details }
  if (error instanceof ZodError) return { code: 'VALIDATION', details: {} }
  if (error instanceof TRPCError) {
    const cause = error.cause && error.cause !== error ? codeOf(error.cause, area) : null
    if (cause && cause.code !== 'INTERNAL') return cause
    // An error of tRPC itself carries its reason as `cause`: for example a SyntaxError for input that is not JSON.
    if (error.cause instanceof SyntaxError && error.code === 'BAD_REQUEST') return { code: 'NOT_JSON', details: {} }
    if (error.code === 'METHOD_NOT_SUPPORTED') return { code: 'UNKNOWN_PATH', details: { word: 'error.wrongMethod' } }
    if (error.code === 'NOT_FOUND') return { code: 'UNKNOWN_PATH', details: {} }
    if (error.code === 'PAYLOAD_TOO_LARGE') return { code: 'TOO_LARGE', details: {} }
    if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR' || error.code === 'UNSUPPORTED_MEDIA_TYPE')
      return { code: 'VALIDATION', details: {} }
    return { code: 'INTERNAL', details: {} }
  }
  if (error instanceof Error) {
    if (isConnectionLost(error)) return { code: 'DATABASE_UNAVAILABLE', details: {} }
    const state = sqlStateOf(error)
    if (state === archivedMonthState)
      return { code: 'MONTH_ARCHIVED', details: { values: { month: 'detail' in error ? String(error.detail) : '-' } } }
    if (state !== null && unstorableStates.has(state))
      return { code: 'VALIDATION', details: { problem: 'problem.unstorable' } }
    if (state !== null) return { code: ofSqlState(state), details: takenBy(error, area) }
    if ('code' in error && error.code === 'ENOSPC') return { code: 'STORAGE_FULL', details: {} }
  }
  return { code: 'INTERNAL', details: {} }
}

const zodErrorOf = (error: unknown): ZodError | null =>
  error instanceof ZodError ? error : error instanceof TRPCError && error.cause ? zodErrorOf(error.cause) : null

/** Add the label of the field, unless the error already has one. */
const labelled = (problem: FieldProblem, language: Language, area: string): FieldProblem => {
  const label = problem.label ?? requestFieldLabel(language, problem.field, area)
  return label ? { ...problem, label } : problem
}
/** Format `label field (reason)`: the label for people, the field for programs; once where both are the same word. */
function written({ field, problem, label }: FieldProblem): string {
  if (!field) return problem
  const same = label?.toLowerCase() === field.toLowerCase()
  return `${label && !same ? `${label} ` : ''}${field} (${problem})`
}

/**
 * Name the field of a referenced record that does not exist: `label field` for programs, which have only the sentence;
 * its label for people.
 */
function namedField(field: string, language: Language, area: string, forPeople: boolean): string {
  const label = requestFieldLabel(language, field, area)
  return !label || label === field ? field : forPeople ? label : `${label} ${field}`
}
const wordOf = (code: ErrorCode, { field }: ErrorDetails): Word =>
  code === 'NOT_FOUND' && field ? 'error.notFoundField' : errorTable[code].word

const usualWaitSeconds = 5
const minute = 60
const hour = 60 * minute
/** Format a waiting time for people: rounded up, in the coarsest useful unit. */
function waitOf(seconds: number, language: Language): string {
  if (seconds <= 2 * minute) return word(language, 'wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  if (seconds <= 2 * hour) return word(language, 'wait.minutes', { count: Math.ceil(seconds / minute) })
  return word(language, 'wait.hours', { count: Math.ceil(seconds / hour) })
}

/** Return the seconds until a retry makes sense; null where a retry does not help. */
export function retryAfterOf(code: ErrorCode, { retryAfterSeconds }: ErrorDetails): number | null {
  const status = errorTable[code].rest
  return status === 429 || status === 503 ? (retryAfterSeconds ?? usualWaitSeconds) : null
}

/**
 * Describe any error in one sentence in the caller's language, without stack, SQL or path.
 * @param area the feature of the call, whose own texts name its fields
 * @param forPeople leave out the name of a field that has a label
 */
export function describeError(
  error: unknown,
  language: Language,
  requestId = '',
  area = '',
  forPeople = false,
): DescribedError {
  const { code, details } = codeOf(error, area)
  const found = [...(details.fields ?? problemsOf(zodErrorOf(error)?.issues ?? [], language))]
  if (details.problem)
    found.push({ field: details.field ?? '', problem: word(language, details.problem, details.values) })
  const fields = found.map((problem) => labelled(problem, language, area))
  const { field } = details
  const problem =
    fields.map(written).join('; ') || (field === undefined ? '-' : namedField(field, language, area, forPeople))
  if (code === 'NOT_FOUND' && field !== undefined && fields.length === 0)
    fields.push(labelled({ field, problem: word(language, 'error.notFound') }, language, area))
  const wait =
    code === 'TOO_MANY' && details.retryAfterSeconds !== undefined ? waitOf(details.retryAfterSeconds, language) : null
  const said = wait === null ? (details.word ?? wordOf(code, details)) : 'error.tooManyUntil'
  const values = {
    problem,
    requestId,
    allowed: (details.allowed ?? []).join(', '),
    ...(wait === null ? {} : { wait }),
    ...details.values,
  }
  const message = details.sentence ?? word(language, said, values)
  return { appCode: code, message, details, fields }
}

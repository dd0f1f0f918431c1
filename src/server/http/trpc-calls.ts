import type { Request } from 'express'
import { countFields, refuse } from '#server/bodies/json-text.ts'
import { type ProcedurePath, permissions } from '#server/permissions.ts'
import { procedures } from '#server/rest/procedures.ts'

/** The calls of a request, known from its URL alone. */
export type Calls = { paths: readonly string[]; isBatch: boolean; search: URLSearchParams }

const largestBatch = 10
/** A call that checks a secret must not be batched: one guess a request. Source: trust.md, @trpc */
const alone = /^auth\.(login|loginByTicket|refresh|sendCode|resetPassword|register|updatePassword|createToken)$/
/** A URL is limited by the size of request headers; no valid request has this many values. */
const mostInAddress = { values: 2_000, fields: 200 }

export const isProcedure = (path: string): path is ProcedurePath => Object.hasOwn(permissions, path)
export const kindOf = (path: ProcedurePath) => procedures[path]._def.type

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw refuse('path', 'problem.percent')
  }
}

/**
 * Return the procedures that a request calls.
 * @throws AppError VALIDATION for a URL that does not decode, or a batch that is too large, contains a call of `alone`,
 * or mixes queries and mutations
 */
export function callsOf(request: Request): Calls {
  const search = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
  // tRPC's connection parameters are not used here.
  search.delete('connectionParams')
  const isBatch = search.get('batch') === '1'
  const path = decoded(request.path.slice(1))
  const paths = isBatch ? path.split(',') : [path]
  if (paths.length > largestBatch) throw refuse('batch', 'problem.tooManyCalls', largestBatch)
  const isAlone = (called: string) => alone.test(called) || (isProcedure(called) && kindOf(called) === 'subscription')
  if (paths.length > 1 && paths.some(isAlone)) throw refuse('batch', 'problem.aloneCall')
  const kinds = new Set(paths.filter(isProcedure).map(kindOf))
  if (kinds.size > 1) throw refuse('batch', 'problem.mixedCalls')
  const input = search.get('input')
  if (input !== null) countFields(input, mostInAddress)
  return { paths, isBatch, search }
}

import type { Request } from 'express'
import { countFields, refuse } from '#server/bodies/json-text.ts'
import { type ProcedurePath, policy } from '#server/policy.ts'
import { procedures } from '#server/rest/procedures.ts'

/** What one request asks for, before anything but its address has been looked at. */
export type Calls = { paths: readonly string[]; isBatch: boolean; search: URLSearchParams }

const largestBatch = 10
/** Guessing must cost one request a guess. Source: trust.md, @trpc */
const alone = /^auth\.(login|loginByTicket|refresh|sendCode|resetPassword|register|updatePassword|createToken)$/
/** An address is no longer than the headers of a request may be; so many values fit none that is meant. */
const mostInAddress = { values: 2_000, fields: 200 }

export const isProcedure = (path: string): path is ProcedurePath => Object.hasOwn(policy, path)
export const kindOf = (path: ProcedurePath) => procedures[path]._def.type

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw refuse('path', 'problem.percent')
  }
}

/**
 * The procedures that a request names.
 * @throws AppError VALIDATION for an address that does not decode, a batch that is too large, holds a guess, or mixes kinds
 */
export function callsOf(request: Request): Calls {
  const search = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
  // Parameters of connections are a part of tRPC that nothing here uses.
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

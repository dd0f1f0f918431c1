import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#shared/errors.ts'

/** The untrusted head of a request, read by tRPC and REST; an Express request fits. */
export type RequestHead = {
  headers: IncomingHttpHeaders
  /** Name, value, name, value …: Node folds a repeated header into one, so only this list shows a repetition. */
  rawHeaders?: readonly string[]
  ip?: string | undefined
  /** The response, for the one cookie that the server sets. */
  res?: { appendHeader(name: string, value: string): unknown } | undefined
}

const tokenPattern = /^[\w.~+/=-]{1,128}$/
const documentedScheme = /^cat\s+(\S+)\s*$/i

function timesSent(head: RequestHead, name: string): number {
  const raw = head.rawHeaders ?? []
  return raw.filter((text, position) => position % 2 === 0 && text.toLowerCase() === name).length
}
const single = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim()

/**
 * Return the session token of a request, from `Authorization: cat <token>` or `X-Token`, or null. The documented cookie
 * only lets a new tab find the token: a cookie is never a credential (trust.md row 17).
 * @throws AppError TOKEN_AMBIGUOUS when both headers differ or one is sent twice
 */
export function tokenOf(head: RequestHead): string | null {
  if (timesSent(head, 'authorization') > 1 || timesSent(head, 'x-token') > 1) throw new AppError('TOKEN_AMBIGUOUS')
  const authorization = documentedScheme.exec(single(head.headers.authorization))?.[1] ?? ''
  const plain = single(head.headers['x-token'])
  if (authorization && plain && authorization !== plain) throw new AppError('TOKEN_AMBIGUOUS')
  const token = authorization || plain
  return tokenPattern.test(token) ? token : token ? 'malformed' : null
}

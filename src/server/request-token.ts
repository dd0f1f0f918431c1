import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { type TokenHash, tokenHash } from './session.ts'

/** A field of the request, and of its connection: an entry of a WeakMap costs each garbage collection. */
const knownCredential = Symbol('credential')

/** The untrusted head of a request, read by tRPC and REST; an Express request fits. */
export type RequestHead = {
  headers: IncomingHttpHeaders
  /** Name, value, name, value …: Node folds a repeated header into one, so only this list shows a repetition. */
  rawHeaders?: readonly string[]
  ip?: string | undefined
  /** The response, for the one cookie that the server sets. */
  res?: { appendHeader(name: string, value: string): unknown } | undefined
  /** The connection, whose requests mostly have the same token. */
  socket?: object
  /** What `credentialOf` has read. */
  [knownCredential]?: Credential
}

const tokenPattern = /^[\w.~+/=-]{1,128}$/
const documentedScheme = /^cat\s+(\S+)\s*$/i

/** Return how many lines of a request have this header, whose name is given in lower case. */
export function timesSent(head: Pick<RequestHead, 'rawHeaders'>, name: string): number {
  const raw = head.rawHeaders ?? []
  let times = 0
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.length === name.length && raw[at]?.toLowerCase() === name) times += 1
  return times
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

export type Credential = TokenHash & { token: string }

/**
 * Return the session token of a request with its hash, which is computed once while a connection sends the same token:
 * the admission, the session and the list of known callers need it.
 * @throws AppError as `tokenOf`
 */
export function credentialOf(head: RequestHead): Credential | null {
  const read = head[knownCredential]
  if (read) return read
  const token = tokenOf(head)
  if (token === null) return null
  const connection: Pick<RequestHead, typeof knownCredential> = head.socket ?? {}
  const last = connection[knownCredential]
  const credential = last?.token === token ? last : { token, ...tokenHash(token) }
  head[knownCredential] = credential
  connection[knownCredential] = credential
  return credential
}

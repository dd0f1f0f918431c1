import { lookup as systemLookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { reasonOf } from '#shared/error-code.ts'

export type Sent = { body: string; headers: Readonly<Record<string, string>>; signal?: AbortSignal }
export type Received = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/**
 * Why there was no response. `value` = seconds, bytes or an error code; neither it nor the message contains a path or a
 * secret.
 */
export class NoAnswer extends Error {
  readonly reason: 'address' | 'timeout' | 'certificate' | 'connection' | 'size'
  readonly value: string | number
  constructor(reason: NoAnswer['reason'], message: string, value: string | number = '') {
    super(message)
    this.name = 'NoAnswer'
    this.reason = reason
    this.value = value
  }
}

/** Resolves host names with the system's resolver; tests replace it. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void
const resolveBySystem: Resolve = (host, done) =>
  systemLookup(host, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []))

type Options = {
  /** Returns whether an address may be connected to. */
  isAllowed: (address: string) => boolean
  /** Milliseconds until the end of the response. */
  timeout?: number
  resolve?: Resolve
  /** Certificate authorities in addition to those of Node. */
  ca?: string
}

/** Maximum bytes of a response, and what happens to a longer one. */
type AnswerLimit = { bytes: number; beyond: 'cut' | 'refuse' }

const usualTimeout = 15_000
/** Bytes of a response that are read; the rest is ignored. */
const mostAnswer = 8_192
const certificateErrors = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_SSL_|EPROTO)/

export type Post = (url: URL, sent: Sent) => Promise<Received>
export type Get = (
  url: URL,
  options: { headers: Readonly<Record<string, string>>; signal?: AbortSignal },
) => Promise<Omit<Received, 'body'> & { body: Buffer }>
type Requested = {
  method: 'GET' | 'POST'
  body: string | null
  headers: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
}
type Request = (url: URL, requested: Requested) => Promise<Omit<Received, 'body'> & { body: Buffer }>

/** Post to URLs that tenants have entered, by the rules of `createRequest`; read the beginning of the response. */
export function createPost(options: Options): Post {
  const request = createRequest(options, { bytes: mostAnswer, beyond: 'cut' })
  return async (url, { body, headers, signal }) => {
    const answer = await request(url, { method: 'POST', body, headers, signal })
    return { ...answer, body: answer.body.toString('utf8') }
  }
}

/**
 * Get a URL that a tenant has entered, by the rules of `createRequest`; refuse a response of more than `mostBytes`
 * (reason `size`).
 */
export function createGet(options: Options & { mostBytes: number }): Get {
  const request = createRequest(options, { bytes: options.mostBytes, beyond: 'refuse' })
  return (url, { headers, signal }) => request(url, { method: 'GET', body: null, headers, signal })
}

const notAllowed = () => new NoAnswer('address', 'the address is not in a network that messages may go to')

/** Resolve host names, and refuse those with an address that is not allowed. */
const allowedLookup =
  ({ isAllowed, resolve = resolveBySystem }: Options): LookupFunction =>
  (host, { all }, done) =>
    resolve(host, (error, addresses) => {
      if (error) return done(error, '', 0)
      // One forbidden address among allowed ones is a sign of DNS rebinding.
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        return done(notAllowed(), '', 0)
      const [first] = addresses
      return all ? done(null, addresses) : done(null, first?.address ?? '', first?.family ?? 4)
    })

/** Return whether a URL may be requested; a host name is checked when it is resolved. */
function isAllowedUrl({ protocol, username, password, hostname }: URL, { isAllowed }: Options): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && username === '' && password === '' && (isIP(host) === 0 || isAllowed(host))
}

/** Read a response up to its limit. `fail` receives the error of a longer one (`beyond: 'refuse'`). */
function readAnswer(
  incoming: IncomingMessage,
  { bytes: most, beyond }: AnswerLimit,
  { settle, fail }: { settle(answer: Awaited<ReturnType<Request>>): void; fail(error: Error): void },
): void {
  const chunks: Buffer[] = []
  let length = 0
  const answer = () =>
    settle({
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: Buffer.concat(chunks).subarray(0, most),
    })
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (length <= most) return
    if (beyond === 'cut') answer()
    else fail(new NoAnswer('size', `the answer has more than ${most} bytes`, most))
    incoming.destroy()
  })
  incoming.on('end', answer)
  incoming.on('error', (error) => fail(toNoAnswer(error)))
}

/**
 * Send requests to URLs that tenants have entered: only https, only to allowed networks, and without redirects. The
 * resolved address that is checked is the one that is connected to, and the connection is checked again before a byte
 * of the request is sent.
 */
function createRequest(rules: Options, limit: AnswerLimit): Request {
  const { isAllowed, timeout = usualTimeout, ca } = rules
  const lookup = allowedLookup(rules)
  return (url, { method, body, headers, signal }) =>
    new Promise((settle, fail) => {
      if (!isAllowedUrl(url, rules)) return fail(notAllowed())
      const options: RequestOptions = {
        method,
        headers: {
          ...headers,
          'user-agent': 'Coldfleet',
          ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        lookup,
        agent: false,
        ...(signal ? { signal } : {}),
        ...(ca === undefined ? {} : { ca }),
      }
      const outgoing = request(url, options, (incoming) => readAnswer(incoming, limit, { settle, fail }))
      const timer = setTimeout(
        () => outgoing.destroy(new NoAnswer('timeout', `no answer within ${timeout / 1_000} s`, timeout / 1_000)),
        timeout,
      )
      outgoing.on('socket', (socket: Socket) =>
        socket.once('connect', () => {
          if (!isAllowed(socket.remoteAddress ?? '')) outgoing.destroy(notAllowed())
        }),
      )
      outgoing.on('error', (error) => fail(toNoAnswer(error)))
      outgoing.on('close', () => clearTimeout(timer))
      outgoing.end(body ?? undefined)
    })
}

function toNoAnswer(error: Error): Error {
  if (error instanceof NoAnswer || error.name === 'AbortError') return error
  const code = reasonOf(error)
  return certificateErrors.test(code)
    ? new NoAnswer('certificate', `the certificate or encryption was refused: ${code}`, code)
    : new NoAnswer('connection', `no connection: ${code}`, code)
}

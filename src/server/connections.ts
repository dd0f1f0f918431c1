import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { codeOf } from '#shared/error-code.ts'
import { word } from '#shared/i18n/index.ts'

export type ConnectionLimits = {
  /** Maximum number of open connections. */
  most: number
  /** Milliseconds in which a client must read a part of a waiting response. */
  stallMs: number
  /** Headers of a response to a request that cannot be parsed. */
  headers: Readonly<Record<string, string>>
}
export type Connections = {
  /** Responses that are not finished. */
  open(): Iterable<ServerResponse>
  /** Connections without a request in progress, also those that have not sent one yet. */
  waiting(): Iterable<Socket>
}

/**
 * Maximum number of pipelined requests on one connection before their responses are read. Browsers and proxies wait for
 * each response; programs that do not wait send a few.
 */
const mostUnanswered = 32
/** Milliseconds that a refused client gets to read the reason. */
const lingerMs = 1_000
const refusals: Readonly<Record<string, 408 | 431>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const none: ReadonlySet<ServerResponse> = new Set()
/**
 * Response to a request that could not be parsed: the usual envelope, in both languages, because the caller's is
 * unknown.
 */
function refusalOf(status: 400 | 408 | 431, headers: ConnectionLimits['headers']): string {
  const message = `${word('zh', `http.${status}`)} / ${word('en', `http.${status}`)}`
  const body = JSON.stringify({ code: status, message, data: null })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/**
 * Keep slow and silent clients from occupying the connections of others. A new connection that makes `most` open ones
 * closes the one that has waited longest without a complete request, so that the next honest client is served; when
 * every one has sent its request, further connections are dropped. A client that is refused or late gets a response,
 * and its socket is destroyed even when the client never closes its own side. A socket is also destroyed when its
 * client does not read the response, or pipelines many requests: all requests of a 64 KB chunk reach the process in one
 * turn. Call it before any other listener for requests: it hides the requests of a destroyed socket from them.
 */
export function limitConnections(server: Server, { most, stallMs, headers }: ConnectionLimits): Connections {
  /** Sockets without a request in progress, the longest idle first. */
  const waiting = new Set<Socket>()
  const working = new Map<ServerResponse, { request: IncomingMessage; socket: Socket }>()
  const unanswered = new Map<Duplex, Set<ServerResponse>>()
  const responsesOf = (socket: Duplex): ReadonlySet<ServerResponse> => unanswered.get(socket) ?? none

  /** Return the socket to drop; null = every one has sent its request. */
  function leastMissed(newest: Socket): Socket | null {
    for (const socket of waiting) if (socket !== newest) return socket
    for (const { request, socket } of working.values()) if (!request.complete) return socket
    return null
  }
  let count = 0
  server.maxConnections = most
  server.on('connection', (socket) => {
    count += 1
    waiting.add(socket)
    socket.once('close', () => {
      count -= 1
      waiting.delete(socket)
      unanswered.delete(socket)
    })
    if (count >= most) leastMissed(socket)?.destroy()
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const responses = unanswered.get(socket) ?? new Set()
    if (responses.size >= mostUnanswered) socket.destroy()
    if (socket.destroyed) return
    waiting.delete(socket)
    working.set(response, { request, socket })
    unanswered.set(socket, responses.add(response))
    response.on('close', () => {
      working.delete(response)
      responses.delete(response)
      if (!socket.destroyed && responses.size === 0) waiting.add(socket)
    })
  })
  server.on('clientError', (error, socket) => {
    // The headers are sent: a second response would be read as a part of the first.
    if (!socket.writable || [...responsesOf(socket)].some(({ headersSent }) => headersSent)) return socket.destroy()
    socket.end(refusalOf(refusals[codeOf(error)] ?? 400, headers))
    setTimeout(() => socket.destroy(), lingerMs).unref()
  })
  server.setTimeout(stallMs, (socket) => {
    // Nothing was sent because no response is ready yet: the deadlines of the request apply.
    if (socket.writableLength === 0 && responsesOf(socket).size > 0) socket.setTimeout(stallMs)
    else socket.destroy()
  })
  return { open: () => working.keys(), waiting: () => waiting }
}

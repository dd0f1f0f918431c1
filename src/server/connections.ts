import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { word } from '#shared/i18n/index.ts'

export type ConnectionLimits = {
  /** How many connections are open at a time. */
  most: number
  /** Milliseconds in which a client has to take some of an answer that waits for it. */
  stallMs: number
}
export type Connections = {
  /** Answers that are not finished. */
  open(): Iterable<ServerResponse>
}

/** Requests that one connection may send before it has read their answers: browsers and proxies wait for each, programs that do not send a few. */
const mostUnanswered = 32
/** Milliseconds that a refused client gets to read why. */
const lingerMs = 1_000
const refusals: Readonly<Record<string, 408 | 431>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const none: ReadonlySet<ServerResponse> = new Set()
/** The answer to what could not be read: the usual envelope, in both languages, because the caller's is unknown. */
function refusalOf(status: 400 | 408 | 431): string {
  const message = `${word('zh', `http.${status}`)} / ${word('en', `http.${status}`)}`
  const body = JSON.stringify({ code: status, message, data: null })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/**
 * Keeps slow and silent clients from holding the connections of others. A connection beyond `most` ends the one that has waited longest
 * without a whole request, so that the next honest one is served; when all are worked on, the system refuses. A client that is refused or
 * late is told and cut, even when it never closes its own side, and so is one that takes nothing of its answer, or sends many requests
 * without waiting for answers: all of a piece of 64 KB reach the process in one turn. Call it before anything else listens to requests, which
 * leaves those of a destroyed socket alone.
 */
export function limitConnections(server: Server, { most, stallMs }: ConnectionLimits): Connections {
  /** Those with no request under way, the longest first. */
  const waiting = new Set<Socket>()
  const working = new Map<ServerResponse, { request: IncomingMessage; socket: Socket }>()
  const unanswered = new Map<Duplex, Set<ServerResponse>>()
  const responsesOf = (socket: Duplex): ReadonlySet<ServerResponse> => unanswered.get(socket) ?? none

  /** The one that is missed least; null = every one has sent its request. */
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
    response.once('close', () => {
      working.delete(response)
      responses.delete(response)
      if (!socket.destroyed && responses.size === 0) waiting.add(socket)
    })
  })
  server.on('clientError', (error, socket) => {
    // In the middle of an answer another one would be read as a part of it.
    if (!socket.writable || [...responsesOf(socket)].some(({ headersSent }) => headersSent)) return socket.destroy()
    socket.end(refusalOf(refusals[codeOf(error)] ?? 400))
    setTimeout(() => socket.destroy(), lingerMs).unref()
  })
  server.setTimeout(stallMs, (socket) => {
    // Nothing was sent because nothing is ready yet: the deadlines of the request itself count.
    if (socket.writableLength === 0 && responsesOf(socket).size > 0) socket.setTimeout(stallMs)
    else socket.destroy()
  })
  return { open: () => working.keys() }
}

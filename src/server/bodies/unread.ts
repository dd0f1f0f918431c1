import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { hasBody } from './pieces.ts'

/** Maximum rest of a body that is discarded silently, with the connection kept open. */
const mostKept = 64 * 1024
/**
 * Maximum number of further bytes that are discarded, so that a sender that reads the response only after its last byte
 * gets it.
 */
const mostReadPast = 2 * 1024 * 1024
const patienceMs = 5_000
/**
 * For all bodies together: one refused body is discarded at once, a stream of them costs other requests no more than
 * this.
 */
const mostBytesPerSecond = 2 * 1024 * 1024
const mostAtOnce = 4 * 1024 * 1024

/**
 * Create the rate limit of discarding.
 * @returns a function that returns the wait, in ms, after so many discarded bytes
 */
function createPace(clock: () => number): (bytes: number) => number {
  let left = mostAtOnce
  let seenAt = clock()
  return (bytes) => {
    const now = clock()
    left = Math.min(mostAtOnce, left + ((now - seenAt) * mostBytesPerSecond) / 1_000) - bytes
    seenAt = now
    return left >= 0 ? 0 : (-left * 1_000) / mostBytesPerSecond
  }
}
const pace = createPace(() => performance.now())

/** Return whether more of the body may arrive than Node discards by itself. */
function isLarge(request: IncomingMessage): boolean {
  if (!hasBody(request)) return false
  const length = request.headers['content-length']
  return length === undefined || Number(length) > mostKept || request.headers.expect !== undefined
}

/**
 * Close the connection after the response. Closing it while bytes arrive would reset it, and its sender would lose the
 * response: so close only our side, discard what arrives for a while, then destroy it.
 */
function closeBehind(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.setHeader('Connection', 'close')
  const destroySoon = socket.destroySoon.bind(socket)
  let readPast = 0
  const readOn = (piece: Buffer) => {
    readPast += piece.length
    if (readPast > mostReadPast) {
      request.pause()
      return
    }
    const waitMs = pace(piece.length)
    if (waitMs === 0) return
    request.pause()
    setTimeout(() => request.resume(), waitMs).unref()
  }
  // Node calls this when a response with "Connection: close" has been written.
  socket.destroySoon = () => {
    socket.end()
    const cut = setTimeout(() => socket.destroy(), patienceMs)
    socket.once('close', () => clearTimeout(cut))
    request.once('end', destroySoon)
  }
  request.on('data', readOn)
  request.resume()
}

/**
 * Discard a body that is unread when the response is sent, so that it neither blocks its connection nor corrupts the
 * next request.
 */
export const unreadBodies: RequestHandler = (request, response, next) => {
  if (!isLarge(request)) return next()
  const writeHead = response.writeHead.bind(response)
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!request.complete) closeBehind(request, response)
    return writeHead(...head)
  }) as typeof response.writeHead
  next()
}

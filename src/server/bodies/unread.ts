import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import { hasBody } from './pieces.ts'

/** The rest of a body that is read past without a word, and the connection kept. */
const mostKept = 64 * 1024
/** What else is read past, so that a sender who looks for the answer only behind his last byte finds it. */
const mostReadPast = 2 * 1024 * 1024
const patienceMs = 5_000
/** All of them together: one refused body is read past at once, a stream of them costs others no more than this. */
const mostBytesPerSecond = 2 * 1024 * 1024
const mostAtOnce = 4 * 1024 * 1024

/** @returns how long, in ms, to wait after so many bytes more were read past */
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

/** Will more of the body come than Node reads past by itself? */
function isUnread(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false
  const length = request.headers['content-length']
  return length === undefined || Number(length) > mostKept || request.headers.expect !== undefined
}

/**
 * Ends the connection behind the answer. Closing it while bytes arrive would reset it, and its sender would lose the answer:
 * it is closed for our side only, what arrives is thrown away for a while, then it is cut.
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
  // Node calls this when an answer with "Connection: close" has been written.
  socket.destroySoon = () => {
    socket.end()
    const cut = setTimeout(() => socket.destroy(), patienceMs)
    socket.once('close', () => clearTimeout(cut))
    request.once('end', destroySoon)
  }
  request.on('data', readOn)
  request.resume()
}

/** A body that nobody has read when the answer goes out neither holds its connection nor spoils it for the next request. */
export const unreadBodies: RequestHandler = (request, response, next) => {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (isUnread(request)) closeBehind(request, response)
    return writeHead(...head)
  }) as typeof response.writeHead
  next()
}

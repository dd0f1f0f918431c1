import { createServer, type RequestListener, type Server } from 'node:http'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { limitConnections } from './connections.ts'
import { messagesOf } from './http/express-messages.ts'
import { arrivals } from './load/arrivals.ts'
import { connectionsWithin, openFilesLimit } from './open-files.ts'

export type Serving = {
  url: string
  /**
   * Stop accepting connections, let requests in flight finish (endless streams are cut), and resolve when none is left.
   */
  stop(): Promise<void>
}
export type ServeOptions = {
  port: number
  host: string
  /** Headers of a response to a request that cannot be parsed, which no handler sees. */
  headers?: Readonly<Record<string, string>>
  /** Milliseconds in which a load balancer may still read "not ready" before new connections are refused. */
  noticeMs?: number
  /** Milliseconds that requests in flight get to finish. */
  graceMs?: number
  /** Maximum number of open connections; default: as many as the limit of open files allows. */
  maxConnections?: number | null
  deadlines?: Partial<typeof usualDeadlines>
}

/**
 * Milliseconds for the headers, for the whole request, between two requests (longer than the 60 s of common proxies),
 * and for reading a part of the response.
 */
const usualDeadlines = { headersMs: 10_000, requestMs: 65_000, idleMs: 65_000, stallMs: 60_000 }
/** Idle time of a connection, in ms, before TCP keep-alive checks whether the peer still lives. */
const probeMs = 60_000
/** Milliseconds that a stopping server waits for the first request of a connection that is already open. */
const spareMs = 1_000
/** Length of the queue of connections that are not accepted yet; the system may limit it further. */
const backlog = 4_096

const urlOf = (server: Server): string => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const host =
    address.address === '::' || address.address === '0.0.0.0'
      ? 'localhost'
      : address.family === 'IPv6'
        ? `[${address.address}]`
        : address.address
  return `http://${host}:${address.port}`
}

/**
 * Bind the address and release it at once, so that an address in use is reported before minutes of work.
 * @throws Error when the address cannot be bound
 */
export async function tryAddress({ port, host }: Pick<ServeOptions, 'port' | 'host'>): Promise<void> {
  if (port === 0) return
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}

/**
 * Listen with limits on slow senders (10 s for headers, 65 s for a request. Source: trust.md O3) and on connections.
 * @throws Error when the address cannot be bound
 */
export async function serve(
  listener: RequestListener,
  { port, host, headers = {}, noticeMs = 300, graceMs = 14_000, maxConnections = null, deadlines = {} }: ServeOptions,
): Promise<Serving> {
  const { headersMs, requestMs, idleMs, stallMs } = { ...usualDeadlines, ...deadlines }
  const server = createServer({
    ...messagesOf(listener),
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: probeMs,
    // Refused by `namedHost`, with the usual envelope and a line in the log.
    requireHostHeader: false,
  })
  // "Expect: 100-continue" is answered by the reader of the body: with 100, or with a refusal.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417 without envelope and log.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connection', arrivals.note)
  const connections = limitConnections(server, {
    most: maxConnections ?? connectionsWithin(openFilesLimit()),
    stallMs,
    headers,
  })
  server.on('request', (request, response) => {
    if (!request.socket.destroyed) listener(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => resolve())
  })
  const cutStreams = () => {
    for (const response of connections.open())
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.destroy()
  }
  return {
    url: urlOf(server),
    async stop() {
      await wait(noticeMs)
      // Read arrived data first: after a blocked event loop, connections with a request look idle, and timers run
      // before their data is read.
      await turn()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // The client must not send a further request on a connection that ends with this response.
      for (const response of connections.open()) if (!response.headersSent) response.setHeader('Connection', 'close')
      // A response in progress keeps its connection; afterwards the connection is idle and closed here.
      const sweep = setInterval(() => {
        cutStreams()
        server.closeIdleConnections()
      }, 100)
      cutStreams()
      // Node does not count a connection without a first request as idle: spare ones of browsers, checks of balancers.
      const spare = setTimeout(async () => {
        await turn()
        for (const socket of connections.waiting()) socket.destroy()
      }, spareMs)
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(sweep)
      clearTimeout(spare)
      clearTimeout(cut)
    },
  }
}

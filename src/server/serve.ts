import { createServer, type RequestListener, type Server } from 'node:http'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { limitConnections } from './connections.ts'
import { arrivals } from './load/arrivals.ts'
import { connectionsWithin, openFilesLimit } from './open-files.ts'

export type Serving = {
  url: string
  /** Stops accepting, lets requests in flight finish (streams for ever are cut), and resolves when none is left. */
  stop(): Promise<void>
}
export type ServeOptions = {
  port: number
  host: string
  /** Milliseconds in which a load balancer may still read "not ready" before new connections are refused. */
  noticeMs?: number
  /** Milliseconds that requests in flight get to finish. */
  graceMs?: number
  /** How many connections are open at a time; default: as many as the limit of open files leaves space for. */
  maxConnections?: number | null
  deadlines?: Partial<typeof usualDeadlines>
}

/** Milliseconds for the headers, for the whole request, between two requests (longer than the 60 s of common proxies), and to take some of an answer. */
const usualDeadlines = { headersMs: 10_000, requestMs: 65_000, idleMs: 65_000, stallMs: 60_000 }
/** How long, in ms, a silent connection is left alone before the system asks whether its other side still lives. */
const probeMs = 60_000
/** How many connections the system keeps until they are taken, as far as it allows. */
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

/** Takes the address and gives it back at once, so that a taken one is told before minutes of work. @throws Error when it cannot be had */
export async function tryAddress({ port, host }: Pick<ServeOptions, 'port' | 'host'>): Promise<void> {
  if (port === 0) return
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}

/**
 * Listens with limits on slow senders (10 s for headers, 65 s for a request. Source: trust.md O3) and on connections.
 * @throws Error when the address cannot be had
 */
export async function serve(
  listener: RequestListener,
  { port, host, noticeMs = 300, graceMs = 14_000, maxConnections = null, deadlines = {} }: ServeOptions,
): Promise<Serving> {
  const { headersMs, requestMs, idleMs, stallMs } = { ...usualDeadlines, ...deadlines }
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: probeMs,
  })
  // Who asks before sending a body ("Expect: 100-continue") is told to go on by the reader of the body, or refused.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('connection', arrivals.note)
  const connections = limitConnections(server, { most: maxConnections ?? connectionsWithin(openFilesLimit()), stallMs })
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
      // What has arrived is read first: to a process that had no turn for a while, connections with a request look idle, and timers come before them.
      await turn()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // An answer that is being sent keeps its connection alive until its end; afterwards the connection is idle and closed here.
      const sweep = setInterval(() => {
        cutStreams()
        server.closeIdleConnections()
      }, 100)
      cutStreams()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(sweep)
      clearTimeout(cut)
    },
  }
}

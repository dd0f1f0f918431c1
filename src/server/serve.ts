import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

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
}

const headerMs = 10_000
const requestMs = 65_000
/** Longer than the 60 s of common proxies, so that it is they who end idle connections. */
const idleMs = 65_000

const urlOf = (server: Server): string => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  const host = address.address === '::' || address.address === '0.0.0.0' ? 'localhost' : address.family === 'IPv6' ? `[${address.address}]` : address.address
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
 * Listens with limits on slow senders (10 s for headers, 65 s for a request. Source: trust.md O3).
 * @throws Error when the address cannot be had
 */
export async function serve(listener: RequestListener, { port, host, noticeMs = 300, graceMs = 14_000 }: ServeOptions): Promise<Serving> {
  const server = createServer(
    { headersTimeout: headerMs, requestTimeout: requestMs, keepAliveTimeout: idleMs, connectionsCheckingInterval: 1_000, noDelay: true },
    listener,
  )
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  // Who asks before he sends a body ("Expect: 100-continue") is told to go on by the reader of the body, or refused.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error, socket) => {
    const status = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const cutStreams = () => {
    for (const response of open) if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.destroy()
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

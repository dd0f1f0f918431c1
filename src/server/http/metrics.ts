import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Replica } from '#server/db/open-replica.ts'
import type { Admission } from '#server/load/admission.ts'
import { permissions } from '#server/permissions.ts'
import { isLoopback } from '#server/services/sender-address.ts'
import { addAdmissionMetrics } from './admission-metrics.ts'
import { addFleetMetrics } from './fleet-metrics.ts'
import { probeOf } from './probes.ts'
import { addReplicaMetrics } from './replica-metrics.ts'
import { begunAt } from './request-start.ts'

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Return a label from a fixed set: a path that a caller invents must not create a series. */
function routeOf(request: Request, response: Response): string {
  const marked: unknown = response.locals.route
  if (typeof marked === 'string') return marked
  const path = request.originalUrl.split('?', 1)[0] ?? ''
  if (path.startsWith('/trpc/')) {
    const name = path.slice('/trpc/'.length)
    return Object.hasOwn(permissions, name) ? `/trpc/${name}` : name.includes(',') ? '/trpc (batch)' : '/trpc (unknown)'
  }
  const probe = probeOf(path)
  if (probe !== null) return probe
  const door = /^\/(api|assets|images|videos|pdfs|files)\//i.exec(path)?.[1]
  return door ? `/${door.toLowerCase()}` : response.statusCode === 404 ? '(unknown)' : '(page)'
}

const sameText = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Authentication schemes are case-insensitive. Source: RFC 9110, 11.1 */
const scheme = /^bearer /i
const forwardedBy = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Return whether a process of this machine sent the request, not through a proxy: a proxied request also comes from
 * loopback. Behind a trusted proxy (TRUST_PROXY) the client that it names must be this machine.
 */
function isLocal(request: Request): boolean {
  const isForwarded = forwardedBy.some((header) => request.headers[header] !== undefined)
  const isNamed = request.headers['x-forwarded-for'] !== undefined && request.app.get('trust proxy') !== 0
  return isLoopback(request.socket.remoteAddress) && isLoopback(request.ip) && (!isForwarded || isNamed)
}

export type Metrics = {
  count: RequestHandler
  /** Count a request that was answered without passing `count`. */
  answered(request: Request, response: Response): void
  show: RequestHandler
}
type MetricsParts = {
  pool: pg.Pool
  replica?: Replica | null
  admission: Pick<Admission, 'state'>
  token: string | null
}

/** A request that prom-client has not counted yet; `seconds` null = a stream, whose duration tells nothing. */
type Answered = { method: string; route: string; status: number; seconds: number | null }
/** Maximum number of them: counting this many takes half a millisecond. */
const mostUncounted = 500

/**
 * Add the counters of requests. They are counted many at a time: prom-client writes the labels as a text for each, which
 * takes several times longer between other work than in a loop.
 * @returns the function that counts an answered request
 */
function addRequestMetrics(register: Registry): Metrics['answered'] {
  let uncounted: Answered[] = []
  function collect(): void {
    const answers = uncounted
    uncounted = []
    for (const { method, route, status, seconds } of answers) {
      requests.inc({ method, route, status })
      if (seconds !== null) durations.observe({ method, route }, seconds)
    }
  }
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
    collect,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers: [register],
    collect,
  })
  return (request, response) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const isStream = response.getHeader('content-type') === 'text/event-stream'
    const seconds = isStream ? null : (performance.now() - begunAt(response)) / 1_000
    uncounted.push({ method, route: routeOf(request, response), status: response.statusCode, seconds })
    if (uncounted.length >= mostUncounted) collect()
  }
}

function addPoolMetrics(register: Registry, pool: pg.Pool): void {
  const connections = {
    open: () => pool.totalCount,
    idle: () => pool.idleCount,
    waiting: () => pool.waitingCount,
  }
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(connections)) this.set({ state }, count())
    },
  })
}

/**
 * Count requests and show them in Prometheus' format, with metrics of the process, the admission and the database pool:
 * to holders of the token, or to this machine when no token is set.
 */
export function createMetrics({ pool, replica = null, admission, token }: MetricsParts): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const answered = addRequestMetrics(register)
  addPoolMetrics(register, pool)
  addAdmissionMetrics(register, admission)
  addFleetMetrics(register, pool)
  if (replica) addReplicaMetrics(register, replica)
  return {
    answered,
    count(request, response, next) {
      response.on('close', () => answered(request, response))
      next()
    },
    async show(request, response) {
      if (token !== null && !sameText((request.headers.authorization ?? '').replace(scheme, ''), token)) {
        response
          .status(401)
          .set('WWW-Authenticate', 'Bearer')
          .json({ code: 401, message: 'send Authorization: Bearer with the METRICS_TOKEN of the server', data: null })
        return
      }
      if (token === null && !isLocal(request)) {
        response.status(403).json({ code: 403, message: 'set METRICS_TOKEN to ask from another machine', data: null })
        return
      }
      response
        .set('Cache-Control', 'no-store')
        .type(register.contentType)
        .send(await register.metrics())
    },
  }
}

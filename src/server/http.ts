import { join } from 'node:path'
import express, { type Express, type RequestHandler } from 'express'
import { deploymentTexts } from '#server/config.ts'
import type { App } from './app.ts'
import { unreadBodies } from './bodies/unread.ts'
import { accessLog } from './http/access-log.ts'
import { admit } from './http/admit.ts'
import { headersOf, noStore, setHeaders } from './http/headers.ts'
import { createReadyz, healthz } from './http/health.ts'
import { inOrder } from './http/in-order.ts'
import { createMetrics } from './http/metrics.ts'
import { requestId } from './http/request-id.ts'
import { begin } from './http/request-start.ts'
import { createScheduledFiles } from './http/scheduled-files.ts'
import { createShed } from './http/shed.ts'
import { staticFiles } from './http/static-files.ts'
import { createStoredFiles } from './http/stored-files.ts'
import { createTrpc } from './http/trpc-door.ts'
import { closeWhile, decodablePath, lastResort, namedHost, unknownPath } from './http/unserved-requests.ts'
import type { DoubtedDay } from './jobs/open-business-days.ts'
import { type Admission, createAdmission } from './load/admission.ts'
import { createCallers } from './load/callers.ts'
import { createRest } from './rest/adapter.ts'
import { projectRoot } from './root.ts'

export type HttpOptions = {
  /** True from the moment when the process receives the signal to stop. */
  draining?: () => boolean
  /** The business day of the clock that is not opened yet because it is doubtful; null = the clock is trusted. */
  doubt?: () => DoubtedDay | null
  /** Serves the client from source instead of `dist/client`: Vite's middleware in development. */
  liveClient?: RequestHandler
  /** Limits the number of concurrent requests and queues the rest; replaced in tests. */
  admission?: Admission
}

const admissionOf = ({ database, logger, services }: Pick<App, 'database' | 'logger' | 'services'>) =>
  createAdmission({
    isHeld: () => services.jobs.holdDatabase() || database.isHeld(),
    connectionWaitMs: database.connectionWaitMs,
    onRefused: (refused) => logger.warn({ refused }, 'more requests than can be served: these were told to come back'),
  })

/** Create the HTTP application: all middleware in the order in which a request passes it. */
export function createHttp(
  app: Pick<App, 'config' | 'database' | 'logger' | 'services' | 'contextFor'>,
  { draining = () => false, doubt, liveClient, admission = admissionOf(app) }: HttpOptions = {},
): Express {
  const http = express()
  const callers = createCallers()
  const known: Pick<App, 'contextFor'> = {
    async contextFor(head, paths) {
      const ctx = await app.contextFor(head, paths)
      if (ctx.viewer) callers.learn(head, ctx.viewer.tenantId)
      return ctx
    },
  }
  const metrics = createMetrics({
    pool: app.database.pool,
    replica: app.database.replica,
    admission,
    token: app.config.metricsToken,
  })
  http.disable('x-powered-by')
  http.disable('etag')
  http.set('trust proxy', app.config.trustProxy)
  http.set('query parser', 'simple')

  const headers = headersOf(app.config, liveClient !== undefined)
  const shed = createShed({ headers, draining })
  http.use(
    inOrder([
      begin,
      unreadBodies,
      // First, before anything that other responses need: under load most requests end here.
      admit({ admission, callers, shed, onShed: metrics.answered }),
      setHeaders(headers),
      requestId,
      closeWhile(draining),
      accessLog(app.logger),
      metrics.count,
      namedHost,
      decodablePath,
    ]),
  )
  http.use('/api', inOrder([noStore, createRest({ ...known, logger: app.logger })]))
  http.use('/trpc', inOrder([noStore, createTrpc({ ...known, logger: app.logger })]))
  http.get('/healthz', healthz)
  http.get('/readyz', createReadyz(app.database, draining, doubt))
  http.get('/metrics', metrics.show)
  http.use(['/images', '/pdfs', '/videos'], createStoredFiles(app))
  http.use('/files', createScheduledFiles(app))
  http.use(liveClient ?? staticFiles(join(projectRoot(), 'dist', 'client'), deploymentTexts(app.config)))
  http.use(unknownPath)
  http.use(lastResort(app.logger))
  return http
}

import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import { withoutPhones } from '#server/services/sign-in/masked-phones.ts'
import { probeOf } from './probes.ts'
import { idOf } from './request-id.ts'
import { begunAt } from './request-start.ts'

const longestPath = 200
/** A path segment of this length is a token or a share key, not a name. */
const secretSegment = /[\w~+=.-]{40,}/g

/**
 * Log one line a request: who, what, how long. No query string, header or body, which contain tokens and phones, and no
 * phone in a path. So its logger need not search each line for secrets, which costs more than writing it.
 */
export const accessLog =
  (logger: Logger, requests = logger.child({}, { redact: [] })): RequestHandler =>
  (request, response, next) => {
    const { path: sent } = request
    response.on('close', () => {
      const isQuiet = probeOf(sent) !== null || sent.startsWith('/assets/')
      if (!requests.isLevelEnabled(isQuiet ? 'debug' : 'info')) return
      const path = withoutPhones(sent.slice(0, longestPath).replace(secretSegment, '…'))
      const line = {
        requestId: idOf(request),
        method: request.method,
        path,
        status: response.statusCode,
        milliseconds: Math.round((performance.now() - begunAt(response)) * 10) / 10,
        address: request.ip,
        ...(response.writableFinished ? {} : { aborted: true }),
      }
      if (isQuiet) requests.debug(line, 'request')
      else requests.info(line, 'request')
    })
    next()
  }

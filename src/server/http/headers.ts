import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'
import { beginHeaders, putHeader } from '#server/response-headers.ts'

const yearSeconds = 31_536_000
const denied = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
const permissionsPolicy = [
  ...denied.map((feature) => `${feature}=()`),
  'camera=(self)',
  'fullscreen=(self)',
  'clipboard-write=(self)',
].join(', ')

/**
 * Set the headers of every response, including errors. Source: trust.md H1. `live` = the development server, whose hot
 * reload needs more.
 */
function securityHeaders(config: Pick<Config, 'imagesBaseUrl' | 'meetingUrl'>, live: boolean): RequestHandler[] {
  const images = config.imagesBaseUrl ? [new URL(config.imagesBaseUrl).origin] : []
  const meetings = config.meetingUrl ? [new URL(config.meetingUrl).origin] : []
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': live ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...images],
        'font-src': ["'self'", 'data:'],
        'connect-src': live ? ["'self'", 'ws:'] : ["'self'"],
        'media-src': ["'self'"],
        'frame-src': ["'self'", ...meetings],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'self'"],
        'form-action': ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  })
  const own: RequestHandler = (request, response, next) => {
    response.setHeader('Permissions-Policy', permissionsPolicy)
    // Browsers ignore the header over plain HTTP, and on a test host it would do harm.
    if (request.secure) response.setHeader('Strict-Transport-Security', `max-age=${yearSeconds}`)
    next()
  }
  return [protect, own]
}

/** Return the headers that `handlers` set on any response, computed once for responses that must be cheap. */
function fixedHeaders(handlers: readonly RequestHandler[], secure: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: (name: string) => {
      delete headers[name]
    },
  }
  for (const handler of handlers) handler({ secure } as Request, response as unknown as Response, () => undefined)
  return headers
}

/** Return the headers of every response of a configuration, over plain HTTP and behind TLS. */
export function headersOf(
  config: Parameters<typeof securityHeaders>[0],
  live = false,
): { plain: Record<string, string>; secure: Record<string, string> } {
  const protect = securityHeaders(config, live)
  return { plain: fixedHeaders(protect, false), secure: fixedHeaders(protect, true) }
}

/** Set on each response what `fixedHeaders` computed once. */
export const setHeaders =
  (
    headers: { plain: Record<string, string>; secure: Record<string, string> },
    plain = Object.entries(headers.plain).flat(),
    secure = Object.entries(headers.secure).flat(),
  ): RequestHandler =>
  (request, response, next) => {
    beginHeaders(response, request.secure ? secure : plain)
    next()
  }

/** Forbid caching of responses with personal data. */
export const noStore: RequestHandler = (_request, response, next) => {
  putHeader(response, 'Cache-Control', 'no-store')
  next()
}

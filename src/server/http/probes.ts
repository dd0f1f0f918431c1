import type { Request } from 'express'

const longestProbe = '/healthz/'.length
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Return the documented path of a health check, for any letter case and with or without a trailing slash; null for any
 * other path.
 */
export function probeOf(path: string): string | null {
  if (path.length > longestProbe) return null
  const plain = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return probes.has(plain) ? plain : null
}

/** Return whether the request is a health check: it is answered under any load. */
export const isProbe = ({ method, path }: Pick<Request, 'method' | 'path'>): boolean =>
  (method === 'GET' || method === 'HEAD') && probeOf(path) !== null

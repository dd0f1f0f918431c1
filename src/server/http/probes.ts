import type { Request } from 'express'

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** @returns the address of a monitor as it is documented, whatever its case and with or without a slash at the end; null for any other */
export function probeOf(path: string): string | null {
  const plain = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return probes.has(plain) ? plain : null
}

/** Monitors ask, whatever else there is to do. */
export const isProbe = ({ method, path }: Pick<Request, 'method' | 'path'>): boolean =>
  (method === 'GET' || method === 'HEAD') && probeOf(path) !== null

import { createHmac, timingSafeEqual } from 'node:crypto'

export type Links = {
  /**
   * Return the path with `expires` and `signature`; it is valid for ten minutes, or for `seconds`, and only for this
   * tenant.
   */
  sign(path: string, companyId: number, now: Date, seconds?: number): string
  /** Return the URL of a signed image for a page: on the host of IMAGES_BASE_URL where one is set. */
  urlOf(signedPath: string): string
  /** True when `expires` and `signature` belong to this path and tenant, and the link has not expired. */
  isValid(path: string, companyId: number, query: { expires: string; signature: string }, now: Date): boolean
}

const lifeSeconds = 600
/** Within this time a page gets the same URLs again, so that the browser caches its pictures. */
const stepSeconds = 60
const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000)

/** Sign URLs that a browser fetches without our header. Source: trust.md row 20 */
export function createLinks({ key, imagesBaseUrl }: { key: Buffer; imagesBaseUrl: string | null }): Links {
  const signatureOf = (path: string, companyId: number, expires: string): Buffer =>
    createHmac('sha256', key).update(`${companyId}\n${expires}\n${path}`).digest()
  const base = imagesBaseUrl?.replace(/(?<!\/)\/+$/, '') ?? ''
  return {
    sign(path, companyId, now, seconds = lifeSeconds) {
      const expires = String(Math.floor(secondsOf(now) / stepSeconds) * stepSeconds + seconds)
      return `${path}?expires=${expires}&signature=${signatureOf(path, companyId, expires).toString('base64url')}`
    },
    urlOf: (signedPath) => base + signedPath,
    isValid(path, companyId, { expires, signature }, now) {
      if (!/^\d{1,12}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return false
      const given = Buffer.from(signature, 'base64url')
      const right = signatureOf(path, companyId, expires)
      // The last character of base64 has spare bits: accept only our own spelling.
      if (given.toString('base64url') !== signature || given.length !== right.length) return false
      return timingSafeEqual(given, right) && Number(expires) > secondsOf(now)
    },
  }
}

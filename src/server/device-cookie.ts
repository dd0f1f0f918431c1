import type { RequestHead } from './request-token.ts'

const name = '__Host-rm'
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict'

/** The cookie of a remembered device; only browsers have one. */
export type DeviceCookie = {
  /** The token that the browser sent; only the refresh call reads it. */
  readonly token: string | null
  /** True when a page of this host sent the request. */
  readonly fromOwnPage: boolean
  keep(token: string, seconds: number): void
  drop(): void
}

const tokenPattern = /^[\w-]{43}$/

function readCookie(header: string): string | null {
  const pairs = header.split(';').map((pair) => pair.trim())
  const found = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
  const [token] = found
  return found.length === 1 && token !== undefined && tokenPattern.test(token) ? token : null
}

/** Compare hosts, not schemes: behind a TLS proxy, this process sees plain HTTP. */
function isOwnPage({ origin, host, 'sec-fetch-site': site }: RequestHead['headers'], forwarded: string): boolean {
  if (site !== undefined && site !== 'same-origin') return false
  if (!origin || !URL.canParse(origin)) return false
  const from = new URL(origin).host.toLowerCase()
  return from !== '' && (from === host?.toLowerCase() || from === forwarded.toLowerCase())
}

/** A class, because a literal with getters is built step by step for each request. */
class RequestCookie implements DeviceCookie {
  readonly #head: RequestHead
  readonly #proxies: number
  constructor(head: RequestHead, proxies: number) {
    this.#head = head
    this.#proxies = proxies
  }
  // Read when asked for: only signing in and the refresh call need them.
  get token(): string | null {
    return readCookie(this.#head.headers.cookie ?? '')
  }
  get fromOwnPage(): boolean {
    const { headers } = this.#head
    const forwarded = this.#proxies > 0 ? headers['x-forwarded-host'] : undefined
    return isOwnPage(headers, typeof forwarded === 'string' ? (forwarded.split(',')[0]?.trim() ?? '') : '')
  }
  keep(token: string, seconds: number): void {
    this.#write(token, seconds)
  }
  drop(): void {
    this.#write('', 0)
  }
  #write(value: string, seconds: number): void {
    this.#head.res?.appendHeader('Set-Cookie', `${name}=${value}; ${attributes}; Max-Age=${seconds}`)
  }
}

/**
 * Read and write the remembered device of a browser in its cookie `__Host-rm`. Source: trust.md row 2
 * @param proxies number of trusted proxies in front; with none, `X-Forwarded-Host` is not read
 */
export function deviceCookieOf(head: RequestHead, proxies: number): DeviceCookie | undefined {
  return head.res && new RequestCookie(head, proxies)
}

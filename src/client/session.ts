import type { ServerRoute, SessionInfo } from '#shared/auth.ts'
import { createNotifier } from './external-store.ts'
import { readCookie, readToken, tokenCookie, tokenKey } from './token.ts'

/** Keys of session storage and local storage, as documented; only this file writes them. */
const keys = {
  userInfo: 'USER_INFO',
  company: 'COMPANY',
  userId: 'USER_ID',
  businessDate: 'BUSINESS_DATE',
  token: tokenKey,
  signedIn: 'login_static',
} as const
const routesKey = 'routes'
const rememberedUserKey = 'remember_user'
const rememberedDeviceKey = 'remember_device'

const { notify, useValue } = createNotifier()

/** Write a session cookie, so that a new tab finds the token. The server never reads it. */
function writeCookie(token: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${tokenCookie}=${encodeURIComponent(token ?? '')}; Path=/; SameSite=Lax${secure}${token === null ? '; Max-Age=0' : ''}`
}

/** Documented: a token, or `login_static` 1, lets a user pass the guard. The server decides at the first call. */
export const isSignedIn = (): boolean => readToken() !== null || sessionStorage.getItem(keys.signedIn) === '1'

/** The session has ended, but the screen stays until the user is redirected or has signed in over it. */
let staysShown = false
/** `isSignedIn` for components. */
export const useSignedIn = (): boolean => useValue(() => staysShown || isSignedIn())

/** Store a token from the server: after a login, a ticket, or a change of company. */
export function keepToken(token: string): void {
  staysShown = false
  sessionStorage.setItem(keys.token, token)
  sessionStorage.setItem(keys.signedIn, '1')
  writeCookie(token)
  notify()
}

let changing: Promise<void> = Promise.resolve()

/**
 * Announce that the token is about to be replaced; call the returned function afterwards. Calls refused with the old
 * token wait for it before their retry.
 */
export function beginTokenChange(): () => void {
  let end = () => {}
  changing = new Promise((resolve) => {
    end = resolve
  })
  return end
}
export const tokenChanged = (): Promise<void> => changing

/** Store the server's data about the user; its routes replace the stored ones. */
export function keepSessionInfo(info: SessionInfo): void {
  const { userToken: _, ...kept } = info
  sessionStorage.setItem(keys.userInfo, JSON.stringify(kept))
  sessionStorage.setItem(keys.userId, String(info.id))
  sessionStorage.setItem(keys.company, JSON.stringify({ id: info.companyId, name: info.companyName }))
  localStorage.setItem(routesKey, JSON.stringify(info.routes))
  // A tab that found the token in the cookie stores it itself from now on.
  const token = readToken()
  if (token !== null && sessionStorage.getItem(keys.token) === null) sessionStorage.setItem(keys.token, token)
}

/** Store the date in the header; null if there are no daily records yet. */
export function keepBusinessDate(day: string | null): void {
  if (day === null) sessionStorage.removeItem(keys.businessDate)
  else sessionStorage.setItem(keys.businessDate, day)
}

/**
 * Return the stored session of this tab until the server responds, with the routes of local storage: it is only used to
 * draw the frame.
 */
export function rememberedSessionInfo(): SessionInfo | null {
  try {
    const info: unknown = JSON.parse(sessionStorage.getItem(keys.userInfo) ?? 'null')
    const routes: unknown = JSON.parse(localStorage.getItem(routesKey) ?? 'null')
    if (typeof info !== 'object' || info === null || !Array.isArray(routes)) return null
    return { ...(info as SessionInfo), userToken: readToken() ?? '', routes: routes as ServerRoute[] }
  } catch {
    return null
  }
}

/**
 * Take the token that another tab left in the cookie, if it differs from this tab's: that tab changed the company or
 * signed in again, which ended this token. Return false if there is none.
 */
export function adoptToken(other = readCookie()): boolean {
  if (other === null || other === sessionStorage.getItem(keys.token)) return false
  sessionStorage.setItem(keys.token, other)
  return true
}

/**
 * Forget token, user, company and routes in this tab, and the cookie. The language is kept. `quietly` = keep showing
 * the screen until the user is redirected.
 */
export function forgetSession({ quietly = false } = {}): void {
  // A cookie that another tab has renewed belongs to that tab.
  if (readCookie() === readToken()) writeCookie(null)
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  localStorage.removeItem(routesKey)
  staysShown = quietly
  if (!quietly) notify()
}

/** The user name to fill into the sign-in page; never a password. */
export const rememberedUser = (): string => localStorage.getItem(rememberedUserKey) ?? ''
export function rememberUser(userName: string | null): void {
  if (userName === null) localStorage.removeItem(rememberedUserKey)
  else localStorage.setItem(rememberedUserKey, userName)
}

/**
 * Return whether this browser may sign in without the password; the token itself is in a cookie that no script can
 * read.
 */
export const isDeviceRemembered = (): boolean => localStorage.getItem(rememberedDeviceKey) === '1'
export function rememberDevice(remembered: boolean): void {
  if (remembered) localStorage.setItem(rememberedDeviceKey, '1')
  else localStorage.removeItem(rememberedDeviceKey)
}

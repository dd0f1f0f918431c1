import { useSyncExternalStore } from 'react'
import type { ServerRoute, SessionInfo } from '#shared/auth.ts'
import { readCookie, readToken, tokenCookie, tokenKey } from './token.ts'

/** Keys of session storage and local storage, as documented; each has one writer, here. */
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

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** A session cookie, so that a new tab finds the token. The server never reads it. */
function writeCookie(token: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${tokenCookie}=${encodeURIComponent(token ?? '')}; Path=/; SameSite=Lax${secure}${token === null ? '; Max-Age=0' : ''}`
}

/** Documented: a token, or `login_static` 1, lets a visitor past the guard. The server decides on the first call. */
export const isSignedIn = (): boolean => readToken() !== null || sessionStorage.getItem(keys.signedIn) === '1'

/** `isSignedIn` for components. */
export const useSignedIn = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isSignedIn)

/** Keeps a token that the server has just given: after a login, a ticket, or a change of company. */
export function keepToken(token: string): void {
  sessionStorage.setItem(keys.token, token)
  sessionStorage.setItem(keys.signedIn, '1')
  writeCookie(token)
  tell()
}

let changing: Promise<void> = Promise.resolve()

/** Says that the token is about to be replaced; call the answer when it has been. Whatever the old one is refused meanwhile waits for that. */
export function beginTokenChange(): () => void {
  let end = () => {}
  changing = new Promise((resolve) => {
    end = resolve
  })
  return end
}
export const tokenChanged = (): Promise<void> => changing

/** Keeps what the server says about the person; its routes win over those kept before. */
export function keepSessionInfo(info: SessionInfo): void {
  const { userToken: _, ...kept } = info
  sessionStorage.setItem(keys.userInfo, JSON.stringify(kept))
  sessionStorage.setItem(keys.userId, String(info.id))
  sessionStorage.setItem(keys.company, JSON.stringify({ id: info.companyId, name: info.companyName }))
  localStorage.setItem(routesKey, JSON.stringify(info.routes))
  // A tab that came in by the cookie holds the token itself from now on.
  const token = readToken()
  if (token !== null && sessionStorage.getItem(keys.token) === null) sessionStorage.setItem(keys.token, token)
}

/** The date in the header, null when there are no dailies yet. */
export function keepBusinessDate(day: string | null): void {
  if (day === null) sessionStorage.removeItem(keys.businessDate)
  else sessionStorage.setItem(keys.businessDate, day)
}

/** What was known in this tab before the server has answered, with the routes of local storage: it only draws the frame. */
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
 * Takes the token that another tab left in the cookie when it is not the one of this tab: there somebody changed the company or
 * signed in again, which ended this one. False when there is none.
 */
export function adoptToken(): boolean {
  const other = readCookie()
  if (other === null || other === sessionStorage.getItem(keys.token)) return false
  sessionStorage.setItem(keys.token, other)
  return true
}

/** Forgets token, person, company and routes in this tab, and the cookie. The language stays. `quietly` = the screen stays on until something else leads away. */
export function forgetSession({ quietly = false } = {}): void {
  // A cookie that another tab has renewed is the other tab's.
  if (readCookie() === readToken()) writeCookie(null)
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  localStorage.removeItem(routesKey)
  if (!quietly) tell()
}

/** The user name that the sign-in page is filled with; never a password. */
export const rememberedUser = (): string => localStorage.getItem(rememberedUserKey) ?? ''
export function rememberUser(userName: string | null): void {
  if (userName === null) localStorage.removeItem(rememberedUserKey)
  else localStorage.setItem(rememberedUserKey, userName)
}

/** Whether this browser may sign in without the password; the token itself lies in a cookie that no script reads. */
export const isDeviceRemembered = (): boolean => localStorage.getItem(rememberedDeviceKey) === '1'
export function rememberDevice(remembered: boolean): void {
  if (remembered) localStorage.setItem(rememberedDeviceKey, '1')
  else localStorage.removeItem(rememberedDeviceKey)
}

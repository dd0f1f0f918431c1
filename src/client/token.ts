/** Where the token of this tab is stored, as documented; `session.ts` writes both. */
export const tokenKey = 'ACCOUNT_TOKEN'
export const tokenCookie = 'token'

/** Return the token that any tab left in the cookie. */
export function readCookie(): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${tokenCookie}=`))
  return found ? decodeURIComponent(found.slice(tokenCookie.length + 1)) || null : null
}

/** Return the token of this tab, else the one that another tab left in the cookie. */
export const readToken = (): string | null => sessionStorage.getItem(tokenKey) ?? readCookie()

/** Return where to go after signing in: always a path of this application. Anything else becomes `/`. */
export function safeRedirect(address: string | null, origin: string): string {
  if (!address?.startsWith('/')) return '/'
  try {
    const target = new URL(address, origin)
    const path = target.pathname + target.search + target.hash
    // "//elsewhere" and "/\elsewhere" begin with a slash, but name another host; "/.//elsewhere" becomes "//elsewhere"
    // when its dots are resolved.
    const leaves = target.origin !== origin || path.startsWith('//')
    return leaves || plainPath(target.pathname) === '/login' ? '/' : path
  } catch {
    return '/'
  }
}

/**
 * The first page: behind the logo, and after a sign-in without a requested page. `/` keeps its documented destination.
 */
export const startPath = '/today'

/** Return where a sign-in leads: to the requested page, or to the start page. */
export const afterSignIn = (address: string | null, origin: string): string =>
  address === null ? startPath : safeRedirect(address, origin)

/** Return the address of the sign-in page that then returns to `path`. */
export const loginPath = (path: string): string =>
  path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`

/** Paths that need no sign-in (documented). */
export const openPaths: readonly string[] = ['/login', '/activity', '/checking/index']

/** Remove a slash at the end: paths match with and without it. */
export const plainPath = (path: string): string => path.replace(/\/+$/, '') || '/'

// `/` redirects to the first of them.
const fullPages: readonly string[] = ['/', '/materialType', '/agent']

const walls: readonly string[] = ['/base_screen/index', '/screen/index']

/** Is this the path of a wall screen, without any frame around it? */
export const isWall = (path: string): boolean => walls.includes(plainPath(path))

/** Is this the path of a full-page screen, without sidebar and navbar? The project list and the wizard are, too. */
export const fillsPage = (path: string): boolean => fullPages.includes(plainPath(path))

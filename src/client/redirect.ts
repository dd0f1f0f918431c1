/** Where to go after signing in: a path of this application, whatever the address says. Anything else becomes `/`. */
export function safeRedirect(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith('/')) return '/'
  try {
    const target = new URL(wanted, origin)
    const path = target.pathname + target.search + target.hash
    // "//elsewhere" and "/\elsewhere" begin with a slash and still leave; "/.//elsewhere" becomes the first of them once its dots are gone.
    const leaves = target.origin !== origin || path.startsWith('//')
    return leaves || plainPath(target.pathname) === '/login' ? '/' : path
  } catch {
    return '/'
  }
}

/** Where everybody begins: behind the logo, and after a sign-in that was asked for nothing else. `/` keeps its documented way. */
export const startPath = '/today'

/** Where a sign-in leads: to the page that was wanted, to the start page where none was. */
export const afterSignIn = (wanted: string | null, origin: string): string =>
  wanted === null ? startPath : safeRedirect(wanted, origin)

/** The address of the sign-in page that comes back to `path`. */
export const loginPath = (path: string): string =>
  path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`

/** Paths that need no login (documented). */
export const openPaths: readonly string[] = ['/login', '/activity', '/checking/index']

/** Paths match with and without a slash at the end. */
export const plainPath = (path: string): string => path.replace(/\/+$/, '') || '/'

// `/` leads to the first of them.
const fullPages: readonly string[] = ['/', '/materialType', '/agent']

const walls: readonly string[] = ['/base_screen/index', '/screen/index']

/** Is the screen of this path made for a wall: nothing of the frame around it? */
export const isWall = (path: string): boolean => walls.includes(plainPath(path))

/** Does the screen of this path fill the page, without sidebar and navbar? So do the project list and the wizard. */
export const fillsPage = (path: string): boolean => fullPages.includes(plainPath(path))

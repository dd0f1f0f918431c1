import { fillsPage, isWall, openPaths } from '#client/redirect.ts'
import { readToken } from '#client/token.ts'
import { type EarlyAnswer, putEarly } from './early-answers.ts'
import { callKey, type FirstCall, firstCalls, sessionCall } from './first-calls.ts'

/**
 * Runs before the first paint, as a script of its own: nobody sees a flash of the other theme, and the words and the first data are on their way while the
 * script of the screen still is. `theme.ts` writes what this reads; `early-link.ts` takes the answers.
 */

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Storage may be forbidden; then it holds nothing. */
function stored(read: () => string | null): string | null {
  try {
    return read()
  } catch {
    return null
  }
}

function paintTheme(): void {
  const chosen = stored(() => localStorage.getItem('theme'))
  document.documentElement.dataset.theme =
    chosen === 'dark' || chosen === 'light' ? chosen : dark.matches ? 'dark' : 'light'
}

/** Asks for `calls` in one request; each answer is one of them. */
function ask(calls: readonly FirstCall[], token: string): void {
  const input = Object.fromEntries(
    calls.flatMap((call, place) => (call.input === undefined ? [] : [[place, call.input]])),
  )
  const address = `/trpc/${calls.map(({ path }) => path).join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`
  const headers = { authorization: `cat ${token}`, 'x-locale': language }
  const answers = fetch(address, { headers, credentials: 'omit' })
    .then((response): Promise<unknown> => response.json())
    .catch(() => null)
  for (const [place, call] of calls.entries())
    putEarly(callKey(call), {
      token,
      answer: answers.then((all): EarlyAnswer => {
        const one: unknown = Array.isArray(all) ? all[place] : null
        return typeof one === 'object' && one !== null && 'result' in one ? (one.result as { data: unknown }) : null
      }),
    })
}

/** The words of this tab's language; the page names those of both, because only the tab knows. */
function fetchWords(language: 'zh' | 'en'): void {
  for (const href of document.currentScript?.dataset[language]?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
}

const language = stored(() => sessionStorage.getItem('LOCALE')) === 'en' ? 'en' : 'zh'
paintTheme()
fetchWords(language)
const token = stored(readToken)
const path = location.pathname.replace(/\/+$/, '')
if (token !== null && !openPaths.includes(path)) {
  // Inside of another page, on a wall and where the screen fills the page there is no such frame.
  const framed = !isWall(path) && !fillsPage(path) && window.self === window.top
  if (framed && !new URLSearchParams(location.search).has('active')) document.documentElement.dataset.boot = ''
  ask([sessionCall], token)
  // Without a role there are no devices: what reads them would be refused, and the refusal noted.
  const routes = stored(() => localStorage.getItem('routes'))
  const hasDevices = routes === null || routes.includes('/machine_list/index')
  const first =
    location.search === '' ? firstCalls[path]?.filter((call) => hasDevices || call.path === 'today.get') : undefined
  if (first && first.length > 0) ask(first, token)
}

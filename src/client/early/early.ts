import { fillsPage, isWall, openPaths } from '#client/redirect.ts'
import { readToken } from '#client/token.ts'
import type { CompanyChoice, SessionInfo } from '#shared/auth.ts'
import { chosenBase } from '#shared/chosen-base.ts'
import type { Day } from '#shared/dates.ts'
import { type EarlyAnswer, earlyAnswer, putEarly } from './early-answers.ts'
import { type CarriedCall, callKey, type FirstCall, idOfAddress, sessionCall } from './first-calls.ts'
import { fillMarks, type Known, needsBase, needsNewest, needsSession } from './session-marks.ts'

/**
 * Run before the first paint, as a script of its own: no user sees a flash of the other theme, and the words and the
 * first data are requested while the screen's script is loading. `theme.ts` writes the values read here;
 * `early-link.ts` takes the responses.
 */

const dark = matchMedia('(prefers-color-scheme: dark)')

/** The place of the record's id in the calls that the page lists. */
const idMark = `"${idOfAddress}"`

/** Access to storage may be forbidden; then treat it as empty. */
function stored<Value>(read: () => Value | null): Value | null {
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

/** Send `calls` in one request; each call gets its own response. */
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

/**
 * Preload the words of this tab's language; the page lists the files of both, because only the tab knows the language.
 * With a session the first data comes before scripts.
 */
function fetchWords(language: 'zh' | 'en', fetchPriority: 'low' | 'auto'): void {
  for (const href of document.currentScript?.dataset[language]?.split(' ') ?? [])
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        fetchPriority,
        crossOrigin: '',
        href,
      }),
    )
}

/**
 * Return the calls that the page lists for its screen, if this user may make them. With other parameters than the id of
 * a record the screen sends other calls.
 */
function callsOfPage(path: string): FirstCall[] {
  const { first } = document.currentScript?.dataset ?? {}
  const [, id] = /^\?id=([1-9]\d{0,8})$/.exec(location.search) ?? []
  const isItsAddress = first?.includes(idMark) ? id !== undefined : location.search === ''
  if (first === undefined || !isItsAddress) return []
  // A call of another role would be refused, and the refusal logged.
  const routes = stored(() => localStorage.getItem('routes'))
  const isAllowed = (screen: string) => routes === null || routes.includes(`"${screen}"`)
  const calls: CarriedCall[] = isAllowed(path) ? JSON.parse(first.replaceAll(idMark, String(id))) : []
  return calls.filter(({ with: further }) => further === undefined || isAllowed(further))
}

/** The session of this tab, as the screen will read it; else the one that the server sends. */
async function arrivingSession(): Promise<SessionInfo | undefined> {
  const known = stored((): SessionInfo | null => JSON.parse(sessionStorage.getItem('USER_INFO') ?? 'null'))
  return known ?? ((await earlyAnswer(callKey(sessionCall)))?.data as SessionInfo | undefined)
}

/** Send the calls that depend on the session once it has arrived, still before the screen's script has. */
async function askWithSession(calls: readonly FirstCall[], first: readonly FirstCall[], token: string): Promise<void> {
  const session = await arrivingSession()
  if (session === undefined || session.mustChangePassword) return
  const text = JSON.stringify(calls)
  const answerTo = async (path: string) => {
    const call = first.find((other) => other.path === path)
    return call && (await earlyAnswer(callKey(call)))?.data
  }
  const known: Known = session
  if (needsBase(text)) {
    const companies = await answerTo('auth.companies')
    if (!companies) return
    known.base = chosenBase((companies as { data: CompanyChoice[] }).data, session.companyId).chosenId
  }
  if (needsNewest(text)) {
    const newest = await answerTo('charts.lastDate')
    if (!newest) return
    known.newest = newest as Day
  }
  ask(JSON.parse(fillMarks(text, known)), token)
}

const language = stored(() => sessionStorage.getItem('LOCALE')) === 'en' ? 'en' : 'zh'
paintTheme()
const token = stored(readToken)
fetchWords(language, token === null ? 'auto' : 'low')
const path = location.pathname.replace(/\/+$/, '')
if (token !== null && !openPaths.includes(path)) {
  // Inside another page, on a wall and on a full-page screen there is no such frame.
  const framed = !isWall(path) && !fillsPage(path) && window.self === window.top
  if (framed && !new URLSearchParams(location.search).has('active')) document.documentElement.dataset.boot = ''
  ask([sessionCall], token)
  const calls = callsOfPage(path)
  const waits = (call: FirstCall) => needsSession(JSON.stringify(call))
  const first = calls.filter((call) => !waits(call))
  if (first.length > 0) ask(first, token)
  if (first.length < calls.length) void askWithSession(calls.filter(waits), first, token)
}

/**
 * Start the console's script after the first paint: the frame of the page is visible while the script is compiled.
 * Without a frame there is nothing to paint, and a hidden tab paints nothing.
 */
function start(main: string): void {
  const run = () => void import(main)
  if (document.documentElement.dataset.boot === undefined || document.visibilityState === 'hidden') run()
  else requestAnimationFrame(() => setTimeout(run))
}
// The development server has the script in the page itself.
const { main } = document.currentScript?.dataset ?? {}
if (main !== undefined) document.addEventListener('DOMContentLoaded', () => start(main), { once: true })

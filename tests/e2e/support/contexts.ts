import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

export type Look = {
  language?: 'zh' | 'en'
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  touch?: boolean
}

/** `parked` keeps the process of the context's pages alive, with the code that they have compiled. */
type Kept = { context: BrowserContext; parked: Page; session: CDPSession; key: string }
export type Lent = {
  context: BrowserContext
  /** Close its pages. It is lent again without their storage and cookies, unless the test has failed. */
  giveBack(passed: boolean): Promise<void>
}

/** Contexts that no test uses; the worker's, because files share its browser. */
const worker = globalThis as typeof globalThis & { coldfleetContexts?: Kept[] }
/** Each free context has a process. */
const mostFree = 4
/** What a page can leave behind, without the cache of files. */
const storageTypes = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage'

async function newContext(browser: Browser, baseURL: string, look: Look): Promise<BrowserContext> {
  const { language = 'zh', theme = 'light', width = 1440, height = 900, touch = false } = look
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
  })
  if (language !== 'zh')
    await context.addInitScript(
      "if (location.protocol.startsWith('http')) sessionStorage.getItem('LOCALE') ?? sessionStorage.setItem('LOCALE', 'en')",
    )
  // Content that the policy refuses leaves no other trace when the page's own code catches the error.
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => console.error('refused by the content policy:', e.violatedDirective, e.blockedURI, e.sourceFile, e.lineNumber))",
  )
  return context
}

async function keep(browser: Browser, baseURL: string, look: Look, key: string): Promise<Kept> {
  const context = await newContext(browser, baseURL, look)
  const parked = await context.newPage()
  await parked.goto('/healthz')
  return { context, parked, session: await context.newCDPSession(parked), key }
}

/** Close the pages of a test, and remove what they have stored. */
async function clean({ context, parked, session }: Kept): Promise<void> {
  const origins = new Set([new URL(parked.url()).origin])
  for (const page of context.pages()) {
    if (page === parked) continue
    if (page.url().startsWith('http')) origins.add(new URL(page.url()).origin)
    await page.close()
  }
  await context.clearCookies()
  await context.setOffline(false)
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
}

/**
 * Lend a context that no other test uses, without cookies and storage: a page of a used context loads in three
 * quarters of the processor time, because its scripts are there already. `cold` is a new one.
 */
export async function lendContext(browser: Browser, baseURL: string, look: Look, cold: boolean): Promise<Lent> {
  if (cold) {
    const context = await newContext(browser, baseURL, look)
    return { context, giveBack: () => context.close() }
  }
  worker.coldfleetContexts ??= []
  const free = worker.coldfleetContexts
  const key = JSON.stringify([baseURL, look.language, look.theme, look.width, look.height, look.touch])
  const place = free.findIndex((one) => one.key === key && one.context.browser() === browser)
  const kept = free.splice(place, place < 0 ? 0 : 1)[0] ?? (await keep(browser, baseURL, look, key))
  const giveBack = async (passed: boolean) => {
    if (!passed) return kept.context.close()
    await clean(kept)
    free.push(kept)
    if (free.length > mostFree) await free.shift()?.context.close()
  }
  return { context: kept.context, giveBack }
}

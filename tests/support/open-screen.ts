import type { Browser, Page } from 'playwright'
import { accessProblems } from './access-problems.ts'

/**
 * A usual phone on slow 4G, as emulated by Chromium's own tools: bytes a second, milliseconds of latency, and the
 * slowdown of its processor.
 */
export const phone = { width: 390, height: 844, bytes: (1.6 * 1_000_000 * 0.9) / 8, latency: 562.5, slower: 4 }

/** The parameters of a screen of one record. */
const records: Record<string, string> = {
  '/TraceDetail/index': '?id=1',
  '/machineStatics/index': '?id=1',
  '/agent_detail/index': '?id=1',
  '/account_detail/index': '?id=1',
  '/site_detail/index': '?id=4',
  '/report_detail/index': '?id=1',
  '/classes_detail/index': '?id=1',
}
/** Return the address of a screen, with the parameters of a record of the demonstration if it shows one. */
export const recordOf = (path: string): string => `${path}${records[path] ?? ''}`

type Asked = {
  url: string
  path: string
  width: number
  slow: boolean
  language: string
  token: string | null
  axe?: boolean
}
export type Opened = {
  /** The cumulative layout shift during loading, and the elements that moved. */
  shift: number
  sources: string[]
  requests: number
  scripts: number
  scriptKib: number
  /** Time of the largest paint, in milliseconds after the address was opened. */
  paintMs: number
  /** What axe finds, where that was asked for. */
  problems: string[]
}

type Marks = { shift: number; sources: string[]; paint: number }

/** Observers inside the page; a string, because it runs there before any other script. */
const observers = `
  window.marks = { shift: 0, sources: [], paint: 0 }
  const name = (node) => node?.nodeType === 1 ? node.tagName.toLowerCase() + '.' + String(node.className).slice(0, 60) : String(node?.nodeName)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      marks.shift += entry.value
      for (const { node, previousRect: a, currentRect: b } of entry.sources)
        marks.sources.push(entry.value.toFixed(3) + ' at ' + Math.round(entry.startTime) + ' ' + name(node) + ' ' + [a.x, a.y, a.width, a.height].map(Math.round) + ' > ' + [b.x, b.y, b.width, b.height].map(Math.round))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) marks.paint = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
`

/** The screen is complete: it has its title, and no placeholder. A string, as above. */
const arrived = "!!document.querySelector('h1') && !document.querySelector('.skeleton, main [aria-busy=true]')"
const patience = 40_000

/** Make a page as slow as a phone with a bad connection. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const { bytes, latency, slower } = phone
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/**
 * Wait until the network has been idle for this many milliseconds; on a slow page it is also idle between any two
 * steps.
 */
function quietOf(page: Page): (milliseconds: number) => Promise<void> {
  let waiting = 0
  let last = Date.now()
  const change = (by: number) => () => {
    waiting += by
    last = Date.now()
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
  return async (milliseconds) => {
    while (waiting > 0 || Date.now() - last < milliseconds) await page.waitForTimeout(100)
  }
}

/** Open a screen as a first-time visitor, wait until it is idle, and return its cost. */
export async function openScreen(
  browser: Browser,
  { url, path, width, slow, language, token, axe = false }: Asked,
): Promise<Opened> {
  const height = width < 600 ? phone.height : 900
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    isMobile: width < 600,
    hasTouch: width < 600,
  })
  try {
    if (token !== null) await context.addCookies([{ name: 'token', value: token, url, sameSite: 'Lax' }])
    if (language !== 'zh') await context.addInitScript(`sessionStorage.setItem('LOCALE', '${language}')`)
    await context.addInitScript(observers)
    const page = await context.newPage()
    if (slow) await slowDown(page)
    let requests = 0
    const scripts: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      requests++
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const quiet = quietOf(page)
    await page.goto(path)
    for (const end = Date.now() + patience; Date.now() < end && !(await page.evaluate(arrived).catch(() => false)); )
      await page.waitForTimeout(100)
    // Content that depends on a timer, or on the second frame, has appeared by then.
    await quiet(slow ? 2_500 : 700)
    const { shift, sources, paint } = await page.evaluate<Marks>('marks')
    const bytes = await Promise.all(scripts)
    const problems = axe ? await accessProblems(page) : []
    return {
      shift,
      sources,
      requests,
      scripts: bytes.length,
      scriptKib: bytes.reduce((sum, one) => sum + one, 0) / 1024,
      paintMs: paint,
      problems,
    }
  } finally {
    await context.close()
  }
}

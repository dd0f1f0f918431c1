import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page, type WebError } from 'playwright'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import type { Stage } from '#tests/e2e/setup.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'
import { type Look, lendContext } from './contexts.ts'

/** `cold`: with an empty cache, as at the first visit; also needed for `page.clock`, which stays in a context. */
type Opening = Look & { cold?: boolean }

/** One browser for all files of a worker; it is closed with the worker. */
const worker = globalThis as typeof globalThis & { coldfleetBrowser?: Promise<Browser> }
let browser: Browser | null = null

/**
 * Pages of a story live for seconds: optimising their code takes more processor time than it saves. All pages of a
 * context share a process, so that a later one finds the code compiled.
 */
const storyFlags = [...chromiumFlags, '--js-flags=--no-maglev --no-turbofan', '--process-per-site']

async function launchedBrowser(): Promise<Browser> {
  const running = await worker.coldfleetBrowser?.catch(() => null)
  if (running?.isConnected()) return running
  worker.coldfleetBrowser = chromium.launch({ executablePath: requireChromium().path, args: storyFlags })
  return worker.coldfleetBrowser
}

/** The server of this worker. */
export function stage(): Stage {
  const stages = inject('stages')
  const mine = stages[Number(process.env.VITEST_POOL_ID) - 1]
  if (!mine) throw new Error(`there are ${stages.length} servers, and none for worker ${process.env.VITEST_POOL_ID}`)
  return mine
}

/** Start the browser for the stories of a file; call it at the top of the file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchedBrowser()
  })
}

/** Open a page with its own storage and cookies. It is closed when the test ends; page errors fail the test. */
export async function openPage({ cold = false, ...look }: Opening = {}): Promise<Page> {
  if (!browser) throw new Error('useBrowser() is missing')
  const lent = await lendContext(browser, stage().url, look, cold)
  const defects = defectsOf(lent.context)
  onTestFinished(async ({ task }) => {
    await lent.giveBack(task.result?.state === 'pass')
    expect(defects()).toEqual([])
  })
  return lent.context.newPage()
}

/** Collect exceptions and refused content of all pages of the context until they are read: a story must have none. */
function defectsOf(context: BrowserContext): () => string[] {
  const defects: string[] = []
  const fail = (error: WebError) => defects.push(String(error.error()))
  const hear = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      defects.push(message.text())
  }
  context.on('weberror', fail)
  context.on('console', hear)
  return () => {
    context.off('weberror', fail)
    context.off('console', hear)
    return defects
  }
}

/** Fill in the sign-in page and submit it, as a person does. */
export async function sendSignIn(page: Page, userName: string, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('input[name=userName]').fill(userName)
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('input[name=password]').press('Enter')
}

/**
 * Sign in and open a screen, the device overview by default. The token is set as the cookie with which a second tab
 * finds its session, which saves loading the sign-in page and the screen behind it; `login.story.ts` covers those.
 */
export async function signIn(
  page: Page,
  userName = 'admin',
  path = '/dashboard/index',
  password = demoPassword,
): Promise<void> {
  const { url } = stage()
  const { token } = await signInByRest(url, userName, password)
  await page.context().addCookies([{ name: 'token', value: token, url, sameSite: 'Lax' }])
  await page.goto(path)
  // The address changes before the frame is rendered.
  await page.getByRole('button', { name: /^(用户菜单|User menu)/ }).waitFor()
}

/**
 * No visible table must be scrolled sideways. Tables may scroll without making the page wider, so `fitsSideways` does
 * not see them.
 */
export const tablesFit = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].every(
      (table) => table.parentElement && table.offsetWidth <= table.parentElement.clientWidth,
    ),
  )

/** The page does not scroll sideways. */
export const fitsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

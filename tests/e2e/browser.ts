import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'

type Visit = {
  /** Path to open; the sign-in page comes first for whoever is not signed in. */
  path?: string
  /** Signs this demonstration user in. */
  as?: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}
export type Visitor = { visit(visit?: Visit): Promise<Page> }

const wide = { width: 1440, height: 900 }

/** Types the name and the password as a person does, and waits until the sign-in page is gone. */
export async function signInAs(page: Page, userName: string, password = demoPassword): Promise<void> {
  await page.getByLabel('用户名', { exact: true }).fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/**
 * A browser for the stories of a file; each visit is a new person with a clean profile.
 * A script error on any page fails the story, whatever else it looks at.
 */
export function useBrowser(): Visitor {
  let browser: Browser | null = null
  let faults: string[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
  })
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
    const seen = faults
    faults = []
    expect(seen).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
  })
  return {
    async visit({ path = '/', as, width = wide.width, height = wide.height, colorScheme = 'light' } = {}) {
      if (!browser) throw new Error('the browser is there inside tests only')
      const options: BrowserContextOptions = { baseURL: inject('url'), locale: 'zh-CN', viewport: { width, height }, colorScheme, acceptDownloads: true }
      const page = await (await browser.newContext(options)).newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy|Uncaught|React/.test(message.text())) faults.push(message.text())
      })
      await page.goto(path)
      if (as) await signInAs(page, as)
      return page
    },
  }
}

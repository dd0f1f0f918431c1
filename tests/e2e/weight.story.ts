import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, signIn, useBrowser } from './support/browser.ts'

useBrowser()

const kilobyte = 1_000
const screens: readonly { path: string; scripts: number; requests: number }[] = [
  { path: '/machine_list/index', scripts: 200, requests: 12 },
  { path: '/dashboard/index', scripts: 350, requests: 16 },
]

/** Return the early requests, sent before the console's script has loaded, that no screen has used. */
const untaken = (page: Page) =>
  page.evaluate(() => [...((globalThis as { coldfleetEarly?: Map<string, unknown> }).coldfleetEarly?.keys() ?? [])])

test.each(screens)(
  'Load $path with few requests and few bytes, its first data included',
  async ({ path, scripts: most, requests: mostRequests }) => {
    const first = await openPage()
    await signIn(first)
    const cookies = await first.context().cookies()
    const page = await openPage({ cold: true })
    await page.context().addCookies(cookies)
    const scripts: Promise<{ url: string; bytes: number }>[] = []
    const asked: string[] = []
    page.on('requestfinished', (request) => {
      asked.push(decodeURIComponent(new URL(request.url()).pathname))
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => ({ url: request.url(), bytes: responseBodySize })))
    })
    await page.goto(path)
    await page.locator('tbody tr td a').first().waitFor()
    await page.waitForLoadState('networkidle')
    const loaded = await Promise.all(scripts)
    const bytes = loaded.reduce((sum, script) => sum + script.bytes, 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(most * kilobyte)
    expect(asked.length).toBeLessThanOrEqual(mostRequests)
    // The chart library is loaded only on screens with a chart.
    expect(loaded.filter(({ url }) => url.includes('chart-canvas')).length).toBe(path.startsWith('/dashboard') ? 1 : 0)
    // The early requests are those of the screen: each is used, and no call is requested twice.
    expect(await untaken(page)).toEqual([])
    const calls = asked.flatMap((address) =>
      address.startsWith('/trpc/') ? address.slice('/trpc/'.length).split(',') : [],
    )
    for (const call of ['auth.info', 'devices.find', 'charts.lastDate'])
      expect([call, calls.filter((other) => other === call).length]).toEqual([call, 1])
  },
)

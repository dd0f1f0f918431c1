import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/http-server.ts'
import type { Bench, Figure } from './bench.ts'

const kibibyte = 1024
const chart = /highcharts|chart/i

/** Compressed script that a browser really loads: for the login page, and for the fleet screen without its charts. */
export async function measureBundles(bench: Bench): Promise<Figure[]> {
  const server = await startServer({ environment: { DATA_DIR: bench.folder('bundles'), DEMO: '1' }, built: true })
  const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
  try {
    const page = await browser.newPage()
    const scripts = new Map<string, number>()
    page.on('response', async (response) => {
      if (!new URL(response.url()).pathname.endsWith('.js')) return
      const body = await response.body().catch(() => null)
      if (body) scripts.set(response.url(), gzipSync(body, { level: 9 }).length)
    })
    const loaded = (wanted: (url: string) => boolean) => [...scripts].filter(([url]) => wanted(url)).reduce((sum, [, bytes]) => sum + bytes, 0) / kibibyte
    await page.goto(server.url, { waitUntil: 'networkidle' })
    const login = loaded(() => true)
    await page.locator('input').first().fill('admin')
    await page.locator('input[type=password]').fill('ColdFleet#26')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.includes('login'))
    await page.waitForLoadState('networkidle')
    const conditions = 'gzip level 9, cold cache, as loaded by Chromium'
    return [
      { measure: 'script of the login page', conditions, figure: login, unit: 'KiB', limit: 150, better: 'lower' },
      { measure: 'script of the console without charts', conditions, figure: loaded((url) => !chart.test(url)), unit: 'KiB', limit: 250, better: 'lower' },
      { measure: 'script of the charts', conditions, figure: loaded((url) => chart.test(url)), unit: 'KiB', limit: null, better: 'lower' },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

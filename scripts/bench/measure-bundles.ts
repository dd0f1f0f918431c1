import { chromium } from 'playwright'
import { demoPassword } from '#server/demo/users.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/http-server.ts'
import { openScreen } from '#tests/support/open-screen.ts'
import { signIn } from '#tests/support/rest-client.ts'
import type { Bench, Figure } from './bench.ts'

const kibibyte = 1024
/** Highcharts and the modules that only charts need, by the name of the file. */
const chart = /highcharts|chart/i

/**
 * Measure the compressed script that a browser really loads: for the login page, and for the fleet screen without its
 * charts.
 */
export async function measureBundles(bench: Bench): Promise<Figure[]> {
  const server = await startServer({ environment: { DATA_DIR: bench.folder('bundles'), DEMO: '1' }, built: true })
  const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
  try {
    const page = await browser.newPage()
    const scripts = new Map<string, number>()
    const sizes = new Map<string, number>()
    const reading: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      if (!new URL(request.url()).pathname.endsWith('.js')) return
      const read = async () => {
        const { responseBodySize } = await request.sizes()
        // A cached script arrives without a body; its size is the former one.
        if (responseBodySize > 0) sizes.set(request.url(), responseBodySize)
        scripts.set(request.url(), sizes.get(request.url()) ?? 0)
      }
      reading.push(read())
    })
    const loaded = async (wanted: (url: string) => boolean) => {
      await page.waitForLoadState('networkidle')
      await Promise.all(reading)
      return [...scripts].filter(([url]) => wanted(url)).reduce((sum, [, bytes]) => sum + bytes, 0) / kibibyte
    }
    // The complete screen; the bare address leads to the projects.
    await page.goto(`${server.url}/dashboard/index`)
    // Typing the password loads the cipher, which belongs to the page.
    await page.locator('input[name=userName]').fill('admin')
    await page.locator('input[name=password]').fill(demoPassword)
    const login = await loaded(() => true)
    await page.keyboard.press('Enter')
    await page.locator('.highcharts-root').first().waitFor()
    await loaded(() => true)
    // As on the next morning: already signed in, so without the scripts of the sign-in page.
    scripts.clear()
    await page.reload()
    await page.locator('.highcharts-root').first().waitFor()
    const withCharts = await loaded(() => true)
    const charts = await loaded((url) => chart.test(new URL(url).pathname))
    const { token } = await signIn(server.url, 'admin', demoPassword)
    const opened = (path: string) =>
      openScreen(browser, { url: server.url, path, width: 1440, slow: false, language: 'zh', token })
    const [list, overview] = [await opened('/machine_list/index'), await opened('/dashboard/index')]
    const conditions = 'compressed as it travels (brotli), cold cache, as loaded by Chromium'
    return [
      { measure: 'script of the login page', conditions, figure: login, unit: 'KiB', limit: 150, better: 'lower' },
      {
        measure: 'script of the console without charts',
        conditions,
        figure: withCharts - charts,
        unit: 'KiB',
        limit: 250,
        better: 'lower',
      },
      {
        measure: 'script of the device list',
        conditions,
        figure: list.scriptKib,
        unit: 'KiB',
        limit: 200,
        better: 'lower',
      },
      {
        measure: 'requests of the device list',
        conditions,
        figure: list.requests,
        unit: '',
        limit: 12,
        better: 'lower',
      },
      {
        measure: 'script of the overview',
        conditions,
        figure: overview.scriptKib,
        unit: 'KiB',
        limit: 350,
        better: 'lower',
      },
      { measure: 'script of the charts', conditions, figure: charts, unit: 'KiB', limit: null, better: 'lower' },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

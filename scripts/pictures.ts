import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { demoPassword } from '#server/demo/users.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/http-server.ts'

/** Take the pictures of the README from the built product with its demonstration fleet: npx tsx scripts/pictures.ts */
const pictures = [
  { name: 'device-overview', path: '/dashboard/index', language: 'zh', theme: 'light' },
  { name: 'machine-list', path: '/machine_list/index?state=warn', language: 'en', theme: 'dark' },
] as const

const folder = join(import.meta.dirname, 'pictures')
const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-pictures-'))
mkdirSync(folder, { recursive: true })
ensureBuilt()
const server = await startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true })
const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
try {
  for (const { name, path, language, theme } of pictures) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 860 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    await context.addInitScript(
      `if (location.protocol.startsWith('http')) sessionStorage.setItem('LOCALE', '${language}')`,
    )
    const page = await context.newPage()
    await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
    await page.locator('input[name=userName]').fill('admin')
    await page.locator('input[name=password]').fill(demoPassword)
    await page.locator('input[name=password]').press('Enter')
    await page.locator('tbody tr').nth(4).waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

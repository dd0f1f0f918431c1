import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'

/** A dialog that is open is shown in each of these ways in turn: 720 × 450 is what 1440 × 900 has at 200 %. */
const looks = [
  { name: 'narrow', width: 320, height: 568, forcedColors: 'none', colorScheme: null },
  { name: 'enlarged', width: 720, height: 450, forcedColors: 'none', colorScheme: null },
  { name: 'forced-light', width: 1024, height: 768, forcedColors: 'active', colorScheme: 'light' },
  { name: 'forced-dark', width: 1024, height: 768, forcedColors: 'active', colorScheme: 'dark' },
] as const

let taken = 0

/**
 * Take a picture of what is open in each look, and return what does not fit there, one line each. The page gets its
 * size and colours back.
 */
export async function picturesOf(page: Page, folder: string, where: string): Promise<string[]> {
  const size = page.viewportSize()
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
  const found: string[] = []
  taken++
  for (const { name, width, height, forcedColors, colorScheme } of looks) {
    await page.emulateMedia({ forcedColors, colorScheme: colorScheme ?? (isDark ? 'dark' : 'light') })
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(200)
    // Details beside a list become a drawer over it, whose code is loaded then.
    for (let turn = 0; turn < 20 && !(await page.evaluate<boolean>('sweep.isLayerOpen()')); turn++)
      await page.waitForTimeout(100)
    if (!(await page.evaluate<boolean>('sweep.isLayerOpen()'))) {
      found.push(`${name}: closed by the change of size`)
      break
    }
    found.push(...(await page.evaluate<string[]>('sweep.misfits()')).map((misfit) => `${name}: ${misfit}`))
    mkdirSync(join(folder, name), { recursive: true })
    const file = `${String(taken).padStart(3, '0')} ${where}`.replaceAll(/[/\\?*:"<>|]/g, '_').slice(0, 80)
    await page.screenshot({ path: join(folder, name, `${file}.jpg`), type: 'jpeg', quality: 70 })
  }
  await page.emulateMedia({ forcedColors: 'none', colorScheme: isDark ? 'dark' : 'light' })
  if (size) await page.setViewportSize(size)
  await page.waitForTimeout(200)
  return found
}

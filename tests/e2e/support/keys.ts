import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** More keys than any way on a page needs. */
const mostKeys = 60

/** Press Tab until this element has the focus, which must never be lost or stay behind the navbar on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let count = 0; count < mostKeys; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const { top, lost } = await page.evaluate(() => ({
      top: document.activeElement?.getBoundingClientRect().top ?? 0,
      lost: document.activeElement === document.body,
    }))
    expect({ lost, above: top < 0 }).toEqual({ lost: false, above: false })
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

/** Skip the menu by the link that the first Tab of a page shows. */
export async function skipMenu(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

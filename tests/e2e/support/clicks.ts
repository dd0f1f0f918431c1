import type { Page } from 'playwright'

/** Counts the clicks and taps of a person on a page, over all screens that it opens; keys that press a button are none. Call it before the first screen. */
export async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener(
      'click',
      (event) => {
        if (event.isTrusted && event.detail > 0)
          sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
      },
      true,
    )
  })
}

/** How many there were since this was asked last. */
export const clicksOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const clicks = Number(sessionStorage.getItem('clicks'))
    sessionStorage.removeItem('clicks')
    return clicks
  })

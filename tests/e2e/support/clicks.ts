import type { Page } from 'playwright'

/**
 * Count a person's clicks and taps on all screens of a page; keys that press a button do not count. Call it before the
 * first screen.
 */
export async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Below the window, where Playwright stops the click that it repeats because the page has moved.
    document.addEventListener(
      'click',
      (event) => {
        if (event.isTrusted && event.detail > 0)
          sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
      },
      true,
    )
  })
}

/** Return the number of clicks since the last call. */
export const clicksOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const clicks = Number(sessionStorage.getItem('clicks'))
    sessionStorage.removeItem('clicks')
    return clicks
  })

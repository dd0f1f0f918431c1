import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { openScreen } from '#tests/support/open-screen.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'
import { openPage, stage, useBrowser } from './support/browser.ts'

useBrowser()

/** The largest layout shift of a page while it loads, as defined by web vitals; a larger one is visible. */
const most = 0.02
/** The screens with the most late content above visible content. All screens: `scripts/screens.ts --limit 0.02`. */
const screens: readonly { path: string; width: number; language: string }[] = [
  { path: '/TraceDetail/index?id=1', width: 1440, language: 'en' },
  { path: '/site_detail/index?id=4', width: 1440, language: 'en' },
  { path: '/today', width: 1440, language: 'zh' },
  { path: '/dashboard/index', width: 1440, language: 'en' },
  { path: '/reservation_plan_month/index', width: 390, language: 'en' },
  { path: '/agent_detail/index?id=1', width: 768, language: 'en' },
  { path: '/profile/index', width: 1440, language: 'en' },
  // With the details of a row beside the list; the second row is not there.
  { path: '/user/index?row=2', width: 1440, language: 'zh' },
  { path: '/feed_conflicts/index?row=999999999', width: 1440, language: 'en' },
]

test('Move no visible content on the screens where the most content arrives late', async () => {
  const page = await openPage()
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const { url } = stage()
  const { token } = await signInByRest(url, 'admin', demoPassword)
  const opened = await Promise.all(
    screens.slice(0, 3).map((screen) => openScreen(browser, { url, slow: false, token, ...screen })),
  )
  for (const screen of screens.slice(3)) opened.push(await openScreen(browser, { url, slow: false, token, ...screen }))
  const moved = opened.flatMap(({ shift, sources }, at) => (shift > most ? [{ ...screens[at], shift, sources }] : []))
  expect(moved).toEqual([])
})

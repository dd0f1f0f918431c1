import { expect, test } from 'vitest'
import { callsOfScreens } from '#client/early/calls-of-screens.ts'
import { callKey, idOfAddress } from '#client/early/first-calls.ts'
import { fillMarks, type Known } from '#client/early/session-marks.ts'
import { screenPaths } from '#shared/screens.ts'
import { recordOf } from '#tests/support/open-screen.ts'
import { openPage, signIn, useBrowser } from './support/browser.ts'

useBrowser()

/** Return the calls of a request, as `early.ts` names them. */
function keysOf(address: string): string[] {
  const { pathname, searchParams } = new URL(address)
  if (!pathname.startsWith('/trpc/')) return []
  const input: Record<string, unknown> = JSON.parse(searchParams.get('input') ?? '{}')
  return decodeURIComponent(pathname.slice('/trpc/'.length))
    .split(',')
    .map((path, place) => callKey({ path, input: input[place] }))
}

test('Carry in the page of each screen exactly calls that the screen sends', async () => {
  const page = await openPage()
  const sent = new Set<string>()
  page.on('request', (request) => {
    for (const key of keysOf(request.url())) sent.add(key)
  })
  // A screen without carried calls; the others are opened without a page of their own, so that they send all themselves.
  await signIn(page, 'admin', '/user/index?name=x')
  const session: Known = JSON.parse(String(await page.evaluate(() => sessionStorage.getItem('USER_INFO'))))
  // The first base of headquarters, and the newest day of the demonstration.
  const date = await page.waitForFunction(() => sessionStorage.getItem('BUSINESS_DATE'))
  const newest = String(await date.jsonValue())
  const known = { ...session, base: 2, newest }
  for (const { path, component } of screenPaths) {
    const address = recordOf(path)
    const id = new URLSearchParams(address.split('?')[1]).get('id')
    const calls = JSON.stringify(callsOfScreens[component] ?? []).replaceAll(`"${idOfAddress}"`, String(id))
    const carried = fillMarks(calls, known)
    const keys = (JSON.parse(carried) as { path: string; input?: unknown }[]).map(callKey)
    if (keys.length === 0) continue
    await page.evaluate((next) => history.pushState(null, '', next), address)
    await expect.poll(() => [path, keys.filter((key) => !sent.has(key))], { timeout: 10_000 }).toEqual([path, []])
  }
})

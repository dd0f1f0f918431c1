import { expect, test } from 'vitest'
import { fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

for (const theme of ['light', 'dark'] as const)
  test(`Keep the overview and the device list accessible to everyone, ${theme}`, async () => {
    const page = await openPage({ theme })
    await signIn(page, 'base')
    await page.getByRole('region', { name: '设备数量' }).waitFor()
    await expect.poll(() => accessProblems(page)).toEqual([])
    await page.goto('/machine_list/index')
    await page.getByRole('table').first().waitFor()
    await expect.poll(() => accessProblems(page)).toEqual([])
  })

test('Show the overview and the list on a phone without sideways scrolling', async () => {
  const page = await openPage({ width: 390, height: 844, touch: true })
  await signIn(page, 'base')
  await page.getByRole('region', { name: '设备数量' }).waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
  await page.goto('/machine_list/index')
  await page.getByRole('table').first().waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

test('Keep the address and its filters when the language changes', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index?state=normal&type=T30')
  await page.getByRole('button', { name: '导出', exact: true }).waitFor()
  const before = page.url()
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  expect(page.url()).toBe(before)
})

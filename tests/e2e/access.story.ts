import { expect, test } from 'vitest'
import { accessProblems, fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'

useBrowser()

for (const theme of ['light', 'dark'] as const)
  test(`the overview and the device list can be used by everyone, ${theme}`, async () => {
    const page = await openPage({ theme })
    await signIn(page, 'base')
    await page.getByRole('region', { name: '设备数量' }).waitFor()
    await expect.poll(() => accessProblems(page)).toEqual([])
    await page.goto('/machine_list/index')
    await page.getByRole('table').first().waitFor()
    await expect.poll(() => accessProblems(page)).toEqual([])
  })

test('a phone shows the overview and the list without sideways scrolling', async () => {
  const page = await openPage({ width: 390, height: 844, touch: true })
  await signIn(page, 'base')
  await page.getByRole('region', { name: '设备数量' }).waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
  await page.goto('/machine_list/index')
  await page.getByRole('table').first().waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

test('switching the language comes back to the same address with the same filters', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index?state=normal&type=T30')
  await page.getByRole('button', { name: '导出', exact: true }).waitFor()
  const before = page.url()
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  expect(page.url()).toBe(before)
})

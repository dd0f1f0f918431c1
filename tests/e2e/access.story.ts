import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import { useBrowser } from './browser.ts'

const browser = useBrowser()

for (const colorScheme of ['light', 'dark'] as const)
  test(`the sign-in page, the overview and the list can be used by everyone, ${colorScheme}`, async () => {
    const page = await browser.visit({ colorScheme })
    const problems = async () => {
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    }
    await page.getByLabel('用户名', { exact: true }).waitFor()
    expect(await problems()).toEqual([])
    await page.close()

    const inside = await browser.visit({ as: 'base', path: '/machine_list/index', colorScheme })
    await inside.getByRole('table').first().waitFor()
    const { violations } = await new AxeBuilder({ page: inside }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  })

test('a phone shows the overview without sideways scrolling', async () => {
  const page = await browser.visit({ as: 'base', width: 390, height: 844 })
  await page.getByRole('region', { name: '设备数量' }).waitFor()
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBe(0)
})

test('switching the language comes back to the same address with the same filters', async () => {
  const page = await browser.visit({ as: 'base', path: '/machine_list/index?state=normal&type=T30' })
  await page.getByRole('table').first().waitFor()
  const before = page.url()
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  expect(page.url()).toBe(before)
})

test('a visitor without a role is not shown any device', async () => {
  const page = await browser.visit({ as: 'visitor' })
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('region', { name: '设备数量' }).count()).toBe(0)
})

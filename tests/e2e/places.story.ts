import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accessProblems, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'

useBrowser()

const patiently = { timeout: 20_000 }
const numberIn = (text: string | null) => Number((text ?? '').replace(/[^\d]/g, ''))
const totalCard = async (page: Page) => numberIn(await page.getByRole('region', { name: '设备数量' }).locator('.figures').first().textContent())

test('from the site dashboard to a site, to the devices behind a point of its chart, and back', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/site/index')
  const row = page.getByRole('row').filter({ hasText: '华东一号站' })
  await row.waitFor()
  const total = numberIn(await row.getByRole('cell').nth(2).textContent())
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载', exact: true }).click()])
  expect(download.suggestedFilename()).toBe('基地列表.csv')

  await row.getByRole('link', { name: '华东一号站' }).click()
  await page.waitForURL(/site_detail\/index\?id=\d+/)
  await expect.poll(() => totalCard(page), patiently).toBe(total)
  const chart = page.locator('section').filter({ has: page.getByRole('heading', { name: '设备状态', exact: true }) })
  await chart.locator('.highcharts-point').first().click()
  await page.waitForURL(/at=\d{4}-\d\d-\d\d&part=normal/)
  const drawer = page.getByRole('dialog')
  const heading = drawer.getByRole('heading', { name: /^正常的设备（[\d,]+）$/ })
  await heading.waitFor()
  const listed = numberIn(await heading.textContent())
  await expect.poll(() => drawer.getByText(/共\s*[\d,]+\s*条/).textContent()).toContain(listed.toLocaleString('zh-CN'))
  await drawer.getByRole('tab', { name: '状态变化' }).click()
  await page.waitForURL(/tab=changes/)
  await drawer.getByRole('columnheader', { name: '原因' }).waitFor()
  expect(await accessProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // The same figure stands in the table behind the picture.
  await chart.getByRole('button', { name: '以表格查看' }).click()
  await expect.poll(async () => numberIn(await chart.getByRole('row').nth(1).getByRole('cell').first().textContent())).toBe(listed)

  await page.getByRole('button', { name: '返回' }).click()
  await page.waitForURL(/\/site\/index$/)
}, 60_000)

test('a client overview holds period and basis in its address, and hides the way back when it is embedded', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/client/index')
  await page.getByRole('link', { name: '晨曦数据' }).first().click()
  await page.getByRole('heading', { name: '在线率 · 在役设备' }).waitFor()
  await page.getByRole('button', { name: '在线率的计算公式' }).click()
  await page.getByText('在线率 = (正常 + 低算力 + 告警) ÷ 分母 × 100%').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '统计周期' }).click()
  await page.getByRole('option', { name: '按月' }).click()
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await page.waitForURL(/period=month&from=\d{4}-\d\d-01/)
  await page.getByRole('button', { name: '统计口径' }).click()
  await page.getByRole('option', { name: '全部自有设备' }).click()
  await page.waitForURL(/basis=allOwned/)
  await page.reload()
  await page.getByRole('heading', { name: '在线率 · 全部自有设备' }).waitFor()
  await page.getByRole('link', { name: 'chenxi-01' }).click()
  await page.waitForURL(/account_detail\/index\?id=\d+/)
  await page.getByRole('button', { name: '返回' }).waitFor()
  await page.goto(`${page.url()}&active=1`)
  await page.getByRole('heading', { name: 'chenxi-01' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: '返回' }).count()).toBe(0)
}, 60_000)

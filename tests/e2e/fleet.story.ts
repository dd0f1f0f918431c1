import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { cardOf } from '#tests/e2e/support/cards.ts'

useBrowser()

const numberIn = (text: string | null) => Number((text ?? '').replace(/[^\d]/g, ''))

/** Open the first screen of `userName`. */
async function overviewOf(userName: string): Promise<Page> {
  const page = await openPage()
  await signIn(page, userName)
  return page
}

/** Return the total that the pager shows. */
async function listTotal(page: Page): Promise<number> {
  const total = page.getByText(/共\s*[\d,]+\s*条/).first()
  await total.waitFor()
  return numberIn((await total.textContent())?.match(/共\s*([\d,]+)/)?.[1] ?? null)
}

test('Show nine cards that add up after a manager signs in', async () => {
  const page = await overviewOf('admin')
  const states = ['正常', '低算力', '告警', '已下线', '送修中', '修复未上线', '丢失', '报废']
  const counts: number[] = []
  for (const state of states) counts.push(await cardOf(page, state))
  const total = await cardOf(page, '总数')
  expect(total).toBeGreaterThanOrEqual(2_000)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
})

test('Open exactly the rows that a card counts, and export the same list', async () => {
  const page = await overviewOf('admin')
  const low = await cardOf(page, '低算力')
  await page.getByRole('region', { name: '设备数量' }).getByRole('link').filter({ hasText: '低算力' }).first().click()
  await page.waitForURL(/machine_list.*state=low/)
  await expect.poll(() => listTotal(page)).toBe(low)

  await page.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByLabel('CSV（.csv）').check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载', exact: true }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.length - 1).toBe(low)
  for (const line of lines.slice(1)) expect(line).toContain('低算力')
})

test('Keep the filters in the address: show the same list after a reload and to another person', async () => {
  const page = await overviewOf('base')
  await page.goto('/machine_list/index?type=T20&state=normal')
  const total = await listTotal(page)
  expect(total).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => listTotal(page)).toBe(total)
})

test('Show the manager of a base only the machines of that base', async () => {
  const everything = await cardOf(await overviewOf('admin'), '总数')
  const east = await cardOf(await overviewOf('base'), '总数')
  const west = await cardOf(await overviewOf('base2'), '总数')
  expect(east + west).toBe(everything)
  expect(Math.min(east, west)).toBeGreaterThan(0)
})

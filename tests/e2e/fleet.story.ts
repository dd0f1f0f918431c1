import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'

useBrowser()

const numberIn = (text: string | null) => Number((text ?? '').replace(/[^\d]/g, ''))

/** The first screen of `userName`. */
async function overviewOf(userName: string): Promise<Page> {
  const page = await openPage()
  await signIn(page, userName)
  return page
}

/** The number on a card of the overview, once it is there. */
async function cardOf(page: Page, label: string): Promise<number> {
  const number = page
    .getByRole('region', { name: '设备数量' })
    .getByRole('link')
    .filter({ hasText: label })
    .first()
    .locator('.figures')
    .first()
  await expect.poll(() => number.textContent(), { timeout: 20_000 }).toMatch(/^[\d,]+$/)
  return numberIn(await number.textContent())
}

/** Rows that the pager says there are. */
async function listTotal(page: Page): Promise<number> {
  const total = page.getByText(/共\s*[\d,]+\s*条/).first()
  await total.waitFor()
  return numberIn((await total.textContent())?.match(/共\s*([\d,]+)/)?.[1] ?? null)
}

test('a manager signs in and sees nine cards that add up', async () => {
  const page = await overviewOf('admin')
  const states = ['正常', '低算力', '告警', '已下线', '送修中', '修复未上线', '丢失', '报废']
  const counts: number[] = []
  for (const state of states) counts.push(await cardOf(page, state))
  const total = await cardOf(page, '总数')
  expect(total).toBeGreaterThanOrEqual(2_000)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
})

test('a card leads to exactly its rows, and their export is the same list', async () => {
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

test('the address holds the filters: a reload and another person show the same list', async () => {
  const page = await overviewOf('base')
  await page.goto('/machine_list/index?type=T20&state=normal')
  const total = await listTotal(page)
  expect(total).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => listTotal(page)).toBe(total)
})

test('the manager of another base sees only the machines of that base', async () => {
  const everything = await cardOf(await overviewOf('admin'), '总数')
  const east = await cardOf(await overviewOf('base'), '总数')
  const west = await cardOf(await overviewOf('base2'), '总数')
  expect(east + west).toBe(everything)
  expect(Math.min(east, west)).toBeGreaterThan(0)
})

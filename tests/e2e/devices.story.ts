import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'

useBrowser()

const numberIn = (text: string | null | undefined): number => Number((text ?? '').replace(/[^\d]/g, ''))
/** A longer timeout, because a busy machine is slow. */
const patiently = { timeout: 20_000 }
const deviceTable = (page: Page) => page.getByRole('region', { name: '设备', exact: true }).getByRole('table')
const deviceRows = (page: Page) => deviceTable(page).locator('tbody tr:has(button)')
const serialOf = async (page: Page, row: number): Promise<string> =>
  (await deviceRows(page).nth(row).locator('.font-mono').first().textContent()) ?? ''

async function listTotal(page: Page): Promise<number> {
  const total = page.getByText(/^共 [\d,]+ 条/).first()
  await total.waitFor()
  return numberIn((await total.textContent())?.match(/共 ([\d,]+) 条/)?.[1])
}

async function openList(userName: string, address = '', look: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = await openPage(look)
  await signIn(page, userName, `/machine_list/index${address}`)
  await page.getByRole('heading', { level: 1, name: '设备列表' }).waitFor()
  await expect.poll(() => listTotal(page), patiently).toBeGreaterThanOrEqual(0)
  return page
}

test('Open the rows of a slice, as many as the chart and its table say', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: '按类型' }) })
  await card.locator('.highcharts-point').first().waitFor()
  // The bar above every screen says the date of the figures, so the head below does not repeat it.
  expect(await page.getByText('业务日期').filter({ visible: true }).count()).toBe(1)
  await card.getByRole('button', { name: '以表格查看' }).click()
  const row = card.getByRole('row').filter({ has: page.getByRole('link', { name: 'T30' }) })
  const said = numberIn(await row.getByRole('cell').first().textContent())
  expect(said).toBeGreaterThan(0)

  await card.getByRole('button', { name: '以图表查看' }).click()
  await card.locator('.highcharts-point').first().waitFor()
  const ring = await card.locator('.highcharts-pie-series.highcharts-series').boundingBox()
  if (!ring) throw new Error('the pie is not drawn')
  // Slices begin at twelve o'clock. T30 is more than half, so three o'clock is inside it. The hole of the ring has 62 %
  // of its radius.
  await page.mouse.click(ring.x + ring.width * 0.9, ring.y + ring.height / 2)
  await page.waitForURL(/machine_list\/index\?type=T30$/)
  await expect.poll(() => listTotal(page)).toBe(said)
})

test('Keep sorting, page, size and an open device on reload, and close the device with "back"', async () => {
  const page = await openList('base', '?state=normal&size=10')
  await deviceTable(page).getByRole('button', { name: '维修次数' }).click()
  await page.waitForURL(/orderColumn=repairTimes&orderWay=asc/)
  await page.getByRole('button', { name: '下一页' }).click()
  await page.waitForURL(/page=2/)
  await expect.poll(() => deviceRows(page).count(), patiently).toBe(10)
  await expect
    .poll(() => deviceTable(page).locator('tbody').getAttribute('class'), patiently)
    .not.toContain('opacity-50')
  const serial = await serialOf(page, 3)
  await page.getByRole('button', { name: `详情 ${serial}` }).click()
  await page.getByRole('heading', { name: `设备 ${serial}` }).waitFor()
  const address = page.url()
  expect(address).toMatch(/state=normal&orderColumn=repairTimes&orderWay=asc&page=2&size=10&device=\d+/)

  await page.reload()
  await page.getByRole('heading', { name: `设备 ${serial}` }).waitFor()
  expect(page.url()).toBe(address)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => serialOf(page, 3)).toBe(serial)

  // A page that failed to load shows no total.
  await page.route(/devices\.find/, (route) => route.abort())
  await page.getByRole('button', { name: '下一页' }).click()
  await page.getByRole('button', { name: '重试' }).waitFor()
  expect(await page.getByRole('navigation', { name: '分页' }).locator('[aria-live]').textContent()).toBe('33')
})

test('Move through the rows and open one with the keyboard', async () => {
  const page = await openList('inspector', '?size=5')
  const third = await serialOf(page, 2)
  await deviceRows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `设备 ${third}` }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('device=')
})

test('Search with Enter in the serial field, and show all rows again after "clean"', async () => {
  const page = await openList('admin')
  const everything = await listTotal(page)
  const serial = await serialOf(page, 0)
  await page.getByLabel('序列号', { exact: true }).fill(` ${serial.toLowerCase()} `)
  await page.getByLabel('序列号', { exact: true }).press('Enter')
  await page.waitForURL(/serial=/)
  await expect.poll(() => listTotal(page), patiently).toBe(1)
  await expect.poll(() => serialOf(page, 0)).toBe(serial)
  await page.getByRole('button', { name: '清空', exact: true }).click()
  await expect.poll(() => listTotal(page), patiently).toBe(everything)
  expect(page.url()).toMatch(/index$/)
})

test('Apply a typed text after a pause as one step back, and clear filters by their chips', async () => {
  const page = await openList('admin', '?state=offline&type=T20')
  const set = page.getByRole('list', { name: '已设条件' })
  await set.getByRole('button', { name: /状态.*已下线/ }).waitFor()
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('/')
  await page.keyboard.type('t2', { delay: 20 })
  await page.waitForURL(/serial=t2(&|$)/)
  await page.keyboard.type('0')
  await page.waitForURL(/serial=t20(&|$)/)
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('serial'))
  await expect.poll(() => page.getByLabel('序列号', { exact: true }).inputValue()).toBe('')

  await set.getByRole('button', { name: /类型.*T20/ }).click()
  await page.waitForURL((url) => url.search === '?state=offline')
  // Escape clears the text, but no chosen filter.
  await page.keyboard.press('/')
  await page.keyboard.type('t2')
  await page.waitForURL(/serial=t2(&|$)/)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.search === '?state=offline')
  await page.keyboard.press('Escape')
  const left = set.getByRole('button', { name: /状态.*已下线/ })
  await left.press('Escape')
  expect(new URL(page.url()).search).toBe('?state=offline')
  await left.press('Enter')
  await page.waitForURL((url) => url.search === '')
  expect(await set.count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('转到筛选条件').waitFor()
})

test('Apply the chosen client to cards and pies at once, and offer its accounts', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  const total = page.getByRole('region', { name: '设备数量' }).getByRole('link').first()
  await expect
    .poll(async () => numberIn(await total.locator('.figures').first().textContent()), patiently)
    .toBeGreaterThanOrEqual(2_000)
  await page.getByRole('combobox', { name: '客户' }).click()
  await page.getByRole('option').first().click()
  await page.waitForURL(/clientId=\d+/)
  await expect.poll(() => listTotal(page)).toBeLessThan(2_000)
  const ofClient = await listTotal(page)
  await expect
    .poll(async () => numberIn(await total.locator('.figures').first().textContent()), patiently)
    .toBe(ofClient)
  await page.getByRole('combobox', { name: '子账号' }).click()
  await expect.poll(() => page.getByRole('option').count(), patiently).toBeGreaterThan(0)
  await expect.poll(() => page.getByRole('option').count()).toBeLessThan(24)
  // After a wrong choice, a click on the same field and typing finds another one.
  await page.getByRole('option').first().click()
  const account = page.getByRole('combobox', { name: '子账号' })
  const wrong = await account.inputValue()
  await account.click()
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(1)
  await page.keyboard.type(wrong.slice(0, 1))
  await expect.poll(() => account.inputValue()).toBe(wrong.slice(0, 1))
})

test('Ask with the documented words before a device is scrapped for good', async () => {
  const page = await openList('base', '?state=offline')
  const before = await listTotal(page)
  const serial = await serialOf(page, 0)
  const ask = async () => {
    await page.getByRole('button', { name: `更多操作 ${serial}` }).click()
    await page.getByRole('menuitem', { name: '报废' }).click()
  }
  await ask()
  const box = page.getByRole('alertdialog', { name: '提示' })
  await box.getByText('确定要报废该设备吗？').waitFor()
  await box.getByText(serial).waitFor()
  await box.getByRole('button', { name: '取消' }).click()
  await box.waitFor({ state: 'detached' })
  await expect.poll(() => listTotal(page)).toBe(before)

  await ask()
  // Without a reason nothing is done; the usual reasons can be clicked.
  await box.getByRole('button', { name: '报废', exact: true }).click()
  await box.getByText('请填写原因，或从下方选择一个').waitFor()
  await box.getByRole('button', { name: '无法维修' }).click()
  await box.getByRole('button', { name: '报废', exact: true }).click()
  await page.getByText(`报废成功：${serial}`).waitFor()
  await expect.poll(() => listTotal(page), patiently).toBe(before - 1)
  await page.goto(`/machine_list/index?state=scrap&serial=${serial}`)
  await expect.poll(() => listTotal(page)).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: `更多操作 ${serial}` }).isDisabled()).toBe(true)
})

test('Report an unknown value in a link, and treat another person’s place as unknown', async () => {
  const page = await openList('admin', '?state=exploded')
  await page.getByText('链接中有无法识别的条件，已忽略：state=exploded').waitFor()
  await expect.poll(() => listTotal(page)).toBeGreaterThanOrEqual(2_000)
  await page.goto('/machine_list/index?siteId=2147483647')
  await page.getByText('链接中的客户、子账号或站点不存在，或不在您的范围内。').waitFor()
  await page.getByRole('region', { name: '设备', exact: true }).getByRole('button', { name: '清空' }).last().click()
  await expect.poll(() => listTotal(page), patiently).toBeGreaterThanOrEqual(2_000)
})

test.each([
  { userName: 'inspector', mayExport: true },
  { userName: 'registrar', mayExport: false },
])('Show $userName the devices, and no button that the server would refuse', async ({ userName, mayExport }) => {
  const page = await openList(userName)
  await expect.poll(() => listTotal(page)).toBeGreaterThan(0)
  await expect.poll(() => page.getByRole('button', { name: '导出', exact: true }).count()).toBe(mayExport ? 1 : 0)
  await expect.poll(() => page.getByRole('button', { name: '更新设备' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /^更多操作 / }).count()).toBe(0)
})

test('Put the filters in a drawer on a phone, and keep the serial visible while the table scrolls', async () => {
  const page = await openList('base', '', { width: 390, height: 844, touch: true })
  await page.getByRole('button', { name: '筛选条件' }).click()
  const drawer = page.getByRole('dialog', { name: '筛选条件' })
  await drawer.getByRole('button', { name: '类型' }).click()
  await page.getByRole('option', { name: 'T20' }).click()
  await page.waitForURL(/type=T20/)
  await drawer.getByRole('button', { name: '查看结果' }).click()
  await page.getByRole('button', { name: '筛选条件（1）' }).waitFor()
  const first = deviceRows(page).first()
  await first.locator('td').last().scrollIntoViewIfNeeded()
  const left = (await first.locator('td').first().boundingBox())?.x ?? -1
  expect(left).toBeGreaterThanOrEqual(0)
  await expect.poll(() => fitsSideways(page)).toBe(true)
  await page.evaluate(() => scrollTo(0, 200))
  await page.getByRole('button', { name: '表格设置' }).click()
  const last = await page.getByRole('button', { name: '恢复默认' }).boundingBox()
  expect((last?.y ?? 844) + (last?.height ?? 0)).toBeLessThan(844)
})

import { expect, test } from 'vitest'
import { accessProblems } from '#tests/support/access-problems.ts'
import { fitsSideways, openPage, signIn, useBrowser } from './support/browser.ts'

useBrowser()

test('Open a row beside the list with a click, keep the list usable, and close it with Escape', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/machine_list/index')
  const rows = page.locator('tbody tr')
  const serial = (row: number) => rows.nth(row).getByRole('link').textContent()
  await rows.nth(3).getByRole('link').waitFor()
  const top = async (row: number) => (await rows.nth(row).boundingBox())?.y ?? 0
  const before = await top(3)
  // The page scrolls by whole pixels, and what wraps above the row is not a whole number of them.
  const moved = async () => Math.abs((await top(3)) - before)
  await rows.nth(3).locator('td').nth(2).click()
  const details = page.getByRole('dialog')
  await details.getByRole('heading', { name: `设备 ${await serial(3)}` }).waitFor()
  // The list gets narrower, but its rows stay below the pointer.
  expect(await moved()).toBeLessThanOrEqual(1)
  const [panel, table] = await Promise.all([
    details.boundingBox(),
    page.getByRole('region', { name: '设备' }).last().boundingBox(),
  ])
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0)
  expect(await accessProblems(page)).toEqual([])
  // The list is not covered by a dialog: the next row opens in the same panel.
  await rows.nth(5).locator('td').nth(2).click()
  await details.getByRole('heading', { name: `设备 ${await serial(5)}` }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => details.count()).toBe(0)
  expect(await moved()).toBeLessThanOrEqual(1)
  const isFocused = (row: number) => rows.nth(row).evaluate((line) => line === document.activeElement)
  expect(await isFocused(5)).toBe(true)
  // A screen reader says which row that is.
  expect(await rows.nth(5).getAttribute('aria-label')).toMatch(new RegExp(`^${await serial(5)}, `))
  // The details follow the keyboard focus; closing them focuses the row that they showed last.
  await page.keyboard.press('Enter')
  await details.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await details.getByRole('heading', { name: `设备 ${await serial(7)}` }).waitFor()
  expect(await page.locator('tr[aria-current=true]').getByRole('link').textContent()).toBe(await serial(7))
  await details.getByRole('link').first().focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => isFocused(7)).toBe(true)
  await rows.nth(3).getByRole('link').click()
  await page.waitForURL(/\/TraceDetail\/index\?id=\d+/)
})

test('Open a record without a page of its own beside its list, from its address, and close it by Back', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/company_material_order/index')
  const details = page.getByRole('dialog')
  const row = (place: number) => page.locator('tbody:not([aria-hidden]) tr').nth(place)
  await row(1).locator('td').nth(3).click()
  await details.getByRole('heading', { name: /^(出库|入库) · .+×/ }).waitFor()
  await details.getByText('经办人').waitFor()
  // The details have the actions of the row.
  await expect.poll(() => row(1).locator('td').last().isVisible()).toBe(false)
  expect(await accessProblems(page)).toEqual([])
  await page.reload()
  await details.getByText('经办人').waitFor()
  await page.goBack()
  await details.waitFor({ state: 'detached' })
  await page.goto('/audit/index')
  await row(0).locator('td').first().click()
  await details.getByText('地址').waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await page.keyboard.press('o')
  await details.getByText('地址').waitFor()
  expect(await row(0).getAttribute('aria-current')).toBe('true')
})

test('Keep a question over details whose window gets too narrow to have them beside the list', async () => {
  const page = await openPage()
  // Not the newest one, which another story enters and publishes.
  await signIn(page, 'admin', '/trace/index')
  await page.locator('tbody tr').filter({ hasText: '未处理' }).last().click()
  const modal = page.locator('[role=dialog][aria-modal=true]')
  const publish = page.getByRole('dialog').getByRole('button', { name: '发布', exact: true })
  await publish.click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: '不发布' }).waitFor()
  await page.setViewportSize({ width: 1000, height: 900 })
  // The click fails where something covers the button.
  await question.getByRole('button', { name: '不发布' }).click({ timeout: 5_000 })
  await expect.poll(() => modal.count()).toBe(1)
  // Nor does a window that gets wider close the form that the details have opened.
  await page.getByRole('dialog').getByRole('button', { name: '修改测量' }).click()
  await expect.poll(() => modal.count()).toBe(2)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('dialog', { name: '修改测量' }).getByRole('button', { name: '取消' }).click()
  await expect.poll(() => page.locator('section[data-details]').count()).toBe(1)
})

test('Work through a list with the keys that ? shows, also beside open details', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/machine_list/index')
  const row = (place: number) => page.locator('tbody tr').nth(place)
  await row(2).getByRole('link').waitFor()
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
  await page.getByRole('toolbar').getByText('已选 1 项').waitFor()
  expect(await row(1).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: `设备 ${await row(0).getByRole('link').textContent()}` })
  await details.waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘快捷键' }).getByText('选择或取消选择该行').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '键盘快捷键' }).waitFor({ state: 'detached' })
  // Text typed before the palette has loaded is not lost, and selects nothing on the page.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('xt20')
  await expect.poll(() => page.getByRole('combobox', { name: /^搜索页面/ }).inputValue()).toBe('xt20')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: /^搜索页面/ }).waitFor({ state: 'detached' })
  await details.waitFor()
  expect(await page.locator('tr[aria-selected=true]').count()).toBe(0)
})

test('Keep the widths of columns when the page changes', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/machine_list/index')
  await page.locator('tbody tr td a').first().waitFor()
  const widths = () =>
    page.locator('thead th').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
  const turn = async (name: string, wanted: number) => {
    await page.getByRole('button', { name }).click()
    if (wanted > 1) await page.waitForURL(new RegExp(`page=${wanted}`))
    await expect.poll(() => page.locator('section[aria-busy=true]').count()).toBe(0)
  }
  // Content that does not fit sets new widths for both pages; after that, changing the page moves nothing.
  await turn('下一页', 2)
  await turn('上一页', 1)
  await turn('下一页', 2)
  const before = await widths()
  await turn('上一页', 1)
  expect(await widths()).toEqual(before)
  await turn('下一页', 2)
  expect(await widths()).toEqual(before)
})

test.each([
  { language: 'zh', theme: 'light' },
  { language: 'en', theme: 'dark' },
] as const)(
  'Show a phone row in a few lines that open its details, sorted by a choice: $language, $theme',
  async (look) => {
    const page = await openPage({ ...look, width: 390, height: 844, touch: true })
    await signIn(page, 'admin', '/machine_list/index')
    const card = page.locator('tbody tr').first()
    await card.getByRole('link').waitFor()
    const box = await card.boundingBox()
    expect([(box?.width ?? 0) <= 390, (box?.height ?? 0) <= 120]).toEqual([true, true])
    // The name, the state and the menu are beside each other.
    const parts = ['title', 'side', 'actions'].map((part) => card.locator(`td[data-part=${part}]`))
    const middles = await Promise.all(
      parts.map(async (part) => {
        const place = await part.boundingBox()
        return Math.round((place?.y ?? 0) + (place?.height ?? 0) / 2)
      }),
    )
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
    const cells = await card.locator('td').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right))
    expect(Math.max(...cells)).toBeLessThanOrEqual(390)
    await expect.poll(() => fitsSideways(page)).toBe(true)
    expect(await accessProblems(page)).toEqual([])
    await page.getByRole('button', { name: look.language === 'zh' ? /^排序/ : /^Order/ }).click()
    await page.getByRole('option', { name: look.language === 'zh' ? '站点 ↓' : /Site ↓/ }).click()
    await page.waitForURL(/orderColumn=site&orderWay=desc/)
  },
)

test('Type days in usual notations, or choose them from the calendar with the keyboard', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/audit/index')
  const [from, to] = [page.getByLabel('开始日期'), page.getByLabel('结束日期')]
  await from.fill('2026/3/5')
  await from.blur()
  expect(await from.inputValue()).toBe('2026-03-05')
  await from.fill('2026-02-30')
  expect(await from.getAttribute('aria-invalid')).toBe('true')
  await from.blur()
  await page.getByRole('alert').getByText('请填写有效日期').waitFor()
  expect(await from.inputValue()).toBe('2026-02-30')
  // The first digit of a day is not taken for a whole day.
  await from.clear()
  await from.pressSequentially('2026-03-15')
  expect([await from.inputValue(), await page.getByRole('alert').count()]).toEqual(['2026-03-15', 0])
  await page.waitForURL(/startDate=2026-03-15|from=2026-03-15/)
  await from.fill('2026-03-05')
  await to.fill('20260312')
  await page.getByRole('button', { name: /^打开日历/ }).click()
  await page.getByRole('table', { name: '2026年3月' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe('2026-03-12')
  expect(await accessProblems(page)).toEqual([])
  for (const key of ['ArrowUp', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(async () => [await from.inputValue(), await to.inputValue()]).toEqual(['2026-03-05', '2026-03-07'])
})

test('Go on with the row that takes the place of one whose details are open', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index?state=normal&orderColumn=serial&orderWay=desc')
  const link = (place: number) => page.locator('tbody tr').nth(place).getByRole('link')
  await link(2).waitFor()
  const [sent, next] = [await link(0).textContent(), await link(1).textContent()]
  for (const key of ['j', 'Enter']) await page.keyboard.press(key)
  const details = (serial: string | null) => page.getByRole('dialog', { name: `设备 ${serial}` })
  await details(sent).getByRole('button', { name: '送修', exact: true }).click()
  const sending = page.getByRole('dialog', { name: /^送修/ })
  await sending.getByLabel('原因').fill('风扇异响')
  await page.keyboard.press('Enter')
  await expect.poll(() => link(0).textContent()).toBe(next)
  await sending.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await details(next).waitFor()
})

import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { fitsSideways, openPage, signIn, tablesFit, useBrowser } from '#tests/e2e/support/browser.ts'
import { chooseOfRow } from '#tests/e2e/support/row-menu.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

test('Name missing values in a form, ask before typed text is lost, keep limits, and reload its list', async () => {
  const name = `岗位${Date.now().toString(36)}`
  const page = await openPage()
  await signIn(page, 'admin', '/groups/index?name=NOBODY')
  await page.getByText('没有符合条件的岗位').waitFor()
  // An empty list has no column headings.
  expect(await page.getByRole('columnheader').count()).toBe(0)
  await page.evaluate(() => history.pushState(null, '', location.href))
  await page.getByRole('button', { name: '新增岗位' }).click()
  const form = page.getByRole('dialog')
  const field = form.getByLabel('岗位名称')
  expect(await field.getAttribute('maxlength')).toBe('64')
  expect(await field.getAttribute('aria-required')).toBe('true')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('请填写岗位名称').waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.fill(name)
  await expect.poll(() => form.getByText('请填写岗位名称').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  // Back asks the same, and on the question it means "cancel".
  for (const state of ['visible', 'detached'] as const) {
    void page.goBack().catch(() => undefined)
    await page.getByRole('alertdialog').getByText('填写的内容尚未保存，确定放弃吗？').waitFor({ state })
    await page.keyboard.press('Shift')
  }
  expect(await field.inputValue()).toBe(name)
  // The browser asks, too, before the page is closed or reloaded.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await field.press('Enter')
  await form.waitFor({ state: 'detached' })
  // The filter hides the new row, so the message links to it.
  await page.getByText(`创建成功：${name}`).waitFor()
  await page.getByRole('button', { name: '查看', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('name') === name)
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(name)

  // Search, rename and delete from the row; the search is in the address.
  await page.goto('/groups/index')
  await page.getByRole('searchbox').fill(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?name=/)
  await page.reload()
  await page.getByRole('button', { name: `改名 ${name}` }).click()
  await field.fill(`${name}甲`)
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await chooseOfRow(page, `${name}甲`, '删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.getByText('没有符合条件的岗位').waitFor()
  expect(await accessProblems(page)).toEqual([])
})

test('Apply the server’s rules to an amount, in English and on a phone', async () => {
  const page = await openPage({ language: 'en', width: 390, height: 844 })
  await signIn(page, 'admin', '/indicator_out/index')
  await page.getByRole('button', { name: 'Add amount' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Amount').fill('1.234')
  await form.getByLabel('Description').focus()
  await form.getByText('The amount must be 0 or more, with at most 8 digits and 2 decimals').waitFor()
  await form.getByLabel('Amount').fill('12.5')
  await expect.poll(() => form.getByText('The amount must be 0 or more').count()).toBe(0)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter the check method').waitFor()
  // A screen reader reads the reason at each wrong field, also at choices.
  const wrong = form.locator(':is(input, textarea, button)[aria-invalid=true]')
  for (const field of await wrong.all()) expect(await field.getAttribute('aria-describedby')).toContain('-error')
  await expect.poll(() => fitsSideways(page)).toBe(true)
  expect(await accessProblems(page)).toEqual([])
  await form.getByRole('button', { name: 'Cancel' }).click()

  // Back closes the menu and an open list of choices, and does not leave the page.
  await page.goto('/machine_list/index')
  await page.getByRole('button', { name: 'Next page' }).waitFor()
  await page.evaluate(() => history.pushState(null, '', location.href))
  const back = async (closed: Locator) => {
    await closed.waitFor()
    void page.goBack().catch(() => undefined)
    await closed.waitFor({ state: 'hidden' })
    await page.keyboard.press('Shift')
  }
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await back(page.getByRole('dialog').getByRole('heading'))
  await page.getByRole('button', { name: /^Rows per page/ }).click()
  await back(page.getByRole('listbox'))
  expect(page.url()).toContain('/machine_list/index')
})

test('Open the last page for a page beyond it, and do not trap the back button there', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/material/index')
  await page.getByRole('navigation', { name: '分页' }).getByText(/^共/).waitFor()
  const steps = await page.evaluate(() => history.length)
  await page.goto('/material/index?page=99')
  await expect.poll(() => page.url()).not.toContain('page=99')
  expect(await page.evaluate(() => history.length)).toBe(steps + 1)
})

test('Print a list in light with all its columns and its filters, without what only a screen can use', async () => {
  const page = await openPage({ theme: 'dark' })
  await signIn(page, 'admin', '/machine_list/index?state=warn')
  const table = page.getByRole('table')
  await table.getByRole('row').nth(1).waitFor()
  const titles = await table.getByRole('columnheader').allInnerTexts()
  // The printable width of a sheet of A4.
  await page.setViewportSize({ width: 718, height: 1_000 })
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('heading', { name: '设备列表' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  expect([await fitsSideways(page), await tablesFit(page)]).toEqual([true, true])
  const printed = await table.getByRole('columnheader').allInnerTexts()
  expect(titles.slice(0, printed.length)).toEqual(printed)
  expect(titles.length - printed.length).toBeLessThanOrEqual(1)
  await page.getByRole('listitem').filter({ hasText: '状态' }).getByText('告警').waitFor()
  for (const screenOnly of ['导出', '清空', '更新设备'])
    expect(await page.getByRole('button', { name: screenOnly, exact: true }).count(), screenOnly).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})

import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accessProblems } from '#tests/support/access-problems.ts'
import { fitsSideways, openPage, signIn, useBrowser } from './support/browser.ts'
import { chooseOfRow } from './support/row-menu.ts'

useBrowser()

/** A longer timeout, because a busy machine is slow. */
const patiently = { timeout: 20_000 }
const goods = '导热硅脂 1 kg'

/** Return the number that the stock list shows for the goods at the base. */
async function inStock(page: Page): Promise<number> {
  const row = page.getByRole('row').filter({ hasText: goods })
  await row.first().waitFor()
  return Number(((await row.first().locator('td').nth(4).textContent()) ?? '').replaceAll(',', ''))
}

test('Receive goods by an order, refuse to give out too many, and restore the stock of a voided order', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/company_material/index')
  const before = await inStock(page)
  await page.goto('/company_material_order/index')
  await page.getByRole('button', { name: '新增出入库单' }).click()
  const dialog = page.getByRole('dialog', { name: '新增出入库单' })
  // Fans are counted in pieces, grease is not.
  await dialog.getByLabel('物料，第 1 行', { exact: true }).fill('风扇')
  await page.getByRole('option', { name: '轴流风扇 12038' }).click()
  await dialog.getByLabel('数量，第 1 行').fill('2.5')
  await dialog.getByText('按“个”计数，请填写整数').waitFor()
  await dialog.getByLabel('物料，第 1 行', { exact: true }).fill('导热')
  await page.getByRole('option', { name: goods }).click()
  await dialog.getByLabel('数量，第 1 行').fill('２.5')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('创建成功').first().waitFor()
  await expect.poll(() => page.getByRole('row').nth(1).textContent(), patiently).toContain(`${goods} ×2.5 罐`)
  await page.goto('/company_material/index')
  await expect.poll(() => inStock(page), patiently).toBe(before + 2.5)
  await page.goto('/company_material_order/index')
  const edit = page.getByRole('button', { name: /^修改出入库单/ }).first()
  await edit.click()
  const editing = page.getByRole('dialog', { name: /^修改出入库单/ })
  await editing.getByRole('button', { name: /^类型/ }).click()
  await page.getByRole('option', { name: '出库' }).click()
  await editing.getByLabel('数量，第 1 行').fill('99999')
  await editing.getByRole('button', { name: '保存' }).click()
  await editing.getByText(new RegExp(`的「${goods}」库存不足：现有 ${before} 罐，需要`)).waitFor()
  await editing.getByRole('button', { name: '取消' }).click()
  await chooseOfRow(page, `${goods} ×2.5 罐`, '作废')
  const box = page.getByRole('alertdialog')
  await box.getByText(`${goods} ×2.5 罐：从华东基地退回外部`).waitFor()
  await box.getByRole('button', { name: '作废' }).click()
  await page.getByText('已作废，库存已退回').waitFor()
  await page.goto('/company_material/index')
  await expect.poll(() => inStock(page), patiently).toBe(before)
  await page.getByRole('button', { name: goods, exact: true }).click()
  await page.getByRole('dialog').getByText('作废出入库单').first().waitFor()
})

test('Record a part of a machine, and find the machines that have it by a saved view', async () => {
  const page = await openPage()
  // A new note for each run, so that the story can be repeated.
  const note = `左侧第二槽 ${Date.now()}`
  await signIn(page, 'base', '/company_material/index?list=machines')
  await page
    .getByRole('button', { name: /^编辑配件/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^编辑配件/ })
  await dialog.getByLabel('备注，第 1 行').fill(note)
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('更新成功').first().waitFor()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('cell', { name: note }).waitFor()
  await page.goBack()
  await page.getByRole('searchbox', { name: '序列号' }).fill('T30')
  await page.keyboard.press('Enter')
  await page.waitForURL(/serial=T30/)
  await page.getByRole('button', { name: '已存视图' }).click()
  await page.getByRole('menuitem', { name: '保存当前视图…' }).click()
  await page.getByRole('textbox', { name: '视图名称' }).fill('T30 的配件')
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('已保存视图').waitFor()
  await page.goto('/company_material/index?list=machines')
  await page.getByRole('button', { name: '已存视图' }).click()
  await page.getByRole('menuitem').filter({ hasText: 'T30 的配件' }).click()
  await page.waitForURL(/list=machines&serial=T30/)
  expect(await accessProblems(page)).toEqual([])
})

test('Edit the lists of goods as the management, in English, in the dark and on a phone', async () => {
  const page = await openPage({ language: 'en', theme: 'dark', width: 390, height: 844 })
  await signIn(page, 'admin', '/tag_type/index')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Praise 2')
  await page.getByRole('button', { name: 'Save' }).click()
  await chooseOfRow(page, 'Praise 2', 'Delete')
  await page.getByText('Delete “Praise 2”?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK', exact: true }).click()
  await expect.poll(() => page.getByRole('row', { name: 'Praise 2' }).count(), patiently).toBe(0)
  for (const path of ['/company_material/index', '/company_material_order/index']) {
    await page.goto(path)
    await page.getByText('轴流风扇').first().waitFor()
    await expect.poll(() => accessProblems(page), patiently).toEqual([])
    expect(await fitsSideways(page)).toBe(true)
  }
})

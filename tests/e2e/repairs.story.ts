import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { fitsSideways, openPage, signIn, tablesFit, useBrowser } from '#tests/e2e/support/browser.ts'
import { chooseOfRow } from '#tests/e2e/support/row-menu.ts'

useBrowser()

/** A longer timeout, because a busy machine is slow. */
const patiently = { timeout: 20_000 }

async function serialsOf(page: Page, count: number): Promise<string[]> {
  const serials = page.getByRole('region', { name: '设备', exact: true }).getByRole('table').locator('tbody .font-mono')
  await expect.poll(() => serials.count(), patiently).toBeGreaterThanOrEqual(count)
  return (await page.locator('tbody tr td:first-child .font-mono').allTextContents()).slice(0, count)
}

test('Answer pasted serials line by line, send the valid ones, and void a wrong record', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index?state=normal&size=10')
  const [first = '', second = ''] = await serialsOf(page, 2)
  await page.goto('/repair/index')
  await page.getByRole('button', { name: '新增出库 / 入库' }).click()
  const dialog = page.getByRole('dialog', { name: '出库（送修）' })
  await dialog.getByLabel('设备序列号').fill(`${first}\n${second}，${first} NONE-1`)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question.getByText('填写的内容尚未保存，确定放弃吗？').waitFor()
  // A hasty Enter loses nothing.
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await dialog.getByLabel('送修原因').fill('风扇故障')
  await dialog.getByRole('button', { name: '核对', exact: true }).click()
  await dialog.getByText('可办理 2 台，不能办理 2 台').waitFor()
  await dialog.getByText('与前面重复').waitFor()
  await dialog.getByText('没有这台设备，或不在您的范围内').waitFor()
  // A day that cannot be accepted stays as typed and says so; the day before is not saved in its place.
  const day = dialog.getByRole('textbox', { name: '日期' })
  const today = await day.inputValue()
  for (const [typed, problem] of [
    ['2099-01-01', `请填写 ${today} 或之前的日期`],
    ['abc', '请填写有效日期'],
  ] as const) {
    await day.fill(typed)
    await dialog.getByRole('button', { name: '送修 2 台' }).click()
    await dialog.getByText(problem).waitFor()
    expect(await day.inputValue()).toBe(typed)
  }
  await day.fill(today)
  await dialog.getByRole('button', { name: '送修 2 台' }).click()
  await page.getByText('已办理 2 台，2 台未办理').waitFor()
  await page.goto(`/repair/index?worklist=out&deviceSerial=${first}`)
  await chooseOfRow(page, first, '作废')
  const box = page.getByRole('alertdialog')
  await box.getByLabel('作废原因').fill('登记错误')
  await box.getByRole('button', { name: '作废' }).click()
  await page.getByText('已作废，设备状态已重新计算').waitFor()
  await expect.poll(() => page.getByRole('button', { name: `更多操作 ${first}` }).count(), patiently).toBe(0)
  await page.goto(`/machine_list/index?state=normal&serial=${first}`)
  await expect.poll(() => serialsOf(page, 1), patiently).toEqual([first])
})

test('Say how many machines will change before chosen machines are marked, also on a phone', async () => {
  const page = await openPage({ width: 390, height: 844 })
  await signIn(page, 'base', '/machine_list/index?state=lost&size=5')
  await serialsOf(page, 1)
  await page.getByRole('checkbox', { name: '选择本页' }).click()
  await page.getByRole('button', { name: '找回', exact: true }).click()
  await page.getByText(/将更改 \d+ 台/).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

test('Mark a lost machine as found from the message, which covers no button at the edge of a phone', async () => {
  const page = await openPage({ width: 390, height: 844 })
  await signIn(page, 'base', '/machine_list/index?state=normal&type=T20&size=5')
  const [serial = ''] = await serialsOf(page, 1)
  await page.getByRole('checkbox', { name: new RegExp(serial) }).click()
  // On another page, too, only what the chosen machine allows is offered.
  await page.getByRole('button', { name: '下一页' }).click()
  await page.waitForURL(/page=2/)
  await expect.poll(() => serialsOf(page, 1), patiently).not.toEqual([serial])
  expect(await page.getByRole('button', { name: '找回', exact: true }).count()).toBe(0)
  await page.goBack()
  await expect.poll(async () => (await serialsOf(page, 1))[0], patiently).toBe(serial)
  await page.getByRole('button', { name: '标记丢失', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill('盘点未找到')
  await question.getByText(/将更改 1 台/).waitFor()
  await question.locator('[data-bottom-bar]').getByRole('button').last().click()
  const message = page.locator('[data-sonner-toast]').filter({ hasText: `已标记为丢失：${serial}` })
  await message.waitFor()
  await page.getByRole('button', { name: /^筛选条件/ }).click()
  const buttons = page.getByRole('dialog', { name: '筛选条件' }).locator('[data-bottom-bar]')
  await buttons.waitFor()
  const gap = async () => {
    const [above, below] = await Promise.all([message.boundingBox(), buttons.boundingBox()])
    return above && below ? below.y - (above.y + above.height) : null
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Escape')
  await message.getByRole('button', { name: '找回', exact: true }).click()
  await page.getByText('已找回 1 台，下次设备更新前为离线').first().waitFor()
  // A found machine is offline until a feed reports it. Source: spec/fleet.md
  await page.goto(`/machine_list/index?state=offline&serial=${serial}`)
  await expect.poll(() => serialsOf(page, 1), patiently).toEqual([serial])
})

test('Show all columns of repairs, inspections and warnings at 1440 px in English; link to the device', async () => {
  const page = await openPage({ language: 'en' })
  await signIn(page, 'admin', '/repair/index')
  for (const path of ['/repair/index', '/repair/index?worklist=repeat', '/report/index', '/warning/index']) {
    await page.goto(path)
    await page.locator('tbody tr[tabindex]').first().waitFor()
    expect([path, await tablesFit(page)]).toEqual([path, true])
  }
  await page.goto('/repair/index?worklist=out&size=5')
  const serial = page.locator('tbody tr a.font-mono').first()
  const name = (await serial.textContent()) ?? ''
  await serial.click()
  await page
    .getByRole('dialog', { name: new RegExp(name) })
    .getByText(name)
    .first()
    .waitFor()
})

test('Use one font size in all filter fields on a phone, large enough that the browser does not zoom', async () => {
  const page = await openPage({ width: 390, height: 844, touch: true })
  await signIn(page, 'base', '/repair/index')
  await page.getByRole('button', { name: /^筛选条件/ }).click()
  const filters = page.getByRole('dialog', { name: '筛选条件' })
  await filters.getByRole('button', { name: /不限日期$/ }).click()
  await filters.getByRole('textbox', { name: '开始日期' }).waitFor()
  const written = filters.locator('input:not([type=checkbox]), .control')
  const sizes = await written.evaluateAll((fields) => fields.map((field) => getComputedStyle(field).fontSize))
  expect([sizes.length > 5, [...new Set(sizes)]]).toEqual([true, ['16px']])
  // Both ends of a range of days are beside each other and readable.
  const days = await filters
    .getByRole('textbox', { name: /^(开始|结束)日期$/ })
    .evaluateAll((fields) =>
      fields.map((field) => field.getBoundingClientRect()).map(({ top, width }) => ({ top, wide: width > 120 })),
    )
  expect(days).toEqual([
    { top: days[0]?.top, wide: true },
    { top: days[0]?.top, wide: true },
  ])
})

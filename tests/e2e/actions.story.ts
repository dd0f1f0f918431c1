import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { fitsSideways, openPage, signIn, stage, tablesFit, useBrowser } from '#tests/e2e/support/browser.ts'
import { skipMenu, tabTo } from '#tests/e2e/support/keys.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

type Machine = { id: number; serial: string; state: string; siteId: number; clientId: number }
const restAs = (userName: string) => signInByRest(stage().url, userName, demoPassword)
async function machinesOf(userName: string, asked: object): Promise<Machine[]> {
  const { data } = await (await restAs(userName))
    .post<{ data: Machine[] }>('/device/find/', { size: 5, orderColumn: 'serial', ...asked })
    .then(({ data }) => data)
  return data
}
const machinePage = async (page: Page, { id, serial }: Machine) => {
  await page.goto(`/TraceDetail/index?id=${id}`)
  await page.getByRole('heading', { level: 1, name: new RegExp(serial) }).waitFor()
}

test('Send a machine to repair from its own page by keyboard; show a reader none of its actions', async () => {
  const [machine] = await machinesOf('base', { state: 'normal' })
  if (!machine) throw new Error('the demonstration has no machine that runs')
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index')
  await machinePage(page, machine)
  await page.getByText(/该状态已持续/).waitFor()
  expect(await accessProblems(page)).toEqual([])
  expect(await page.getByRole('button', { name: '登记送回', exact: true }).count()).toBe(0)
  await skipMenu(page)
  // The check of the machine arrives after Enter, which must not be lost.
  await page.route(/repairs\.save/, (route) => setTimeout(() => void route.continue(), 1_500), { times: 1 })
  await tabTo(page, page.getByRole('button', { name: '送修', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^送修 T/ })
  await tabTo(page, dialog.getByLabel(/原因/))
  await page.keyboard.type('风扇异响')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '登记送回', exact: true }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  // The button that opened the dialog is gone: the focus is on the one that took its place.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('登记送回')
  expect(await page.getByRole('button', { name: '送修', exact: true }).count()).toBe(0)

  const reader = await openPage({ language: 'en', theme: 'dark', width: 390, height: 844 })
  await signIn(reader, 'registrar', '/machine_list/index')
  await machinePage(reader, machine)
  expect(await reader.getByRole('button', { name: /^(Send to repair|Record return|Scrap|Transfer)$/ }).count()).toBe(0)
  await expect.poll(() => fitsSideways(reader)).toBe(true)
})

test('Turn pasted serials into a list that names the unknown ones, and select all known machines', async () => {
  const machines = await machinesOf('base', { state: 'normal' })
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index')
  await page.getByRole('button', { name: '按多个序列号查找' }).first().click()
  const dialog = page.getByRole('dialog', { name: '按序列号清单查找' })
  await dialog.getByRole('textbox').fill(`${machines.map(({ serial }) => serial.toLowerCase()).join('\n')}, NOBODY-1`)
  await dialog.getByText('已识别 6 个序列号').waitFor()
  expect(await accessProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: '查找 6 个' }).click()
  await page.getByText('找到 5 台').waitFor()
  await page.getByRole('button', { name: '查看未知的序列号' }).click()
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('NOBODY-1')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(5)
  await page.getByRole('checkbox', { name: '选择本页' }).click()
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  await bar.getByText('已选 5 项').waitFor()
  // Only the actions that a running machine allows.
  await bar.getByRole('button', { name: '送修' }).waitFor()
  expect(await bar.getByRole('button', { name: /^(送回|找回)$/ }).count()).toBe(0)
  const box = bar.getByRole('checkbox')
  const state = () =>
    box.evaluate((element) => element instanceof HTMLInputElement && [element.checked, element.indeterminate])
  expect(await state()).toEqual([true, false])
  const first = page.locator('tbody tr').first()
  await first.getByRole('checkbox').uncheck()
  await expect.poll(state).toEqual([false, true])
  expect([
    await first.getAttribute('aria-selected'),
    await page.locator('tbody tr[aria-selected=true]').count(),
  ]).toEqual(['false', 4])
  expect(await accessProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => bar.count()).toBe(0)
  await page.getByRole('button', { name: '取消清单' }).click()
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(5)
})

test('Acknowledge and assign a warning with a reason, find it by filter, and keep the others waiting', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/warning/index')
  const serial = ((await page.locator('tbody tr').first().locator('.font-mono').first().textContent()) ?? '').trim()
  await page.getByRole('button', { name: `确认知悉 ${serial}` }).click()
  const dialog = page.getByRole('dialog', { name: /确认知悉/ })
  await dialog.getByLabel(/原因/).fill('风扇已订货')
  await dialog.getByRole('button', { name: '确认知悉' }).click()
  await page.getByText(`已确认知悉：${serial}`).waitFor()
  // While the message is shown, it offers the undo.
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText(`已撤销“已确认知悉：${serial}`).waitFor()
  await page.goto('/warning/index?acknowledged=true')
  await page.getByText('没有').first().waitFor()
  await page.goto('/warning/index')
  await page.getByRole('checkbox', { name: `选择 ${serial}` }).check()
  await page.getByRole('button', { name: '确认知悉', exact: true }).click()
  await dialog.getByRole('button', { name: '确认知悉' }).click()
  await expect.poll(() => dialog.getByLabel(/原因/).getAttribute('aria-invalid')).toBe('true')
  // Nothing selected is acknowledged, so that nothing can be withdrawn.
  expect(await page.getByRole('button', { name: '撤回确认', includeHidden: true }).count()).toBe(0)
  await dialog.getByRole('button', { name: '等待备件' }).click()
  await page.keyboard.press('Enter')
  await page.getByText(`已确认知悉：${serial}`).waitFor()
  await page.goto('/warning/index?acknowledged=true')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('cell', { name: /已确认/ }).waitFor()
  expect(await accessProblems(page)).toEqual([])
  await page.getByRole('checkbox', { name: `选择 ${serial}` }).check()
  await page.getByRole('button', { name: '撤回确认' }).click()
  const withdrawal = page.getByRole('dialog', { name: `撤回 ${serial} 的确认？` })
  await withdrawal.getByRole('button', { name: '返回' }).click()
  await page.getByRole('checkbox', { name: `选择 ${serial}` }).uncheck()
  await page.getByRole('button', { name: /已持续/ }).click()
  await page.waitForURL(/orderColumn=stateSince/)
  const english = await openPage({ language: 'en' })
  await signIn(english, 'base', '/warning/index')
  await english.locator('tbody tr[tabindex]').first().waitFor()
  expect(await tablesFit(english)).toBe(true)
})

test('Transfer machines to another client from a day on as previewed, and show it on their pages', async () => {
  const [machine] = await machinesOf('base', { state: 'normal', orderWay: 'desc' })
  if (!machine) throw new Error('the demonstration has no machine that runs')
  const clientOf = async () => (await machinesOf('base', { serial: machine.serial }))[0]?.clientId
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index')
  await machinePage(page, machine)
  await page.getByRole('button', { name: '调拨', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '调拨 1 台设备' })
  await dialog.getByRole('button', { name: '归属' }).click()
  await page.getByRole('option', { name: '另一客户' }).click()
  await dialog.getByRole('combobox', { name: '客户' }).click()
  const others = page.getByRole('option')
  await others.first().waitFor()
  await others.last().click()
  await dialog.getByLabel(/原因/).fill('合同变更')
  await dialog.getByRole('button', { name: '预览', exact: true }).click()
  await dialog.getByText(/将调拨 1 台/).waitFor()
  expect(await accessProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: '调拨 1 台' }).click()
  await page.getByText(/起调拨（批次 \d+）：/).waitFor()
  expect(await clientOf()).not.toBe(machine.clientId)
  await page
    .getByText(/自 \d{4}-\d{2}-\d{2} 起$/)
    .first()
    .waitFor()
})

test('Count a site: keep and print machines that are here, missing, of another site or unknown', async () => {
  const [machine] = await machinesOf('base', { state: 'normal' })
  if (!machine) throw new Error('the demonstration has no machine that runs')
  const page = await openPage({ language: 'en', theme: 'dark' })
  await signIn(page, 'base', `/site_detail/index?id=${machine.siteId}`)
  await page.getByRole('button', { name: 'Stocktake' }).click()
  const dialog = page.getByRole('dialog', { name: /^Stocktake: / })
  await dialog.getByRole('button', { name: 'Compare and keep' }).click()
  await dialog.getByText('Scan or paste at least one serial').waitFor()
  await dialog.getByLabel(/Scanned or pasted serials/).fill(`${machine.serial}\nNOBODY-1\n${machine.serial}`)
  await dialog.getByText('2 serials, 1 repeated').waitFor()
  await dialog.getByRole('button', { name: 'Compare and keep' }).click()
  await dialog.getByRole('tab', { name: 'Unknown 1' }).click()
  await dialog.getByText('NOBODY-1').waitFor()
  expect(await accessProblems(page)).toEqual([])
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: /·/ }).first().waitFor()
})

test('Find a machine by hall and address in list and cards; report an invalid address at its field', async () => {
  const [machine] = await machinesOf('base', { state: 'normal' })
  if (!machine) throw new Error('the demonstration has no machine that runs')
  await (await restAs('base')).post('/device/updateDevice', {
    devices: [{ serial: machine.serial, hall: '七号厂房', ip: '10.77.3.9', tags: '待检' }],
  })
  const page = await openPage({ theme: 'dark' })
  await signIn(page, 'base', '/machine_list/index')
  await page.getByRole('button', { name: '更多筛选' }).click()
  const address = page.getByRole('searchbox', { name: 'IP' })
  await address.fill('10.77.x')
  await page.getByText('应为 IP 地址的开头部分').waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await address.fill('10.77.3')
  await page.waitForURL(/ip=10\.77\.3/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('cell', { name: machine.serial }).first().waitFor()
  await page.goto('/dashboard/index?hall=七号厂房&tag=待检')
  await expect
    .poll(() =>
      page
        .getByRole('region', { name: '设备数量' })
        .getByRole('link')
        .first()
        .locator('.figures')
        .first()
        .textContent(),
    )
    .toBe('1')
  // On a phone the same fields are in the drawer.
  const phone = await openPage({ width: 390, height: 844, touch: true, language: 'en' })
  await signIn(phone, 'base', '/machine_list/index?hall=七号厂房')
  await phone.getByRole('button', { name: /^Filters/ }).click()
  expect(await phone.getByRole('dialog').getByRole('searchbox', { name: 'Hall' }).inputValue()).toBe('七号厂房')
  await expect.poll(() => fitsSideways(phone)).toBe(true)
})

import { expect, test } from 'vitest'
import { fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { chooseOfRow } from '#tests/e2e/support/row-menu.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

test('Find an open event from the badge, view and acknowledge it, and silence its place', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/alerts/index')
  const open = page.getByRole('button', { name: /查看事件/ }).first()
  await open.waitFor()
  expect(await accessProblems(page)).toEqual([])
  await open.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('经过').waitFor()
  expect(await accessProblems(page)).toEqual([])
  await drawer.getByRole('button', { name: '确认知悉' }).click()
  const form = page.getByRole('dialog', { name: '确认知悉该事件' })
  await form.getByRole('button', { name: '确认知悉' }).click()
  await form.getByText('请填写原因，或从下方选择一个').waitFor()
  await form.getByLabel('原因').fill('供电局检修')
  await form.getByRole('button', { name: '确认知悉' }).click()
  await form.waitFor({ state: 'detached' })
  // Shown with the facts, and in the history of the event with its author.
  await drawer.getByText('：供电局检修').waitFor()
  await drawer.getByRole('button', { name: '静默此处' }).click()
  const silence = page.getByRole('dialog', { name: '静默此位置' })
  await silence.getByLabel('原因').fill('更换变压器')
  await silence.getByRole('button', { name: '静默此处' }).click()
  await silence.waitFor({ state: 'detached' })
  // Another event of the place, opened from the details, is shown in them, and the focus stays there.
  const another = drawer.getByRole('button', { name: /查看事件/ }).first()
  const id = /\d+/.exec((await another.getAttribute('aria-label')) ?? '')?.[0]
  await another.click()
  await page
    .getByRole('dialog', { name: `事件 ${id}` })
    .getByText('经过')
    .waitFor()
  expect(await drawer.evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await page.goto(new URL('/alert_rules/index', page.url()).href)
  await page.getByText('更换变压器').waitFor()
  await chooseOfRow(page, '更换变压器', '结束')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.getByText('更换变压器').first().waitFor({ state: 'detached' })
})

test('Show how many messages a rule would have sent before it is saved', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/alert_rules/index')
  await page.getByRole('button', { name: '新增规则' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('填写条件后').waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('这类规则需要填写此项').first().waitFor()
  await form.getByLabel('至少占比').fill('3')
  await form.getByText(/过去 30 天这条规则会产生 \d+ 个事件、\d+ 条消息/).waitFor()
  await form.getByRole('combobox', { name: '站点' }).click()
  await page.getByRole('option', { name: '华东一号站' }).click()
  expect(await accessProblems(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  const rule = page.getByRole('table', { name: /^规则/ }).getByRole('row').filter({ hasText: '华东一号站' })
  await chooseOfRow(page, '华东一号站', '删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await rule.waitFor({ state: 'detached' })
})

test('Fit events, rules and a weekly silence on a phone, in English', async () => {
  const page = await openPage({ language: 'en', width: 390, height: 844 })
  await signIn(page, 'base', '/alerts/index')
  await page.getByRole('heading', { level: 1, name: 'Events', exact: true }).waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
  expect(await accessProblems(page)).toEqual([])
  await page.goto(new URL('/alert_rules/index', page.url()).href)
  await page.getByText('Sun from 02:00 for 120 minutes').waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
  await page.getByRole('button', { name: 'Add silence' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Reason').fill('work')
  // The next hours are the default; a silence without an end is invalid.
  const [start, end] = [form.getByRole('textbox', { name: /^From/ }), form.getByRole('textbox', { name: /^To/ })]
  expect(await start.inputValue()).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
  // The calendar takes the day, the field below it the time; Enter closes it without saving the form.
  await form.getByRole('button', { name: 'Open the calendar: To' }).click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.type('0830')
  await page.keyboard.press('Enter')
  expect(await end.inputValue()).toMatch(/^\d{4}-\d{2}-\d{2} 08:30$/)
  await end.fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('a start and an end are needed', { exact: false }).first().waitFor()
  expect(await accessProblems(page)).toEqual([])
})

test('Show an owner only his own machines of an event, without any action', async () => {
  const page = await openPage()
  await signIn(page, 'client', '/alerts/index')
  await page
    .getByRole('button', { name: /查看事件/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('设备归属').waitFor()
  expect(await drawer.getByRole('button', { name: '确认知悉' }).count()).toBe(0)
  expect(await drawer.getByRole('button', { name: '静默此处' }).count()).toBe(0)
})

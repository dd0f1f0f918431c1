import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'
import { fitsSideways, openPage, sendSignIn, signIn, stage, useBrowser } from './support/browser.ts'
import { tabTo } from './support/keys.ts'

useBrowser()

test('Show what waits after sign-in, open a warning beside the queue, and acknowledge it', async () => {
  const page = await openPage()
  await sendSignIn(page, 'base2', '/login')
  await page.waitForURL('**/today')
  const states = page.getByRole('region', { name: '设备状态' })
  await states.getByRole('link', { name: /^已下线/ }).waitFor()
  // Fewer machines that are repaired but not online are better; words and a mark say so besides the colour.
  const better = states.getByRole('link', { name: /^修复未上线 [\d,]+ 减少 \d+，好转$/ })
  expect(await better.locator('svg').count()).toBe(2)
  const queue = page.getByRole('region', { name: '超过一天未确认的告警' })
  const row = queue.getByRole('listitem').first()
  const name = (await row.locator('[data-need] span').first().textContent()) ?? ''
  await row.locator('[data-need]').click()
  const beside = page.getByRole('complementary', { name })
  await beside.getByRole('button', { name: '确认知悉' }).waitFor()
  // The details are beside the queue, not above it.
  const [left, right] = [await queue.boundingBox(), await beside.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  await expect.poll(() => accessProblems(page)).toEqual([])

  await page.keyboard.press('Escape')
  const key = await row.locator('[data-need]').getAttribute('data-need')
  await row.getByRole('button', { name: /^确认知悉/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(name).first().waitFor()
  await dialog.getByRole('button', { name: '等待备件' }).click()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator(`[data-need="${key}"]`).count()).toBe(0)
  // The next row has the focus.
  const focusedKey = () => page.evaluate(() => document.activeElement?.getAttribute('data-need'))
  await expect.poll(focusedKey).toBe(await row.locator('[data-need]').getAttribute('data-need'))

  await states.getByRole('link', { name: /^已下线/ }).click()
  await page.waitForURL('**/machine_list/index?state=offline')
})

test('Work through the queue with the keys that ? shows', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/today')
  await page.locator('[data-need]').nth(1).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('处理选中的事项').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const focused = () =>
    page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.need : undefined,
    )
  const keys = await page
    .locator('[data-need]')
    .evaluateAll((rows) => rows.map((row) => (row instanceof HTMLElement ? row.dataset.need : '')))
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  // Tab reaches one row, so that a long queue does not separate the head of the page from its right column.
  expect(await page.locator('[data-need]:not([tabindex="-1"])').count()).toBe(1)
  await expect
    .poll(() =>
      page
        .locator('[data-need]')
        .last()
        .evaluate((row) => row === document.activeElement),
    )
    .toBe(true)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(keys[1])
  await page.keyboard.press('k')
  await expect.poll(focused).toBe(keys[0])
  await page.keyboard.press('Enter')
  await page
    .getByRole('complementary')
    .filter({ has: page.getByRole('button', { name: '关闭' }) })
    .waitFor()
  // The details beside the queue follow the row with the keyboard focus; closing them focuses that row.
  await page.keyboard.press('j')
  await expect.poll(() => page.locator('li[aria-current=true] [data-need]').getAttribute('data-need')).toBe(keys[1])
  await page.keyboard.press('Escape')
  expect(await focused()).toBe(keys[1])
  await expect.poll(() => page.locator('[data-details]').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')

  // The dialog of a conflict shows both sides before it asks, and names missing values after it was submitted.
  await page.getByRole('region', { name: '数据冲突' }).locator('[data-need]').first().focus()
  await page.keyboard.press('e')
  const conflict = page.getByRole('dialog', { name: /的数据冲突$/ })
  await conflict.getByText(/登记为送修中。.*但批次 \d+ 的数据显示，它在 .* 上报了 [\d.]+ TH\/s/).waitFor()
  await conflict.getByRole('button', { name: '保存' }).click()
  await conflict.getByText('请选择一种处理方式').waitFor()
  await conflict.getByRole('radio', { name: '登记送回', exact: true }).check()
  await conflict.getByRole('button', { name: '登记送回' }).click()
  const returning = page.getByRole('dialog', { name: /送回/ })
  await returning.getByText(/登记为送修中/).waitFor()
  await returning.getByRole('button', { name: '登记送回' }).click()
  await returning.getByText('请选择维修结果').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await returning.waitFor({ state: 'detached' })

  // A button shows the rest of a kind in its place, as many rows as it says, and the focus moves to the first new one.
  const away = page.getByRole('region', { name: '送修超过 7 天' })
  const offer = away.getByRole('button', { name: /^显示全部 \d+ 项/ })
  const all = Number(/\d+/.exec((await offer.textContent()) ?? '')?.[0])
  expect(all).toBeGreaterThan(6)
  const above = Number(/其中 (\d+) 项/.exec((await away.getByRole('heading').textContent()) ?? '')?.[1] ?? 0)
  await offer.click()
  await expect.poll(() => away.locator('[data-need]').count()).toBe(all - above)
  expect(await offer.count()).toBe(0)
  expect(await focused()).toBe(await away.locator('[data-need]').nth(6).getAttribute('data-need'))

  // Two rows of one kind share one action.
  const warnings = page.getByRole('region', { name: '超过一天未确认的告警' }).getByRole('checkbox')
  await warnings.nth(0).check()
  await warnings.nth(1).check()
  await page.getByText('已选 2 项').waitFor()
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('e')
  await page
    .getByRole('dialog')
    .getByText(/^确认知悉 \d+ 台设备的告警$/)
    .waitFor()
})

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('Keep an open row in the address at $width px: reload shows it, Back closes it', async (size) => {
  const page = await openPage(size)
  await signIn(page, 'admin', '/today')
  const rows = page.locator('[data-need]')
  const shown = () => page.locator('[data-details], [role=dialog]').count()
  const key = await rows.nth(1).getAttribute('data-need')
  await rows.nth(1).click()
  await expect.poll(shown).toBe(1)
  expect(new URL(page.url()).search).toBe(`?need=${key}`)
  await page.reload()
  await expect.poll(shown).toBe(1)
  if (size.width === 1440) {
    // The details that follow a key are the same entry of the history.
    await rows.nth(1).focus()
    await page.keyboard.press('j')
    await page.waitForURL(`**/today?need=${await rows.nth(2).getAttribute('data-need')}`)
  }
  await page.goBack()
  await expect.poll(shown).toBe(0)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/today')
  await page.goForward()
  await expect.poll(shown).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(shown).toBe(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  // The row is no entry of the history any more.
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  await page.goto('/today?need=person-99999999')
  await page.getByRole('status').filter({ hasText: '该事项已处理，或不再需要您处理' }).waitFor()
  expect(await shown()).toBe(0)
})

test('Give a role to a newcomer by keyboard in a dialog of Today, which asks for the role', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/today')
  await page.locator('[data-need]').first().waitFor()
  for (const key of ['j', 'End', 'e']) await page.keyboard.press(key)
  const form = page.getByRole('dialog', { name: /^为.+分配角色$/ })
  await form.getByText('用户名 visitor').waitFor()
  const role = form.getByRole('button', { name: '角色' })
  await expect.poll(() => role.evaluate((element) => element === document.activeElement)).toBe(true)
  await tabTo(page, form.getByRole('button', { name: '保存' }))
  await page.keyboard.press('Enter')
  await form.getByText('请选择角色').waitFor()
  await expect.poll(() => role.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const option = page.getByRole('option', { name: '检验员', exact: true })
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return option.getAttribute('data-focus')
    })
    .not.toBeNull()
  await page.keyboard.press('Enter')
  await tabTo(page, form.getByRole('textbox', { name: '您的登录密码' }))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  await page.getByText(/^已分配角色：/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/today')
  await expect.poll(() => page.getByRole('region', { name: '待分配角色' }).count()).toBe(0)
  // The other stories need a person without a role.
  const rest = await signInByRest(stage().url, 'admin', demoPassword)
  const { data } = await rest.post<{ data: { id: number; rowVersion: number }[] }>('/users/find/', { name: 'visitor' })
  const [{ id, rowVersion } = { id: 0, rowVersion: 0 }] = data.data
  const changed = await rest.post<unknown>(`/users/update/${id}`, { nickName: null, rowVersion })
  expect(changed.code).toBe(200)
})

test.each([
  { userName: 'registrar', says: '今日预约车辆' },
  { userName: 'client', says: '设备月度对账单' },
  { userName: 'visitor', says: '您的账号还没有角色' },
])('Show $userName first what the role needs', async ({ userName, says }) => {
  const page = await openPage({ width: 390, height: 844 })
  await signIn(page, userName, '/today')
  await page.getByText(says).first().waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
  await expect.poll(() => accessProblems(page)).toEqual([])
  if (userName !== 'registrar') return
  // What this role moves comes first: the tankers, before the states of machines.
  const strips = page.getByRole('region', { name: /^(今日车辆|设备状态)$/ })
  expect(await strips.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    '今日车辆',
    '设备状态',
  ])
  await page
    .getByRole('button', { name: /^GC-\d+ 苏A\d+ · / })
    .first()
    .waitFor()
  await page.getByRole('button', { name: '无预约登记' }).click()
  await page.getByRole('dialog', { name: '无预约车辆登记' }).getByRole('button', { name: '取消' }).click()
  await page.goBack()
  // An open tanker says who comes with it, with the phone number as this role reads it.
  await page.locator('[data-need^=tanker]').first().click()
  const tanker = page.getByRole('dialog', { name: /^GC-/ })
  for (const [fact, value] of [
    ['车牌号', /^苏A\d+/],
    ['司机', /./],
    ['联系电话', /^\d{3}\*{4}\d{4}$/],
  ] as const)
    await tanker.getByRole('term').filter({ hasText: fact }).locator('+ dd').filter({ hasText: value }).waitFor()
})

test.each([
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
] as const)('Keep Today accessible to everyone: $language, $theme, $width px', async (look) => {
  const page = await openPage(look)
  await signIn(page, 'admin', '/today')
  await page.locator('[data-need]').first().waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

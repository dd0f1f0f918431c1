import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'
import { openPage, signIn, stage, useBrowser } from './support/browser.ts'

useBrowser()

test('Find screens, devices and a client’s offline devices with Ctrl+K, keys with ?; restore the focus', async () => {
  const page = await openPage()
  await signIn(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: '搜索页面、设备、客户、站点、项目…' })
  await palette.fill('设备列表')
  await palette.press('Enter')
  await page.waitForURL('**/machine_list/index')
  const serial = (await page.locator('tbody tr td .font-mono').first().textContent()) ?? ''
  await page.keyboard.press('Control+k')
  await palette.fill(serial)
  await page.getByRole('option', { name: serial }).waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await palette.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('serial') === serial)
  await page.keyboard.press('Escape')
  // A typed state comes first; else the offline devices are below their client.
  for (const [words, state, down] of [
    ['晨曦', 'offline', 1],
    ['晨曦 已下线', 'offline', 0],
    ['低 晨曦', 'low', 0],
  ] as const) {
    await page.keyboard.press('Control+k')
    await palette.fill(words)
    const found = page.getByRole('option', { name: state === 'offline' ? /晨曦数据.*已下线/ : /晨曦数据.*低算力/ })
    const count = /\d+$/.exec((await found.textContent()) ?? '')?.[0]
    for (let step = 0; step < down; step++) await palette.press('ArrowDown')
    await palette.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('state') === state && url.searchParams.has('clientId'))
    await page.getByText(new RegExp(`^共 ${count} 条`)).waitFor()
  }

  await page.goto('/machine_list/index')
  const account = page.getByRole('button', { name: /^用户菜单/ })
  await account.focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '键盘快捷键' }).getByText('打开快速跳转').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => account.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('Offer recent screens and records in the palette, run commands, and link to all results', async () => {
  const page = await openPage()
  await signIn(page, 'base2', '/machine_list/index?state=normal')
  const serial = (await page.locator('tbody tr td .font-mono').first().textContent()) ?? ''
  const palette = page.getByRole('combobox', { name: '搜索页面、设备、客户、站点、项目…' })
  await page.keyboard.press('Control+k')
  await palette.fill(`送修 ${serial}`)
  await page.getByRole('option', { name: `送修 ${serial}` }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '原因' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await palette.fill('导出 已下线')
  await page.getByRole('option', { name: '导出已下线设备' }).click()
  await page.waitForURL('**/machine_list/index?state=offline')
  await page.getByRole('dialog', { name: '导出' }).getByRole('button', { name: '下载' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await palette.fill('T20')
  await page
    .getByRole('option', { name: /^在列表中查看全部 [\d,]+ 项$/ })
    .last()
    .click()
  await page.waitForURL('**/machine_list/index?serial=T20')
  // What was visited is offered however it was opened, except for the current screen.
  await page.goto('/client/index')
  const link = page.locator('tbody a').first()
  const client = (await link.textContent()) ?? ''
  await link.click()
  const visits = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(visits).toContain('/agent_detail/index?id=')
  expect(await visits()).not.toContain(client)
  await page.locator('aside').getByRole('link', { name: '设备', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '设备总览' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: client, exact: true }).waitFor()
  await page.getByRole('option', { name: '设备列表' }).first().waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  // Without a search text it offers what this person may do; names in both languages are found.
  await page.getByRole('option', { name: /^导出全部设备/ }).waitFor()
  for (const [words, does] of [
    ['dark', '主题：深色'],
    ['sign out', '退出'],
    ['退出', '退出'],
    ['theme', '主题：浅色'],
    ['switch to english', 'Switch to English'],
    ['切换英文', 'Switch to English'],
    ['切换深色', '主题：深色'],
    ['undo', /最近一次更新/],
    ['离线', '全部已下线设备'],
    ['offline', '全部已下线设备'],
  ] as const) {
    await palette.fill(words)
    await page.getByRole('option', { name: does }).waitFor()
  }
  // People and tankers, which Today names, are found by name and number.
  const rest = await signInByRest(stage().url, 'base2', demoPassword)
  const { data } = await rest.post<{ data: { tankerNumber: string }[] }>('/reservation/find/', { size: 1 })
  const tanker = data.data[0]?.tankerNumber ?? ''
  for (const [words, does] of [
    ['马建', /^马建疆/],
    [tanker, new RegExp(`^${tanker}`)],
  ] as const) {
    await palette.fill(words)
    await page.getByRole('option', { name: does }).first().waitFor()
  }
  await palette.fill('shortcuts')
  await page.getByRole('option', { name: '键盘快捷键' }).click()
  await page.getByRole('dialog', { name: '键盘快捷键' }).getByText('打开快速跳转').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await palette.fill('language')
  await page.getByRole('option', { name: 'Switch to English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Device overview' }).waitFor()
})

test('Offer a client its statement, its sites without empty lines and its accounts, and only its commands', async () => {
  const page = await openPage()
  await signIn(page, 'client')
  const palette = page.getByRole('combobox', { name: '搜索页面、设备、客户、站点、项目…' })
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: '也可以输入命令：导出 已下线、对账单、English' }).waitFor()
  await palette.fill('华东')
  await page.getByRole('option', { name: '华东三号站 已下线' }).waitFor()
  expect(await page.getByRole('option', { name: '已下线 0' }).count()).toBe(0)
  await palette.fill('chenxi-02')
  await page.getByRole('option', { name: 'chenxi-02' }).click()
  await page.waitForURL((url) => url.pathname === '/machine_list/index' && url.searchParams.has('accountId'))
  await page.keyboard.press('Control+k')
  await palette.fill('statement')
  await page.getByRole('option', { name: '设备月度对账单：晨曦数据' }).click()
  await page.getByRole('dialog', { name: '设备月度对账单' }).getByRole('button', { name: '下载' }).waitFor()
})

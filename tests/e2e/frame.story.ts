import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { fitsSideways, openPage, signIn, stage, useBrowser } from './support/browser.ts'

useBrowser()

const token = (page: Page) => page.evaluate(() => sessionStorage.getItem('ACCOUNT_TOKEN'))
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().width)

test('Open the sign-in page without a session, and name an unknown address with a link to the start', async () => {
  const page = await openPage()
  await page.goto('/no/such/page?x=1')
  await page.waitForURL('**/login?redirect=%2Fno%2Fsuch%2Fpage%3Fx%3D1')
  await signIn(page, 'inspector', '/no/such/page')
  await page.waitForURL('**/404')
  await page.getByRole('heading', { name: '无法进入该页面.......' }).waitFor()
  await page.getByText('请检查您输入的网址是否正确').waitFor()
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.waitForURL('**/materialType')
})

test('Show the menu with 210 px, collapsed with 64 px, or as a drawer, and remember it; screens are tabs', async () => {
  const page = await openPage()
  await signIn(page)
  await expect.poll(() => widthOf(page, 'aside')).toBe(210)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(() => widthOf(page, 'aside')).toBe(64)
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  await expect.poll(() => widthOf(page, 'aside')).toBe(64)
  await page.keyboard.press('Control+b')
  await expect.poll(() => widthOf(page, 'aside')).toBe(210)

  // About a dozen entries; every other screen is a tab of one of them, and its address opens that tab.
  const menu = page.getByRole('navigation', { name: '主导航' })
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    ...[
      '今日',
      '设备',
      '客户与基地',
      '维修',
      '物料',
      '预约与检验',
      '受检与听评课',
      '选型',
      '指标',
      '驾驶舱',
      '人员与通知',
      '操作记录',
    ],
  ])
  const tabs = page.getByRole('navigation', { name: '设备：页面' })
  await tabs.getByRole('link', { name: '冲突队列' }).click()
  await page.waitForURL('**/feed_conflicts/index')
  await page.getByRole('heading', { level: 1, name: '冲突队列' }).waitFor()
  expect(await tabs.locator('[aria-current=page]').textContent()).toBe('冲突队列')
  await page.goto('/tag_type/index')
  await expect.poll(() => menu.locator('[aria-current]').textContent()).toBe('物料')
  await expect
    .poll(() => page.getByRole('navigation', { name: '物料：页面' }).locator('[aria-current=page]').textContent())
    .toBe('标签类型')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: '打开菜单' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: '设备', exact: true }).click()
  await page.waitForURL('**/dashboard/index')
  await drawer.waitFor({ state: 'detached' })
  await tabs.getByRole('link', { name: '设备列表' }).click()
  await page.getByRole('heading', { level: 1, name: '设备列表' }).waitFor()
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

test('Keep the page and its filters when the language changes', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/machine_list/index?state=warn&size=10')
  await page.getByRole('heading', { level: 1, name: '设备列表' }).waitFor()
  await page.getByRole('button', { name: 'Switch to English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Device list' }).waitFor()
  expect(page.url()).toMatch(/\/machine_list\/index\?state=warn&size=10$/)
  expect(await page.evaluate(() => [document.documentElement.lang, sessionStorage.getItem('LOCALE')])).toEqual([
    'en-GB',
    'en',
  ])
})

test('Keep a chosen theme, and follow the system until one is chosen', async () => {
  const page = await openPage({ theme: 'dark' })
  await signIn(page, 'admin', '/audit/index')
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await expect.poll(() => theme()).toBe('dark')
  await page.getByRole('button', { name: /^主题/ }).click()
  await page.getByRole('menuitem', { name: '浅色' }).click()
  await expect.poll(() => theme()).toBe('light')
  // With reduced motion, links once kept the colour of the other theme.
  const [linkColour, ink] = await page
    .getByRole('link', { name: 'Coldfleet' })
    .evaluate((link) => [getComputedStyle(link).color, getComputedStyle(document.body).color])
  expect(linkColour).toBe(ink)
  await page.reload()
  await expect.poll(() => theme()).toBe('light')
})

test('Switch between plans of weeks and months in one tab, on the same day', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/reservation_plan/index?day=2026-11-23')
  const tabs = page.getByRole('navigation', { name: /页面$/ })
  await tabs.getByRole('link', { name: '预约计划' }).waitFor()
  expect(await tabs.locator('[aria-current=page]').textContent()).toBe('预约计划')
  await page.getByRole('navigation', { name: '预约计划' }).getByRole('link', { name: '月计划' }).click()
  await page.waitForURL('**/reservation_plan_month/index?day=2026-11-23')
  await page.getByText('2026年11月').waitFor()
  expect(await tabs.locator('[aria-current=page]').textContent()).toBe('预约计划')

  // A link inside a dialog asks before it loses what was typed there.
  await page.goto('/reservation_plan/index')
  await page
    .getByRole('button', { name: /已预约/ })
    .last()
    .click()
  const places = page.getByRole('dialog').getByLabel('可预约数')
  await places.fill('33')
  await page.getByRole('dialog').getByRole('link', { name: '查看预约' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  expect(await places.inputValue()).toBe('33')
})

test('Show the business date in the header, and reload everything when the base changes', async () => {
  const page = await openPage()
  await signIn(page)
  await page
    .locator('header')
    .getByText(/^\d{4}-\d{2}-\d{2}$/)
    .waitFor()
  const company = () => page.evaluate<string>(() => JSON.parse(sessionStorage.getItem('COMPANY') ?? '{}').name)
  const total = page.getByRole('link', { name: /^总数/ })
  const enter = async (name: string) => {
    const before = { token: await token(page), total: await total.textContent() }
    await page.getByRole('combobox', { name: '当前基地' }).fill(name)
    await page.getByRole('option', { name }).click()
    await expect.poll(company).toBe(name)
    await expect.poll(() => total.textContent()).not.toBe(before.total)
    await expect.poll(() => token(page)).not.toBe(before.token)
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
  }
  await total.getByText(/\d/).waitFor()
  await expect.poll(() => company()).toBe('总部')
  await enter('西北基地')
  await page.getByText('切换基地成功').waitFor()
  // The choice is stored for the person, not the tab; the other stories start at headquarters.
  await enter('总部')
})

test('End the session with a message after half an hour without input, and keep an open form', async () => {
  const page = await openPage({ cold: true })
  await page.clock.install()
  await signIn(page, 'admin', '/indicator_out/index')
  await page.getByRole('button', { name: '新增金额' }).click()
  const typed = page.getByRole('dialog', { name: '新增金额' }).getByLabel('检测方式')
  await typed.fill('绝热性能检测')
  const sent = await token(page)
  await page.clock.runFor('29:00')
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
  await page.clock.runFor('01:10')
  const box = page.getByRole('alertdialog', { name: '温馨提示' })
  await box.getByText('检测到您长时间未操作页面,请重新登录!').waitFor()
  await expect.poll(() => token(page)).toBeNull()
  await expect
    .poll(async () =>
      (await page.request.get('/trpc/auth.info', { headers: { authorization: `cat ${sent}` } })).status(),
    )
    .toBe(401)
  const again = page.getByRole('dialog', { name: '重新登录' })
  const continues = async () => {
    await box.getByRole('button', { name: '确定' }).click()
    await again.getByLabel('密码').fill(demoPassword)
    await again.getByLabel('密码').press('Enter')
    await again.waitFor({ state: 'detached' })
  }
  await continues()
  expect(await typed.inputValue()).toBe('绝热性能检测')
  expect(await token(page)).not.toBeNull()

  // The same for a form of the page.
  await page.goto('/profile/index')
  const passwords = page.getByLabel(/新密码/)
  await passwords.first().fill('Another#Pass26')
  await page.clock.runFor('30:10')
  await continues()
  expect(await passwords.first().inputValue()).toBe('Another#Pass26')
})

test('Give a person without a role their own projects, and no screen of the fleet', async () => {
  const page = await openPage()
  await signIn(page, 'visitor')
  await page.getByRole('heading', { name: '您没有权限打开“设备总览”' }).waitFor()
  // The address stays, for a reload after the person has got a role.
  expect([new URL(page.url()).pathname, await page.title()]).toEqual(['/dashboard/index', '没有权限 · Coldfleet'])
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.getByRole('heading', { level: 1, name: '选型项目' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/materialType')
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  await expect.poll(() => page.getByRole('dialog').getByRole('link').allInnerTexts()).toEqual(['今日', '选型'])
})

type Look = { language: 'zh' | 'en'; theme: 'light' | 'dark'; width: number }
test.each<Look>([
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
])('Keep the frame accessible to everyone: $language, $theme, $width px', async (look) => {
  const page = await openPage(look)
  await signIn(page, 'admin', '/404')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: /^(用户菜单|User menu)/ }).click()
  await page.getByText('13800000001').waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await expect.poll(() => fitsSideways(page)).toBe(true)
  expect(new URL(page.url()).origin).toBe(new URL(stage().url).origin)
})

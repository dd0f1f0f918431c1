import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { fitsSideways, openPage, sendSignIn, signIn, stage, useBrowser } from './support/browser.ts'

useBrowser()

const largestLogin = 150 * 1024
const everythingStored = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]))

test('Name the missing values of an empty form without a request to the server', async () => {
  const page = await openPage()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('auth.login') && calls.push(request.url()))
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('请输入用户名').waitFor()
  await expect.poll(() => page.getByText('请输入密码').isVisible()).toBe(true)
  await expect
    .poll(() => page.locator('input[name=userName]').evaluate((input) => input === document.activeElement))
    .toBe(true)
  expect(calls).toEqual([])
})

test.each<{ language: 'zh' | 'en'; text: string }>([
  { language: 'zh', text: '用户名或密码错误，请检查后重试' },
  { language: 'en', text: 'Wrong user name or password, please check and try again' },
])(
  'Refuse a wrong password in words ($language), and focus the password field for the next try',
  async ({ language, text }) => {
    const page = await openPage({ language })
    await page.goto('/login')
    await page.locator('input[name=userName]').fill(`nobody-${language}`)
    await page.locator('input[name=password]').fill('Wrong#Pass99')
    await page.locator('input[name=password]').press('Enter')
    await page.getByText(text).waitFor()
    await expect
      .poll(() => page.locator('input[name=password]').evaluate((input) => input === document.activeElement))
      .toBe(true)
    expect(new URL(page.url()).pathname).toBe('/login')
  },
)

test('Open the requested page with its filters after sign-in; store the name but never the password', async () => {
  const page = await openPage()
  await page.goto('/machine_list/index?state=warn&size=10')
  await page.waitForURL('**/login?redirect=**')
  await page.locator('input[name=userName]').fill('  base  ')
  await page.locator('input[name=password]').fill(demoPassword)
  await page.getByLabel('在此设备上记住我').check()
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL('**/machine_list/index?state=warn&size=10')
  await page.getByRole('heading', { level: 1, name: '设备列表' }).waitFor()
  expect(
    await page.evaluate(() => [sessionStorage.getItem('login_static'), localStorage.getItem('remember_user')]),
  ).toEqual(['1', 'base'])
  await expect.poll(() => everythingStored(page)).not.toContain(demoPassword)
  const cookies = await page.context().cookies()
  const named = (name: string) => cookies.find((cookie) => cookie.name === name)
  expect(named('token')).toMatchObject({ sameSite: 'Lax', expires: -1 })
  expect(named('__Host-rm')).toMatchObject({ sameSite: 'Strict', httpOnly: true, secure: true })

  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('button', { name: '退出' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.locator('input[name=userName]').inputValue()).toBe('base')
  await expect.poll(() => page.locator('input[name=password]').inputValue()).toBe('')
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toEqual(['__Host-rm'])
  // The device is remembered: one press signs in, and "forget" removes that.
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('link', { name: '个人信息' }).click()
  const own = page
    .getByRole('table', { name: /已记住的设备/ })
    .getByRole('row')
    .filter({ hasText: '当前' })
  await own.getByRole('button', { name: /^移除设备/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.getByText('已结束', { exact: true }).waitFor()
  await expect.poll(() => own.count()).toBe(0)
})

test('Skip the sign-in page with a valid session, and never redirect to another site', async () => {
  const page = await openPage()
  await signIn(page, 'inspector', '/login?redirect=https%3A%2F%2Fevil.example%2F')
  expect(new URL(page.url()).origin).toBe(new URL(stage().url).origin)
  await page.goto('/login')
  await page.waitForURL('**/today')
  await page.getByRole('heading', { level: 1, name: /^今日/ }).waitFor()
})

test('Sign in once with a ticket, and remove it from the address bar', async () => {
  const host = await openPage()
  await signIn(host, 'registrar')
  const ticket = await host.evaluate(async () => {
    const answer = await fetch('/trpc/auth.mintTicket', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `cat ${sessionStorage.getItem('ACCOUNT_TOKEN')}` },
      body: '{}',
    })
    const { result }: { result: { data: { token: string } } } = await answer.json()
    return result.data.token
  })
  const path = `/login?token=${encodeURIComponent(ticket)}&redirect=${encodeURIComponent('/machine_list/index')}`
  const guest = await openPage()
  await guest.goto(path)
  await guest.waitForURL('**/machine_list/index')
  await guest.getByRole('button', { name: /^用户菜单/ }).waitFor()

  const late = await openPage()
  await late.goto(path)
  await late.getByText('获取失败').waitFor()
  expect(late.url()).not.toContain(ticket)
  await expect.poll(() => late.locator('input[name=userName]').isVisible()).toBe(true)
})

test('Remind a person whose password was set by another, and let the person continue', async () => {
  const page = await openPage()
  await page.route('**/trpc/auth.login', async (route) => {
    const answer = await route.fetch()
    const body: { result: { data: object } } = await answer.json()
    await route.fulfill({
      response: answer,
      json: { result: { data: { ...body.result.data, lastPasswordResetDate: null } } },
    })
  })
  // The box covers the frame, which cannot be used before the box is closed.
  await sendSignIn(page, 'inspector', '/dashboard/index')
  const box = page.getByRole('alertdialog')
  await box.getByText('您还未重置密码, 请及时在个人页重置密码!').waitFor()
  await box.getByRole('button', { name: '确定' }).click()
  await box.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: '设备总览' }).waitFor()
})

test.each([
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'zh', theme: 'dark', width: 360 },
] as const)('Keep the sign-in page accessible to everyone: $language, $theme, $width px', async (look) => {
  const page = await openPage(look)
  await page.goto('/login')
  await page.locator('input[name=password]').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.lang))
    .toBe(look.language === 'zh' ? 'zh-CN' : 'en-GB')
  await expect.poll(() => accessProblems(page)).toEqual([])
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

test('Load less than 150 KB of compressed script for the sign-in page, the cipher included', async () => {
  const page = await openPage({ cold: true })
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto('/login')
  const cipher = page.waitForResponse('**/assets/password-*.js')
  await page.locator('input[name=password]').focus()
  await (await cipher).finished()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(1)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(largestLogin)
})

import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { openPage, signIn, useBrowser } from './support/browser.ts'

useBrowser()

const token = (page: Page) => page.evaluate(() => sessionStorage.getItem('ACCOUNT_TOKEN'))

/** End the session on the server, as a manager or another device would. */
async function endSession(page: Page): Promise<void> {
  const answer = await page.request.post('/trpc/auth.logout', {
    headers: { authorization: `cat ${await token(page)}` },
    data: {},
  })
  expect(answer.status()).toBe(200)
}

const signedOutBox = async (page: Page) => {
  const box = page.getByRole('alertdialog')
  await box.getByText('你已被登出，可以取消继续留在该页面，或者重新登录').waitFor()
  return box
}

test('Ask once after a session was ended elsewhere: stay, or sign in again over the same page', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/machine_list/index')
  await page.locator('tbody tr').first().waitFor()
  await endSession(page)
  // Other failures are shown in the table itself.
  await page.locator('nav a[href="/audit/index"]').click()
  const box = await signedOutBox(page)
  await expect.poll(() => box.count()).toBe(1)
  await box.getByRole('button', { name: '取消' }).click()
  await box.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/audit/index')

  await page.reload()
  await (await signedOutBox(page)).getByRole('button', { name: '重新登录' }).click()
  const ended = await token(page)
  const again = page.getByRole('dialog', { name: '重新登录' })
  await again.getByText('“admin”的登录已结束').waitFor()
  expect(await accessProblems(page)).toEqual([])
  await again.getByLabel('密码').fill(demoPassword)
  await again.getByLabel('密码').press('Enter')
  await again.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: '操作记录' }).waitFor()
  expect(await token(page)).not.toBe(ended)
})

test('Save a form as typed after signing in again over it, when its session had ended', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/indicator_out/index')
  await page.getByRole('button', { name: '新增金额' }).click()
  const form = page.getByRole('dialog', { name: '新增金额' })
  await form.getByLabel('检测方式').fill('绝热性能检测')
  await form.getByLabel('金额').fill('88')
  await endSession(page)
  await form.getByRole('button', { name: '保存' }).click()
  // The password is asked for at once: no notice before it, and no error in the form.
  const again = page.getByRole('dialog', { name: '重新登录' })
  await again.getByLabel('密码').waitFor()
  expect(await page.getByText('已被登出').count()).toBe(0)
  await again.getByLabel('密码').fill('Wrong#1234')
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await again.getByText('密码错误', { exact: true }).waitFor()
  expect(await page.getByText('用户名或密码错误').count()).toBe(0)
  await again.getByLabel('密码').fill(demoPassword)
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await again.waitFor({ state: 'detached' })
  expect(await form.getByRole('alert').count()).toBe(0)
  expect([await form.getByLabel('检测方式').inputValue(), await form.getByLabel('金额').inputValue()]).toEqual([
    '绝热性能检测',
    '88',
  ])
  // The connection breaks after the server has saved: sent again, the row is not added twice.
  await page.route('**/trpc/*.save*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
    await page.unroute('**/trpc/*.save*')
  })
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByRole('alert').filter({ hasText: '网络连接失败' }).waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText('创建成功').waitFor()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('绝热性能检测')
  await page.getByRole('searchbox').press('Enter')
  await page.getByText('共 1 条').waitFor()
})

test('Show the sign-in page in a new tab of an ended session, and return to the page after sign-in', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/audit/index')
  const dead = await token(page)
  await endSession(page)
  const tab = await page.context().newPage()
  await tab.goto('/login')
  await tab.locator('input[name=userName]').waitFor()
  await page.context().addCookies([{ name: 'token', value: dead ?? '', url: page.url(), sameSite: 'Lax' }])
  const screen = await page.context().newPage()
  await screen.goto('/machine_list/index?state=warn')
  await screen.waitForURL('**/login?redirect=%2Fmachine_list%2Findex%3Fstate%3Dwarn')
  await screen.locator('input[name=userName]').waitFor()
  expect(await screen.getByRole('alertdialog').count()).toBe(0)

  // The first tab asks whether to sign in again; signing in on the page of another tab answers it.
  await page.locator('nav a[href="/repair/index"]').click()
  const box = await signedOutBox(page)
  await screen.locator('input[name=userName]').fill('base')
  await screen.locator('input[name=password]').fill(demoPassword)
  await screen.locator('input[name=password]').press('Enter')
  await screen.waitForURL('**/machine_list/index?state=warn')
  await box.waitFor({ state: 'detached' })
  await page.locator('tbody tr').first().waitFor()
  expect(await token(page)).toBe(await token(screen))
})

test('End the session in all tabs when one signs out', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/audit/index')
  const tab = await page.context().newPage()
  await tab.goto('/machine_list/index')
  await tab.locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('button', { name: '退出' }).click()
  await tab.waitForURL('**/login')
  await expect.poll(() => token(tab)).toBeNull()
})

test('Say in a bar that there is no network, keep loaded data, and reload automatically', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/machine_list/index')
  const rows = page.locator('tbody tr td a')
  await rows.first().waitFor()
  const shown = await rows.count()
  await page.context().setOffline(true)
  const bar = page.getByText(/^网络已断开或服务器无法访问/)
  await bar.waitFor()
  expect(await rows.count()).toBe(shown)
  expect(await accessProblems(page)).toEqual([])
  const asked = page.waitForResponse((answer) => answer.url().includes('devices.find'))
  await page.context().setOffline(false)
  await asked
  await bar.waitFor({ state: 'detached' })
})

test('Find the session in a new tab, but open nothing on the server with the cookie alone', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/audit/index')
  const tab = await page.context().newPage()
  await tab.goto('/machine_list/index')
  await tab.locator('tbody tr').first().waitFor()
  const bare = await page.request.get('/trpc/auth.info', { headers: { cookie: `token=${await token(page)}` } })
  expect(bare.status()).toBe(401)
})

test('Show the sign-in page with the reason and a return link when the session cannot be checked', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/audit/index')
  const tab = await page.context().newPage()
  await tab.route('**/trpc/*auth.info*', (route) => route.abort())
  await tab.goto('/machine_list/index?state=warn')
  await tab.waitForURL('**/login?redirect=%2Fmachine_list%2Findex%3Fstate%3Dwarn')
  await tab.getByText('网络连接失败，请检查网络后重试').waitFor()
  await expect.poll(() => token(tab)).toBeNull()
})

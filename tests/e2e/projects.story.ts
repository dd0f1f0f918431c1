import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accessProblems } from '#tests/support/access-problems.ts'
import { fitsSideways, openPage, signIn, useBrowser } from './support/browser.ts'

useBrowser()

const list = '/materialType'
const cards = (page: Page) => page.getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading').allInnerTexts()

/** Save drafts as the wizard does, one after the other. */
async function keepProjects(page: Page, projects: readonly object[]): Promise<void> {
  for (const project of projects) {
    const token = await page.evaluate(() => sessionStorage.getItem('ACCOUNT_TOKEN'))
    const answer = await page.request.post('/trpc/projects.save', {
      headers: { authorization: `cat ${token}` },
      data: project,
    })
    expect(answer.status()).toBe(200)
  }
}

test('List one’s own projects as cards with title, state, result, city, number and last change', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/')
  await page.waitForURL(`**${list}`)
  await page.getByRole('heading', { level: 1, name: '选型项目' }).waitFor()
  const exported = cards(page).filter({ hasText: '广州南沙冻羊肉库无霜选型项目' })
  await exported.getByText('S-2000 × 1').waitFor()
  await exported.getByText(/^已导出 V1\.\d+$/).waitFor()
  expect(await exported.textContent()).toMatch(/XM\d{12}/)
  await exported.getByRole('img', { name: /的平面图：[\d.]+ × [\d.]+ m，门 \d 樘$/ }).waitFor()
  const nothing = cards(page).filter({ hasText: '无合适型号' }).first()
  await nothing.waitFor()
  await cards(page).filter({ hasText: '草稿' }).first().waitFor()
  await expect.poll(() => page.locator('aside').count()).toBe(0)
  await exported.getByRole('link', { name: '查看详情' }).click()
  await page.waitForURL(/\/agent\?id=\d+&step=5$/)
  await page.getByRole('heading', { name: '选型完成' }).waitFor()
  await page.goto(list)
  // A report without a suitable model shows a single verdict.
  await nothing.getByRole('link', { name: '查看详情' }).click()
  await page.getByRole('heading', { name: '没有合适的机型' }).waitFor()
  expect(await page.getByText('选型完成').count()).toBe(0)
})

test('Show twelve cards a page; keep page, search and state in the address and on reload', async () => {
  const page = await openPage()
  await signIn(page, 'inspector', list)
  const before = await cards(page).count()
  await keepProjects(page, [
    {},
    ...Array.from({ length: 13 }, (_, index) => ({ name: `冷库 ${index + 1}`, city: index === 12 ? '三亚' : '郑州' })),
  ])
  await page.reload()
  await expect.poll(() => cards(page).count()).toBe(12)
  await expect.poll(async () => (await titles(page))[0]).toBe('冷库 13无霜选型项目')
  await page.getByRole('button', { name: '下一页' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
  await expect.poll(() => titles(page)).toContain('未命名的选型项目')
  await page.getByLabel('搜索项目').fill('三亚')
  await expect.poll(() => titles(page)).toContain('冷库 13无霜选型项目')
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBeNull()
  await page.reload()
  await expect.poll(() => page.getByLabel('搜索项目').inputValue()).toBe('三亚')
  await page.getByLabel('搜索项目').fill('没有这样的项目')
  await page.getByText('没有符合条件的项目').waitFor()
  await page.getByRole('button', { name: '清空条件' }).click()
  await expect.poll(() => cards(page).count()).toBe(12)
  expect(before).toBeLessThanOrEqual(12)
})

test('Delete a project only after a question is confirmed', async () => {
  const page = await openPage()
  await signIn(page, 'registrar', list)
  await keepProjects(page, [{ name: '误建' }])
  await page.reload()
  const bin = page.getByRole('button', { name: '删除 误建无霜选型项目' })
  await bin.first().click()
  await page.getByRole('heading', { name: '提示' }).waitFor()
  await page.getByText('是否确定删除该项目：误建无霜选型项目？').waitFor()
  await page.getByRole('button', { name: '取消' }).click()
  const count = await bin.count()
  await bin.first().click()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('删除成功').waitFor()
  await expect.poll(() => bin.count()).toBe(count - 1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('Sign out with "back" after a question, and open the wizard with "new project"', async () => {
  const page = await openPage()
  await signIn(page, 'visitor', list)
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await page.getByText('返回登录页面将退出登录，是否继续？').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '新建项目' }).first().click()
  await page.waitForURL('**/agent')
  await page.goBack()
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('ACCOUNT_TOKEN'))).toBeNull()
})

test('Offer projects of the company to a base’s manager, all to the management, and no choice to others', async () => {
  const manager = await openPage()
  await signIn(manager, 'admin', list)
  await keepProjects(manager, [{ name: '总部项目' }])
  const base = await openPage()
  await signIn(base, 'base', list)
  await keepProjects(base, [{ name: '华东项目' }])
  await base.getByText('当前公司', { exact: true }).click()
  await expect.poll(() => titles(base)).toContain('华东项目无霜选型项目')
  expect(await titles(base)).not.toContain('总部项目无霜选型项目')
  expect(await base.getByText('全部', { exact: true }).count()).toBe(0)

  await manager.getByText('全部', { exact: true }).click()
  await expect.poll(() => new URL(manager.url()).search).toBe('?list=center')
  const theirs = cards(manager).filter({ hasText: '华东项目' }).first()
  await theirs.getByText('华东基地').waitFor()
  expect(await theirs.getByRole('button').count()).toBe(0)

  const visitor = await openPage()
  await signIn(visitor, 'visitor', `${list}?list=center`)
  await visitor.getByText('list=center').waitFor()
  expect(await visitor.getByRole('radio').count()).toBe(0)
})

test.each([
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'en', theme: 'light', width: 390 },
] as const)('Keep the project list accessible to everyone: $language, $theme, $width px', async (look) => {
  const page = await openPage(look)
  await signIn(page, 'admin', list)
  await cards(page).first().waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

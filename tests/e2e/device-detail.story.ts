import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { fitsSideways, openPage, signIn, stage, useBrowser } from '#tests/e2e/support/browser.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

/** Open the device that has been in trouble longest from the warning list. */
async function openLongestWarning(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.waitForURL(/TraceDetail\/index\?id=\d+/)
  await page.getByRole('list', { name: /^(状态履历|State history)$/ }).waitFor()
}

/** Fill a page of comments about a device. */
async function tenComments(page: Page): Promise<void> {
  const { post } = await signInByRest(stage().url, 'inspector', demoPassword)
  const classId = Number(new URL(page.url()).searchParams.get('id'))
  for (let at = 1; at <= 10; at++)
    await post('/Comment/save', { classId, targetKind: 'device', type: '评价', content: `例行检查 ${at}` })
}

test('Let an inspector open a device from warnings, add a reviewer once, and edit comments, not publish', async () => {
  const page = await openPage()
  await signIn(page, 'inspector', '/warning/index')
  await openLongestWarning(page)
  expect(await accessProblems(page)).toEqual([])

  const reviewer = page.getByRole('combobox', { name: '添加检验员' })
  const addFirst = async () => {
    await reviewer.click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: '添加', exact: true }).click()
  }
  await addFirst()
  await page.getByText('已添加检验员').waitFor()
  await addFirst()
  await page.getByText('用户已添加').waitFor()

  const comment = page.getByLabel('发表评价', { exact: false }).last()
  await comment.fill('风扇有异响')
  // Back asks before it loses what was typed; on the question it means "cancel".
  for (const state of ['visible', 'detached'] as const) {
    void page.goBack().catch(() => undefined)
    await page.getByRole('alertdialog').getByText('填写的内容尚未保存，确定放弃吗？').waitFor({ state })
    await page.keyboard.press('Shift')
  }
  // So do a link, an entry of the menu and the other tab of comments; the days of the charts lose nothing.
  const question = page.getByRole('alertdialog')
  const address = page.url()
  for (const leaving of [
    page.getByRole('link', { name: '查看统计' }),
    page.getByRole('navigation').getByRole('link', { name: '今日' }),
    page.getByRole('tab', { name: '精准点评' }),
  ]) {
    await leaving.first().click()
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)
  }
  expect(await comment.inputValue()).toBe('风扇有异响')
  await tenComments(page)
  await page.getByRole('button', { name: '发表', exact: true }).click()
  await page.getByText('风扇有异响', { exact: true }).last().waitFor()
  const mine = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await mine('风扇有异响').getByRole('button', { name: '修改' }).click()
  await page.getByRole('textbox', { name: '内容' }).fill('已更换风扇')
  // Another page of comments keeps what was typed, says so, and still asks before a link loses it.
  const pager = page.getByRole('navigation', { name: '分页：评价' })
  await pager.getByRole('button', { name: '下一页' }).click()
  await page.getByText('您正在修改的评价在其他页', { exact: false }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: '今日' }).first().click()
  await question.getByRole('button', { name: '取消' }).click()
  await pager.getByRole('button', { name: '上一页' }).click()
  expect(await page.getByRole('textbox', { name: '内容' }).inputValue()).toBe('已更换风扇')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已更换风扇', { exact: true }).waitFor()
  await mine('已更换风扇').getByRole('button', { name: '删除' }).click()
  await page.getByRole('alertdialog', { name: '提示' }).getByRole('button', { name: '确定' }).click()
  await mine('已更换风扇').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '不发布' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('未发布').first().waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('发布成功').waitFor()
})

test('Let a registrar read warnings, device and types on a dark phone without reviewers and comments', async () => {
  const page = await openPage({ language: 'en', theme: 'dark', width: 390, height: 844 })
  await signIn(page, 'registrar', '/warning/index')
  await page.getByRole('link', { name: /^Low/ }).click()
  await page.waitForURL(/state=low/)
  await openLongestWarning(page)
  await page.getByRole('heading', { name: 'Repair and return records' }).waitFor()
  expect(await page.getByText('Detailed comments').count()).toBe(0)
  // Times are to the minute everywhere, and the id is nothing that a person reads.
  await page.getByRole('list', { name: 'State history' }).getByRole('listitem').first().waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/\d\d:\d\d:\d\d/)
  expect(await page.getByText('Number', { exact: true }).count()).toBe(0)
  expect(await page.getByText('Add a reviewer').count()).toBe(0)
  await expect.poll(() => fitsSideways(page)).toBe(true)

  // A message does not repeat what the page already says.
  await page.goto('/TraceDetail/index?id=999999')
  await page.getByText('This device does not exist, or is not in your scope.').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('This entry does not exist, or has been deleted').count()).toBe(0)

  await page.goto('/machine_type/index')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Full screen' }).waitFor()
  // Only the managers of a base may export the figures of all clients.
  expect(await page.getByRole('button', { name: /^Export/ }).count()).toBe(0)
  expect(await accessProblems(page)).toEqual([])
})

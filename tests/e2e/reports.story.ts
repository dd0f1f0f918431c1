import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

test('Register a tanker, inspect it, finish it with a result, and look it up by number and check code', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/reception/index')
  await page.getByRole('button', { name: '无预约登记' }).click()
  await page.getByLabel('罐车编号').fill('GC-9001')
  await page.getByLabel('联系电话').fill('13812345678')
  await page.getByRole('dialog').getByRole('button', { name: '登记' }).click()
  const number =
    (await page
      .getByRole('dialog')
      .getByText(/^JC\d{8}-\d{4}$/)
      .textContent()) ?? ''
  const code =
    (await page
      .getByRole('dialog')
      .getByText(/^[2-9A-HJ-NP-Z]{6}$/)
      .textContent()) ?? ''
  await page.getByRole('link', { name: '打开报告' }).click()
  await page.getByRole('heading', { name: number }).waitFor()
  await page.getByRole('button', { name: '开始检验' }).click()
  await page.getByRole('button', { name: '下一岗位' }).click()
  await page.getByText('已到岗位').first().waitFor()
  await page.getByRole('button', { name: '完成检验' }).click()
  await page.getByRole('dialog').getByLabel('检验结论').click()
  await page.getByRole('option', { name: '合格', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '完成检验' }).click()
  await page.getByText('已完成', { exact: true }).first().waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])

  const stranger = await openPage({ language: 'en', theme: 'dark', width: 390, height: 844 })
  await stranger.goto(`/checking/index?number=${number}`)
  await stranger.getByLabel('Check code').fill(code.toLowerCase())
  await stranger.getByRole('button', { name: 'Look up' }).click()
  await stranger.getByText('passed').waitFor()
  await stranger.getByText('GC-9001').waitFor()
  expect(await stranger.getByText('13812345678').count()).toBe(0)
  await expect.poll(() => accessProblems(stranger)).toEqual([])
  await expect.poll(() => fitsSideways(stranger)).toBe(true)
})

test('Keep the values of a report on errors, Escape, failed lists, and a concurrent edit', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/report/index')
  let broken = true
  await page.route(/\/trpc\/[^?]*reports\.find/, (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.reload()
  await page.getByText('服务器暂时无法处理请求（500），请稍后重试').first().waitFor()
  broken = false
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('button', { name: '新增报告' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('罐车编号').fill('GC-9002')
  await form.getByLabel('联系电话').fill('打电话')
  await page.keyboard.press('Enter')
  const phone = form.getByLabel('联系电话')
  await expect
    .poll(() => phone.evaluate((input) => input === document.activeElement && input.getAttribute('aria-invalid')))
    .toBe('true')
  await page.getByText('电话号码为 3 至 24 个字符').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('填写的内容尚未保存，确定放弃吗？').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  expect(await form.getByLabel('罐车编号').inputValue()).toBe('GC-9002')
  await phone.fill('13812345678')
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: '检验报告' }).first().waitFor()

  const faster = await openPage()
  await signIn(faster, 'inspector', new URL(page.url()).pathname + new URL(page.url()).search)
  for (const editor of [page, faster]) await editor.getByRole('button', { name: '修改报告' }).click()
  await form.getByLabel('检测方式').fill('气密性试验')
  await faster.getByRole('dialog').getByLabel('司机').fill('王师傅')
  await faster.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await faster.getByRole('definition').filter({ hasText: '王师傅' }).waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByRole('alert').filter({ hasText: '司机：- → 王师傅' }).waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  for (const text of ['王师傅', '气密性试验']) await page.getByRole('definition').filter({ hasText: text }).waitFor()

  for (const [editor, part] of [
    [page, 0.3],
    [faster, 0.7],
  ] as const)
    await draw(editor, part)
  await faster.getByRole('button', { name: '保存草图' }).click()
  await faster.getByText('草图已保存').waitFor()
  await page.getByRole('button', { name: '保存草图' }).click()
  await page.getByRole('alert').filter({ hasText: '其他人同时保存了这张草图' }).waitFor()
  await page.getByRole('img', { name: '草图，共 2 个图形' }).waitFor()
  await page.getByRole('button', { name: '保存草图' }).click()
  await page.getByText('草图已保存').waitFor()
  await faster.reload()
  await faster.getByRole('img', { name: '草图，共 2 个图形' }).waitFor()
})

/** Draw a line across the sketch, at this part of its height. */
async function draw(page: Page, part: number): Promise<void> {
  const sheet = page.getByRole('img', { name: /^草图，共/ })
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('the sketch is not visible')
  await page.mouse.move(box.x + 20, box.y + box.height * part)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * part, { steps: 4 })
  await page.mouse.up()
}

import { expect, test } from 'vitest'
import { accessProblems, fitsSideways, openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'

useBrowser()

test('a tanker is registered at reception, inspected, finished with a result, and found by everybody who has number and code', async () => {
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

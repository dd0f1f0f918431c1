import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { openPage, signIn, stage, useBrowser } from '#tests/e2e/support/browser.ts'
import { atPage, bar, field, openWizard, patiently, savedProject } from '#tests/e2e/support/wizard.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

const stored = async (id: number) => {
  const rest = await signInByRest(stage().url, 'inspector', demoPassword)
  return (await rest.get<Record<string, unknown>>(`/project/get/getProject?id=${id}`)).data
}

async function typeThree(page: Page): Promise<void> {
  await field(page, 'name').fill('三个字段')
  await field(page, 'altitudeAvg').fill('４１,7')
  await field(page, 'outdoorTemp').fill('about 30')
}
async function expectThree(page: Page): Promise<void> {
  await page.getByText(/已恢复 .*尚未暂存的内容/).waitFor()
  await expect.poll(() => field(page, 'name').inputValue()).toBe('三个字段')
  expect(await field(page, 'altitudeAvg').inputValue()).toBe('４１,7')
  expect(await field(page, 'outdoorTemp').inputValue()).toBe('about 30')
}

test('Keep a draft of three fields over a reload, the end of the session and a sign-in, and discard it', async () => {
  const page = await openWizard()
  await typeThree(page)
  // Without a network only the bar says so, and it goes as soon as it is no longer true.
  await page.context().setOffline(true)
  await bar(page, '暂存').click()
  const away = page.getByText(/^网络已断开或服务器无法访问/)
  await away.waitFor()
  await expect.poll(() => bar(page, '暂存').isEnabled()).toBe(true)
  expect(await page.getByText('网络连接失败').count()).toBe(0)
  await page.context().setOffline(false)
  await away.waitFor({ state: 'detached' })
  await page.reload()
  await expectThree(page)

  const token = await page.evaluate(() => sessionStorage.getItem('ACCOUNT_TOKEN'))
  await page.request.post('/trpc/auth.logout', { headers: { authorization: `cat ${token}` }, data: {} })
  await bar(page, '暂存').click()
  const again = page.getByRole('dialog', { name: '重新登录' })
  await again.getByLabel('密码').fill(demoPassword)
  await again.getByLabel('密码').press('Enter')
  await again.waitFor({ state: 'detached' })
  expect(await field(page, 'name').inputValue()).toBe('三个字段')
  await page.reload()
  await expectThree(page)

  await page.getByRole('button', { name: '放弃恢复的内容' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '放弃恢复的内容' }).click()
  await expect.poll(() => field(page, 'name').inputValue()).toBe('')
  await page.reload()
  await page.getByRole('heading', { level: 2, name: '项目与气候' }).waitFor()
  expect(await field(page, 'name').inputValue()).toBe('')
})

test('Keep the draft after half an hour without input', async () => {
  const page = await openPage({ cold: true })
  await page.clock.install()
  await signIn(page, 'inspector', '/agent')
  await page.getByRole('heading', { level: 2, name: '项目与气候' }).waitFor()
  await typeThree(page)
  await page.clock.fastForward('31:00')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/login?redirect=**')
  await signIn(page, 'inspector', page.url())
  await page.waitForURL('**/agent')
  await expectThree(page)
})

test('Save an unfinished project with 暂存 and open the list', async () => {
  const page = await openWizard()
  await field(page, 'name').fill('只有名称 😀')
  await bar(page, '暂存').click()
  await page.getByText('暂存成功', { exact: true }).waitFor()
  await page.waitForURL('**/materialType')
  await page.getByText('只有名称 😀无霜选型项目').first().waitFor()
})

test('Ask before leaving with unsaved changes, and save with "save and leave"', async () => {
  const page = await openWizard()
  await field(page, 'name').fill('离开前')
  await page.getByRole('button', { name: '项目列表' }).click()
  await page.getByRole('alertdialog', { name: '尚未暂存' }).getByRole('button', { name: '取消' }).click()
  expect(new URL(page.url()).pathname).toBe('/agent')
  await page.getByRole('button', { name: '项目列表' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '暂存并离开' }).click()
  await page.waitForURL('**/materialType')
  await page.getByText('离开前无霜选型项目').first().waitFor()
})

test('Tell the second of two tabs about the conflict, keep its typed values, and let it decide', async () => {
  const id = await savedProject({ name: '两个窗口' })
  const first = await openWizard({ id })
  const second = await first.context().newPage()
  await second.goto(`/agent?id=${id}`)
  await second.getByRole('heading', { level: 2, name: '项目与气候' }).waitFor()

  await field(first, 'name').fill('第一个窗口')
  // What is typed in an open tab is no draft for another one.
  await second.reload()
  await expect.poll(() => field(second, 'name').inputValue()).toBe('两个窗口')
  await field(second, 'name').fill('第二个窗口')
  await bar(first, '暂存').click()
  await first.waitForURL('**/materialType')
  await bar(second, '暂存').click()
  const box = second.getByRole('alertdialog', { name: '项目已被修改' })
  await box.getByText('数据已被他人修改，请刷新后重试').waitFor()
  await expect
    .poll(() => box.getByRole('row').nth(1).locator('th, td').allTextContents())
    .toEqual(['项目名称', '第二个窗口', '第一个窗口'])
  await box.getByRole('button', { name: '继续填写' }).click()
  expect(await field(second, 'name').inputValue()).toBe('第二个窗口')

  await bar(second, '暂存').click()
  await box.getByRole('button', { name: '载入服务器上的' }).click()
  await expect.poll(() => field(second, 'name').inputValue()).toBe('第一个窗口')
  await second.getByRole('button', { name: '恢复我填写的内容' }).click()
  await expect.poll(() => field(second, 'name').inputValue()).toBe('第二个窗口')
  await bar(second, '暂存').click()
  await second.waitForURL('**/materialType')
  expect((await stored(id)).name).toBe('第二个窗口')
})

test('Save my version over theirs after the question', async () => {
  const id = await savedProject({ name: '覆盖' })
  const page = await openWizard({ id })
  const rest = await signInByRest(stage().url, 'inspector', demoPassword)
  const { rowVersion } = await stored(id)
  await rest.post(`/project/update/${id}`, { rowVersion, name: '别处的修改' })
  await field(page, 'name').fill('我的修改')
  await bar(page, '暂存').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '用我的覆盖' }).click()
  await page.waitForURL('**/materialType')
  expect((await stored(id)).name).toBe('我的修改')
})

test('Keep a failed report on page 5 with the documented words, and retry it', async () => {
  const page = await openWizard({ id: await savedProject({ name: '失败后重来' }) })
  await page.getByRole('button', { name: /草图与检查/ }).click()
  await atPage(page, '草图与检查')
  await page.route('**/trpc/projects.exportPdf*', (route) => route.abort())
  await bar(page, '保存').click()
  await page.getByText('导出失败2').first().waitFor()
  await page.unroute('**/trpc/projects.exportPdf*')
  const refusal = {
    error: {
      message: '系统繁忙，请稍后重试',
      code: -32603,
      data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, appCode: 'BUSY' },
    },
  }
  await page.route('**/trpc/projects.exportPdf*', (route) => route.fulfill({ status: 503, json: refusal }))
  await page.getByRole('button', { name: '重新生成' }).click()
  await page.getByText('导出失败1').first().waitFor()
  await page.unroute('**/trpc/projects.exportPdf*')

  // This response is lost although the server has made the report: the next try returns it, and makes no other.
  await page.route('**/trpc/projects.exportPdf*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: '重新生成' }).click()
  await expect.poll(() => page.getByRole('button', { name: '重新生成' }).count(), patiently).toBe(1)
  await page.unroute('**/trpc/projects.exportPdf*')
  await page.getByRole('button', { name: '重新生成' }).click()
  await page.getByText('导出成功', { exact: true }).waitFor(patiently)
  await page.getByRole('link', { name: '失败后重来无霜选型报告-V1.0.pdf' }).first().waitFor()
})

test('Make one report for two presses of 保存', async () => {
  const id = await savedProject({ name: '按两次' })
  const page = await openWizard({ id })
  await page.getByRole('button', { name: /草图与检查/ }).click()
  await atPage(page, '草图与检查')
  await bar(page, '保存').dblclick()
  await page.getByText('导出成功', { exact: true }).waitFor(patiently)
  expect((await stored(id)).pdfList).toHaveLength(1)
})

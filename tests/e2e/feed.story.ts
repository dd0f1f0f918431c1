import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

test('a base manager rehearses a feed file, sees its bad line, applies it and finds the change in the list', async () => {
  const rest = await signInByRest(inject('url'), 'base', demoPassword)
  const running = await rest.post<{ data: { serial: string }[] }>('/device/find/', { state: 'normal', type: 'T30', size: 3, orderColumn: 'serial' })
  const serials = running.data.data.map(({ serial }) => serial)
  const file = join(inject('dataDir'), 'feed.csv')
  writeFileSync(file, `serial,activeWorkerState,hashRate\n${serials.map((serial) => `${serial},yes,12`).join('\n')}\n,yes,30\n`)

  const page = await openPage()
  await signIn(page, 'base')
  await page.goto('/machine_list/index')
  await page.getByRole('button', { name: '更新设备' }).click()
  await page.getByLabel('上传文件').first().check()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: '预览', exact: true }).click()
  await page.getByText(/读取 4 行/).waitFor()
  const before = await rest.post<{ totalCount: number }>('/device/find/', { state: 'low', serial: serials[0] })
  expect(before.data.totalCount).toBe(0)
  await page.getByRole('tab', { name: /问题行 1/ }).click()
  await page
    .getByText(/序列号/)
    .last()
    .waitFor()

  await page.getByRole('button', { name: '应用更新' }).click()
  await page.getByText('更新成功，请刷新页面！').first().waitFor()
  await page.getByRole('button', { name: '立即刷新' }).click()
  await page.goto(`/machine_list/index?state=low&serial=${serials[0]}`)
  await page
    .getByText(serials[0] ?? '', { exact: true })
    .first()
    .waitFor()
})

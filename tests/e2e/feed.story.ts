import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { openPage, signIn, stage, useBrowser } from '#tests/e2e/support/browser.ts'
import { cardOf } from '#tests/e2e/support/cards.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

/** A feed that reports too little hash rate for three running machines. The last line has no serial. */
async function lowFeed(): Promise<{ file: string; serials: string[] }> {
  const rest = await signInByRest(stage().url, 'base', demoPassword)
  const running = await rest.post<{ data: { serial: string }[] }>('/device/find/', {
    state: 'normal',
    type: 'T30',
    size: 3,
    orderColumn: 'serial',
  })
  const serials = running.data.data.map(({ serial }) => serial)
  const file = join(stage().dataDir, 'feed.csv')
  writeFileSync(
    file,
    `serial,activeWorkerState,hashRate,colour\n${serials.map((serial) => `${serial},yes,12,red`).join('\n')}\n,yes,30,red\n`,
  )
  return { file, serials }
}

async function preview(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: '更新设备' }).click()
  await page.getByRole('radio', { name: '上传文件' }).check()
  await page.getByRole('button', { name: '预览', exact: true }).click()
  await page.getByText('请先选择文件').waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: '预览', exact: true }).click()
  await page.getByRole('button', { name: '应用更新' }).waitFor()
}

test('Rehearse a feed, see its effects and errors, apply it, and see the numbers change', async () => {
  const { file, serials } = await lowFeed()
  const page = await openPage()
  await signIn(page, 'base')
  const low = await cardOf(page, '低算力')
  await preview(page, file)

  const dialog = page.getByRole('dialog', { name: '更新设备' })
  await dialog.getByText(/上报不足一半/).waitFor()
  await dialog.getByText('以下列不是设备数据列，已跳过：colour').waitFor()
  const figures = await dialog.locator('dl dd').allInnerTexts()
  expect(figures).toEqual(['4', '0', '3', '0', '0', '1'])
  await expect
    .poll(() => dialog.getByRole('row').filter({ hasText: '低算力' }).locator('td').allInnerTexts())
    .toEqual(['正常', '低算力', '3'])
  await dialog.getByRole('tab', { name: /问题行 1/ }).click()
  await expect
    .poll(() => dialog.getByRole('tabpanel').getByRole('row').nth(1).locator('td').allInnerTexts())
    .toEqual(['5', '-', '设备的名称不能为空'])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载问题行（CSV）' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('设备更新问题行.csv')

  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: '应用更新' }).click()
  await page.getByText('更新成功，请刷新页面！').first().waitFor()
  // Lines were refused: the result stays until it is closed.
  await dialog.getByRole('tab', { name: /问题行 1/ }).waitFor()
  await dialog.getByRole('button', { name: '立即刷新' }).click()
  await loaded
  // The message is still there after the page was reloaded; it names the batch and links to its undo.
  const told = page.locator('[data-sonner-toast]').filter({ hasText: /更新已应用：批次 #\d+/ })
  await told.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByRole('dialog', { name: /^批次/ }).getByRole('button', { name: '撤销该批次' }).waitFor()
  await page.goto('/dashboard/index')
  await expect.poll(() => cardOf(page, '低算力')).toBe(low + serials.length)
  await page.goto(`/machine_list/index?state=low&serial=${serials[0]}`)
  await page
    .getByText(serials[0] ?? '', { exact: true })
    .first()
    .waitFor()
})

test('Change nothing when a person leaves after a rehearsal', async () => {
  const { file } = await lowFeed()
  const page = await openPage()
  await signIn(page, 'base')
  const low = await cardOf(page, '低算力')
  await preview(page, file)
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => cardOf(page, '低算力')).toBe(low)
})

test('Warn before applying in strict mode that one refused line refuses the whole feed', async () => {
  const { file } = await lowFeed()
  const page = await openPage()
  await signIn(page, 'base')
  await page.getByRole('button', { name: '更新设备' }).click()
  await page.getByRole('radio', { name: '上传文件' }).check()
  await page.getByRole('checkbox', { name: '严格模式' }).check()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: '预览', exact: true }).click()
  await page.getByText(/严格模式下有 1 行被拒绝/).waitFor()
  // Escape asks before it loses the file and its preview.
  const question = page.getByRole('alertdialog')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '取消' }).click()
  await page.getByText(/严格模式下有 1 行被拒绝/).waitFor()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '放弃' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('Show the errors of a feed whose lines are all refused, and offer no apply button', async () => {
  const file = join(stage().dataDir, 'refused.csv')
  writeFileSync(file, 'serial,activeWorkerState,hashRate\n,yes,30\n,yes,31\n')
  const page = await openPage()
  await signIn(page, 'base')
  await preview(page, file)
  await page.getByText('没有一行可以应用：请修正被拒绝的行，再重新选择文件。').waitFor()
  await expect.poll(() => page.getByRole('tab', { name: /问题行 2/ }).getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => page.getByRole('button', { name: '应用更新' }).getAttribute('aria-disabled')).toBe('true')
})

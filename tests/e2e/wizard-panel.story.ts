import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { useBrowser } from '#tests/e2e/support/browser.ts'
import { field, openWizard, result, savedProject } from '#tests/e2e/support/wizard.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { pngPicture } from '#tests/support/pictures.ts'
import { exampleA } from '#tests/support/projects.ts'

useBrowser()

/** The result of the first calculation for the worked example. */
const firstResult = (() => {
  const outcome = selectEquipment(exampleA, referenceCatalogue)
  return outcome.complete ? { ...outcome.selection, calculationVersion: '1.0', reduction: 1 } : null
})()

const imageLimit = 5_242_880

const headings = (page: Page) =>
  result(page).evaluate((panel) =>
    [...panel.querySelectorAll('h3')].slice(0, 4).map((heading) => heading.getBoundingClientRect().y),
  )
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true }).first().waitFor()

async function openSketches(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '选型步骤' }).getByRole('button', { name: '草图与检查' }).click()
  await page.getByRole('group', { name: '冷库草图' }).waitFor()
}

test('Open the formula of a number with inputs and source by keyboard without scrolling the page', async () => {
  const page = await openWizard({ id: await savedProject({ name: '公式' }) })
  const mark = result(page).getByRole('button', { name: '计算依据：所需除湿量' })
  await mark.focus()
  await page.keyboard.press('Enter')
  const formula = page.getByRole('dialog', { name: '计算依据：所需除湿量' })
  await formula.getByText('max(M_S × s, M_X)').waitFor()
  await formula.getByText('3.51699 kg/h').first().waitFor()
  await formula.getByText('安全系数', { exact: true }).waitFor()
  expect(await focusedName(page)).toBe('关闭')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect.poll(() => accessProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('计算依据：所需除湿量')
})

test('Keep the lines of the panel in place while a field is empty, and announce the new result once', async () => {
  const page = await openWizard({ id: await savedProject({ name: '不跳动' }) })
  const panel = result(page)
  await panel.getByText('1 × S-2000', { exact: true }).first().waitFor()
  const before = await headings(page)
  await field(page, 'outdoorTemp').fill('')
  await panel.getByText('尚无结果').waitFor()
  expect(await headings(page)).toEqual(before)
  await panel.getByRole('link', { name: '库外温度' }).first().click()
  await expect.poll(() => field(page, 'outdoorTemp').evaluate((input) => input === document.activeElement)).toBe(true)
  await field(page, 'outdoorTemp').fill('31.8')
  await expect
    .poll(() => panel.locator('[aria-live=polite]').textContent())
    .toBe('推荐 1 台 S-2000，需求 3.951 kg/h，余量 16.2%')
})

test('Say which limit is exceeded when no model fits, and list the remedies in order', async () => {
  const doors = {
    door1Length: 6,
    door1Height: 5,
    door1OpenState: 'alwaysOpen',
    hasAirCurtain: 'no',
    hasDoorCurtain: 'no',
  } as const
  const noRoom = { reentryRoomLength: null, reentryRoomWidth: null, reentryRoomHeight: null }
  const page = await openWizard({ id: await savedProject({ name: '选不出', ...doors, ...noRoom }) })
  const panel = result(page)
  await panel.getByText('没有合适的机型').first().waitFor()
  await panel.getByText('8 台最大机型的除湿量不足').waitFor()
  const remedies = panel.getByRole('table', { name: '可行的办法（按先后）' }).locator('th[scope=rowgroup]')
  expect((await remedies.allTextContents()).map((text) => text.slice(0, 1))).toEqual(['1', '2', '3', '4', '5'])
  await expect.poll(() => accessProblems(page)).toEqual([])
})

test('Make the first sketch the main one, allow another, reassign it on removal, and refuse non-images', async () => {
  const page = await openWizard({ id: await savedProject({ name: '草图' }) })
  await openSketches(page)
  const picture = await pngPicture()
  await choose(page, '平面.png', 'image/png', picture)
  await toast(page, '图片上传成功')
  await page.getByRole('button', { name: '平面.png 是主图片' }).waitFor()
  await choose(page, '门口.png', 'image/png', picture)
  await page.getByRole('button', { name: '将 门口.png 设为主图片' }).click()
  await toast(page, '主图片设置成功')
  await page.getByRole('button', { name: '删除 门口.png' }).click()
  await toast(page, '图片删除成功')
  await page.getByRole('button', { name: '平面.png 是主图片' }).waitFor()
  expect(await focusedName(page)).toBe('删除 平面.png')

  await choose(page, '说明.txt', 'text/plain', Buffer.from('text'))
  await toast(page, '只能上传图片文件!')
  await choose(page, '太大.png', 'image/png', Buffer.alloc(imageLimit))
  await toast(page, '图片大小不能超过 5MB!')
  await choose(page, '假的.png', 'image/png', Buffer.from('no picture at all'))
  await toast(page, '图片上传失败')
  await page.getByRole('button', { name: '不再上传 假的.png' }).click()

  const view = page.getByRole('button', { name: '查看大图 平面.png' })
  await view.click()
  await page.getByRole('dialog').getByRole('heading', { name: '平面.png' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => view.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(() => accessProblems(page)).toEqual([])
})

test('Accept pasted and dropped pictures', async () => {
  const page = await openWizard({ id: await savedProject({ name: '粘贴' }) })
  await openSketches(page)
  const bytes = [...(await pngPicture())]
  const files = (name: string) =>
    page.evaluateHandle(
      ([content, fileName]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(content as number[])], String(fileName), { type: 'image/png' }))
        return transfer
      },
      [bytes, name] as const,
    )
  await page.getByRole('group', { name: '冷库草图' }).dispatchEvent('drop', { dataTransfer: await files('拖入.png') })
  await page.getByRole('button', { name: '拖入.png 是主图片' }).waitFor()
  const pasted = await files('粘贴.png')
  await page.evaluate(
    (clipboardData) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
    pasted,
  )
  await page.getByRole('button', { name: '将 粘贴.png 设为主图片' }).waitFor()
})

test('Speak of condensate above 0 °C, and of no frost or ice', async () => {
  const dock = {
    name: '穿堂',
    designTempStorage: 12,
    designHumidityStorage: 70,
    reentryRoomLength: null,
    reentryRoomWidth: null,
    reentryRoomHeight: null,
  }
  const page = await openWizard({ id: await savedProject(dock) })
  await result(page).getByText('全年逐月凝水（估算）').waitFor()
  await result(page).getByText('以表格查看').click()
  expect(await result(page).getByRole('table').filter({ hasText: '月份' }).getByRole('row').count()).toBe(13)
  expect(await result(page).textContent()).not.toMatch(/结霜|融霜|结冰/)
})

test('Say how a report of the first calculation differs from today’s result, and why', async () => {
  const page = await openWizard({ id: await savedProject({ name: '旧报告' }) })
  await page.route('**/trpc/**projects.get**', async (route) => {
    const answer = await route.fetch()
    const text = (await answer.text())
      .replace('"exportStatus":0', '"exportStatus":1')
      .replace('"selection":null', `"selection":${JSON.stringify(firstResult)}`)
    await route.fulfill({ response: answer, body: text })
  })
  await page.reload()
  await page.getByText(/^减少率 100 % → 95\.97 %，因为/).waitFor()
})

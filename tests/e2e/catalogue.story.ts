import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accessProblems } from '#tests/support/access-problems.ts'
import { americanCsv, americanWorkbook } from '#tests/support/makers-tables.ts'
import { fitsSideways, openPage, signIn, useBrowser } from './support/browser.ts'

useBrowser()

const path = '/catalogue'
const cell = (page: Page, column: string, line: number) => page.getByLabel(`${column}，第 ${line} 行`, { exact: true })
const versionOf = async (page: Page) =>
  Number(/版本 (\d+)/.exec((await page.getByText(/^版本 \d+ · /).textContent()) ?? '')?.[1])
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** Save the changes of the table. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存新版本' }).click()
  await page.getByText('已有项目保留其计算所用的版本').waitFor()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('保存成功').first().waitFor()
}

test('Save a changed number as a version with author, time and change, and restore an older version', async () => {
  const page = await openPage()
  await signIn(page, 'admin', path)
  await page.getByText('当前为参考系列，并非任何品牌的产品').waitFor()
  // Its name is in the language of the page, and saving under this name keeps it the reference series.
  await expect.poll(() => page.getByLabel('数据来源').inputValue()).toBe('参考系列')
  const first = await versionOf(page)
  const weight = cell(page, '重量', 15)
  const was = await weight.inputValue()
  await weight.fill('１２４５')
  await page.getByText('有未保存的修改').waitFor()
  await save(page)
  await expect.poll(() => versionOf(page)).toBe(first + 1)
  await page.getByRole('tab', { name: '版本历史' }).click()
  await page.getByRole('button', { name: `查看版本 ${first + 1}` }).click()
  await page.getByText(`与版本 ${first} 相比`).waitFor()
  await page.getByText('重量：1,240 → 1,245').waitFor()
  expect(new URL(page.url()).search).toBe(`?tab=history&version=${first + 1}`)
  await page.getByRole('button', { name: `查看版本 ${first}`, exact: true }).click()
  await page.getByRole('button', { name: '以此版本为草稿' }).click()
  await expect.poll(() => weight.inputValue()).toBe(was)
  await save(page)
  await expect.poll(() => versionOf(page)).toBe(first + 2)
})

test('Paste a block from a spreadsheet, link to its mistakes, and lose nothing on reload', async () => {
  const page = await openPage()
  await signIn(page, 'admin', path)
  await page.getByRole('button', { name: '添加型号' }).click()
  await expect.poll(() => focused(page)).toBe('型号，第 31 行')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/plain',
      'ML-690\tML\t900\t1\t5.4\t0.6\t8\t-20\t40\r\nML-1350\tML\tmany\t1\t11\t0.9\t16\t-20\t40\r\n',
    )
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect.poll(() => cell(page, '型号', 32).inputValue()).toBe('ML-1350')
  await page.getByText('有 1 处需要修正').waitFor()
  await page.getByRole('button', { name: '保存新版本' }).click()
  await expect.poll(() => focused(page)).toBe('风量，第 32 行')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => focused(page)).toBe('风量，第 31 行')
  await page.reload()
  await expect.poll(() => cell(page, '型号', 32).inputValue()).toBe('ML-1350')
  await expect.poll(() => accessProblems(page)).toEqual([])
  await page.getByRole('button', { name: '放弃修改' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => cell(page, '型号', 31).count()).toBe(0)
})

test('Preview an import before it changes the table', async () => {
  const page = await openPage()
  await signIn(page, 'admin', path)
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByLabel('粘贴电子表格内容').fill('型号\t风机功率\t备注\nS-500\t0.9\tx\nNEW-1\t1\t\n')
  expect(await page.getByLabel('“备注”列是').inputValue()).toBe('')
  await page.getByText('新增 1').waitFor()
  await page.getByText('第 3 行：风量不能为空').waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  expect(await cell(page, '风机功率', 1).inputValue()).toBe('0.25')
  await page.getByRole('button', { name: '应用到表格' }).click()
  await expect.poll(() => cell(page, '风机功率', 1).inputValue()).toBe('0.9')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => cell(page, '风机功率', 1).inputValue()).toBe('0.25')
})

test('Import a maker’s 20 models with its headings and units as workbook or text, and draw them', async () => {
  const page = await openPage()
  await signIn(page, 'admin', path)
  const first = await versionOf(page)
  const choose = async (name: string, buffer: Buffer) => {
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })
  }
  await choose('polar.xlsx', americanWorkbook())
  await page.getByLabel('制造商', { exact: true }).fill('Polar-Dry')
  await page.getByText('新增 20').waitFor()
  expect(await page.getByText('处需要修正').count()).toBe(0)
  await expect.poll(() => accessProblems(page)).toEqual([])
  await page.getByRole('button', { name: '应用到表格' }).click()
  await page.getByText('导入成功：20 个型号').first().waitFor()
  await save(page)
  await expect.poll(() => versionOf(page)).toBe(first + 1)
  // The headings of the maker are now known, and the same table as text has the same result.
  await choose('polar.csv', Buffer.from(americanCsv))
  await page.getByText('按上次导入 Polar-Dry 时的对应读取').waitFor()
  await page.getByText('未变 50').waitFor()
  await page.getByRole('button', { name: '取消' }).click()
  await page.goto(`${path}?tab=performance&model=PD-600&project=1`)
  await page.getByText('制造商数据点（Polar-Dry）').waitFor()
  await page.getByText('相距').waitFor()
  await page.locator('.highcharts-root').waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await page.getByRole('button', { name: '以表格查看' }).click()
  await page.getByRole('cell', { name: '制造商数据点' }).first().waitFor()
  await page.getByRole('tab', { name: '版本历史' }).click()
  await page.getByRole('button', { name: `查看版本 ${first}`, exact: true }).click()
  await page.getByRole('button', { name: '以此版本为草稿' }).click()
  await save(page)
})

test('Offer the catalogue only to the management, on any screen', async () => {
  const base = await openPage()
  await signIn(base, 'base', path)
  await base.getByRole('heading', { name: /^您没有权限打开/ }).waitFor()
  const page = await openPage({ language: 'en', theme: 'dark', width: 390, height: 844 })
  await signIn(page, 'admin', path)
  await page.getByLabel('Model, line 1', { exact: true }).waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await expect.poll(() => fitsSideways(page)).toBe(true)
})

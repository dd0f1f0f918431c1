import { expect, test } from 'vitest'
import { openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

const round = 31_000

test('Show the fleet on a wall screen without scrolling, report outdated data, and recover by itself', async () => {
  const page = await openPage({ width: 1920, height: 1080, cold: true })
  await signIn(page, 'base', '/dashboard/index')
  const card = page.getByRole('link', { name: /^总数/ }).locator('.text-xl')
  await expect.poll(() => card.textContent()).toMatch(/\d/)
  const total = await card.textContent()
  await page.clock.install()
  await page.goto('/base_screen/index')
  const status = page.getByRole('status').filter({ hasText: /数据/ })
  await expect.poll(() => status.textContent()).toMatch(/数据截至 [-\d]{10} \d\d:\d\d$/)
  const cards = page.getByRole('region', { name: '设备数量' })
  expect(await cards.locator('p').nth(1).textContent()).toBe(total)
  expect(await page.getByRole('heading').allTextContents()).toEqual([
    '驾驶舱华东基地',
    '各省设备',
    expect.stringMatching(/^站点在线率（最低在前）( · \d+(\.\d+)?–\d+(\.\d+)?%)?$/),
    '30 天在线、离线与算力达标率（向下取整）',
    '最新告警',
  ])
  const fits = () =>
    page.evaluate(() => {
      const wall = document.querySelector('.wall')
      return (
        wall !== null &&
        wall.scrollHeight <= innerHeight &&
        document.documentElement.scrollWidth <= innerWidth &&
        document.documentElement.dataset.theme === 'dark'
      )
    })
  // The wall stays dark when the system changes its theme.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await fits()).toBe(true)
  expect(await accessProblems(page)).toEqual([])

  const figures = /\/trpc\/[^?]*cockpits\.base/
  await page.route(figures, (route) => route.abort())
  await page.clock.fastForward(round)
  await expect.poll(() => status.textContent()).toContain('数据已过期')
  expect(await cards.locator('p').nth(1).textContent()).toBe(total)
  await page.unroute(figures)
  await page.clock.fastForward(round)
  await expect.poll(() => status.textContent()).toContain('数据截至')
  await page.getByRole('link', { name: '返回' }).click()
  await page.waitForURL('**/dashboard/index')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
})

test('Open as many rows as a bar of stations or a month of machine types counts', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/kpi/index')
  const box = page.getByRole('dialog')
  const figure = page.locator('.highcharts-bar-series.highcharts-data-labels text').first()
  await figure.waitFor()
  const said = await figure.textContent()
  await page.locator('.highcharts-bar-series .highcharts-point').first().click()
  await box.getByText(new RegExp(`^共\\s*${said}\\s*条`)).waitFor()

  await page.goto('/machine_type/index')
  // A dialog that opens above the full screen is visible and can be used.
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await box.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '退出全屏' }).click()
  await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
  const months = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '每月平均在线机器（按类型）' }) })
  await months.getByRole('button', { name: '以表格查看' }).click()
  // Averages below each other have the same decimals.
  const averages = await months.locator('tbody tr td:nth-child(2)').allTextContents()
  expect(new Set(averages.map((text) => text.split('.')[1]?.length)).size).toBe(1)
  const average = averages
    .at(-1)
    ?.replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  await months.getByRole('button', { name: '以图表查看' }).click()
  await months.locator('.highcharts-series-0.highcharts-markers .highcharts-point').last().click()
  await box.getByRole('heading', { name: `T30 在线：日均 ${average} 台`, exact: false }).waitFor()
  const day = box.locator('tbody tr').first()
  const online = await day.locator('td').last().textContent()
  await day.getByRole('button').click()
  await box.getByRole('heading', { name: `T30 在线的设备（${online}）` }).waitFor()
  await box.getByText(new RegExp(`^共\\s*${online}\\s*条`)).waitFor()
})

test('Refuse an invalid amount in words, and show a valid one in the list to the cent', async () => {
  const page = await openPage()
  // A new name for each run, so that the story can be repeated.
  const method = `真空度检测 ${Date.now()}`
  await signIn(page, 'admin', '/indicator_out/index')
  await page.getByRole('button', { name: '新增金额' }).click()
  const box = page.getByRole('dialog')
  await box.getByRole('button', { name: '保存' }).click()
  await box.getByText('检测方式不能为空').waitFor()
  await box.getByText('金额不能为空').waitFor()
  await box.getByLabel('检测方式').fill(method)
  await box.getByLabel('金额').fill('1280.5')
  await box.getByRole('button', { name: '保存' }).click()
  const row = page.getByRole('row', { name: method })
  await row.waitFor()
  expect(await row.textContent()).toContain('¥1,280.50')
})

test('Add a machine type and set its compliance share; refuse an impossible share', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/machine_type/index')
  const box = page.getByRole('dialog')
  // Patterns belong to a base: nothing is wrong before one is chosen.
  await page.getByRole('button', { name: '编号规律' }).click()
  await box.getByRole('combobox').waitFor()
  expect(await box.getByRole('alert').count()).toBe(0)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '新增机型' }).click()
  await box.getByRole('textbox', { name: '机型' }).fill('t30')
  await box.getByLabel('目标算力 (TH/s)').fill('200')
  await box.getByRole('button', { name: '保存' }).click()
  await box.getByText('机型“T30”已存在（名称不分大小写）').waitFor()
  await box.getByRole('textbox', { name: '机型' }).fill('S21-Pro')
  await box.getByRole('button', { name: '保存' }).click()
  await box.waitFor({ state: 'detached' })
  const card = page.getByRole('region', { name: '机型与算力标准' }).first()
  await card.getByRole('row', { name: /S21-Pro/ }).click()
  await page.getByRole('dialog', { name: 'S21-Pro' }).getByText('200', { exact: true }).waitFor()
  await page.goBack()
  await box.waitFor({ state: 'detached' })

  const share = box.getByLabel('达标系数 k')
  const open = () => page.getByRole('button', { name: '修改机型 S21-Pro' }).click()
  const save = async (typed: string) => {
    await share.fill(typed)
    await box.getByRole('button', { name: '保存' }).click()
  }
  await open()
  await save('1.2')
  await expect.poll(() => share.getAttribute('aria-invalid')).toBe('true')
  for (const typed of ['0.9', '0.85']) {
    await save(typed)
    await box.waitFor({ state: 'detached' })
    await open()
    expect(await share.inputValue()).toBe(typed)
  }
  await box.getByLabel('状态').click()
  await page.getByRole('option', { name: '已停用' }).click()
  await box.getByRole('button', { name: '保存' }).click()
  await box.waitFor({ state: 'detached' })
  await card
    .getByRole('row', { name: /S21-Pro/ })
    .getByText('已停用')
    .waitFor()
})

test('Show the three rates of a cockpit beside each other on a phone, fully readable', async () => {
  const page = await openPage({ width: 390, height: 844, touch: true })
  await signIn(page, 'base')
  await page.goto('/base_screen/index')
  const rates = page.locator('dl dd')
  await expect
    .poll(() => rates.allTextContents())
    .toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^\d+\.\d\d%[\d,]+ \/ 在用 [\d,]+ 台$/)))
  const cut = page
    .locator('dl :is(dt span, dd, dd span)')
    .evaluateAll((texts) =>
      texts
        .filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0)
        .map((text) => text.textContent),
    )
  expect(await cut).toEqual([])
})

test('Draw the rate on a cut axis, with the whole axis and the figures one click away', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/today')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: '近 30 天在线率' }) })
  // The rate, its count, and what the count leaves out, because the state bar counts that as offline, too.
  await card.getByText(/在用 [\d,]+ 台，在线 [\d,]+ 台$/).waitFor()
  await card.getByText(/不含从未上报的 10 台/).waitFor()
  await card.getByText(/^纵轴从 \d+(\.\d)?% 开始/).waitFor()
  await card.getByRole('button', { name: '0–100%' }).click()
  await expect.poll(() => card.getByText(/^纵轴从/).count()).toBe(0)
  await card.getByRole('button', { name: '以表格查看' }).click()
  await expect.poll(() => card.getByRole('row').count()).toBe(31)
  expect(await card.getByRole('rowheader').first().textContent()).toMatch(/^\d\d-\d\d$/)
})

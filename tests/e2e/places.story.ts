import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { chooseOfRow } from '#tests/e2e/support/row-menu.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

const patiently = { timeout: 20_000 }
const numberIn = (text: string | null) => Number((text ?? '').replace(/[^\d]/g, ''))
const totalCard = async (page: Page) =>
  numberIn(await page.getByRole('region', { name: '设备数量' }).locator('.figures').first().textContent())

test('Open a site from the dashboard, then the devices behind a point of its chart, and go back', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/site/index')
  const row = page.getByRole('row').filter({ hasText: '华东一号站' })
  await row.waitFor()
  const total = numberIn(await row.getByRole('cell').nth(2).textContent())
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('基地列表.csv')

  await row.getByRole('link', { name: '华东一号站', exact: true }).click()
  await page.waitForURL(/site_detail\/index\?id=\d+/)
  await expect.poll(() => totalCard(page), patiently).toBe(total)
  const chart = page.locator('section').filter({ has: page.getByRole('heading', { name: '设备状态', exact: true }) })
  await chart.locator('.highcharts-point').first().click()
  await page.waitForURL(/at=\d{4}-\d\d-\d\d&part=normal/)
  const drawer = page.getByRole('dialog')
  const heading = drawer.getByRole('heading', { name: /^正常的设备（[\d,]+）$/ })
  await heading.waitFor()
  const listed = numberIn(await heading.textContent())
  await expect.poll(() => drawer.getByText(/共\s*[\d,]+\s*条/).textContent()).toContain(listed.toLocaleString('zh-CN'))
  // A layer of one machine among hundreds is too thin to click, so its name is a button.
  const layer = drawer.getByRole('button', { name: /^送修中 [\d,]+$/ })
  await layer.click()
  await page.waitForURL(/part=repairing/)
  await drawer.getByRole('heading', { name: `送修中的设备（${numberIn(await layer.textContent())}）` }).waitFor()
  const tab = drawer.getByRole('tab', { name: '状态变化' })
  await tab.click()
  expect(await tab.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none')
  await page.waitForURL(/tab=changes/)
  await drawer.getByRole('columnheader', { name: '原因' }).waitFor()
  expect(await accessProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  // The table behind the chart has the same figure.
  await chart.getByRole('button', { name: '以表格查看' }).click()
  await expect
    .poll(async () => numberIn(await chart.getByRole('row').nth(1).getByRole('cell').first().textContent()))
    .toBe(listed)

  await page.getByRole('button', { name: '返回' }).click()
  await page.waitForURL(/\/site\/index$/)
  // From the point to a device and on to its page: a drawer that was left open must not bring the old page back.
  await row.getByRole('link', { name: '华东一号站', exact: true }).click()
  await chart.locator('.highcharts-point').first().click()
  await drawer.locator('tbody').getByRole('link').first().click()
  await page.waitForURL(/machine_list\/index\?.*device=\d+/)
  await drawer.getByRole('link', { name: '打开设备详情' }).click()
  await page.waitForURL(/TraceDetail\/index\?id=\d+/)
  await page.getByRole('list', { name: '状态履历' }).waitFor()
  expect(page.url()).toMatch(/TraceDetail\/index\?id=\d+/)
})

test('Keep period and basis of a client overview in the address, and hide "back" when it is embedded', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/client/index')
  await page.getByRole('link', { name: '晨曦数据' }).first().click()
  await page.getByRole('heading', { name: '在线率 · 在役设备' }).waitFor()
  await page.getByRole('button', { name: '在线率的计算公式' }).click()
  await page.getByText('在线率 = (正常 + 低算力 + 告警) ÷ 分母 × 100%').waitFor()
  await page.keyboard.press('Escape')
  // A line along the edge is opened by a click above it, which works on the first try; a finger cannot hit the line
  // itself.
  const line = page.locator('section').filter({ has: page.getByRole('heading', { name: '在线率 · 在役设备' }) })
  const overview = page.url()
  for (const above of [0, 4, 18]) {
    const point = await line.locator('.highcharts-markers .highcharts-point').nth(2).boundingBox()
    await page.mouse.click((point?.x ?? 0) + 4, (point?.y ?? 0) + 4 - above)
    await page.waitForURL(/at=\d{4}-\d\d-\d\d&part=onlineRate/)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(page.url()).toBe(overview)
  }
  await page.getByRole('button', { name: '统计周期' }).click()
  await page.getByRole('option', { name: '按月' }).click()
  await page.waitForURL(/period=month&from=\d{4}-\d\d-01/)
  await page.getByRole('button', { name: '统计口径' }).click()
  await page.getByRole('option', { name: '全部自有设备' }).click()
  await page.waitForURL(/basis=allOwned/)
  await page.reload()
  await page.getByRole('heading', { name: '在线率 · 全部自有设备' }).waitFor()
  await page.getByRole('link', { name: 'chenxi-01' }).click()
  await page.waitForURL(/account_detail\/index\?id=\d+/)
  await page.getByRole('button', { name: '返回' }).waitFor()
  // In a tab opened by a link, "back" opens the list instead of leaving the console.
  const shared = await page.context().newPage()
  // Which client's list it is, the sub-account tells: "back" waits for it.
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  await shared.route(/accounts\.get/, async (route) => {
    await late
    await route.continue()
  })
  await shared.goto(page.url())
  await shared.getByRole('button', { name: '返回' }).click()
  release()
  await shared.waitForURL(/agent_detail\/index\?id=\d+$/)
  await page.goto(`${page.url()}&active=1`)
  await page.getByRole('heading', { name: 'chenxi-01' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: '返回' }).count()).toBe(0)
}, 60_000)

test('Hide the frame when the address says active, on later screens too, and inside an iframe', async () => {
  const page = await openPage()
  await signIn(page, 'base', '/site/index')
  const chrome = page.locator('aside, body header:has([aria-label="打开快速跳转"]), nav[aria-label="主导航"]')
  expect(await chrome.count()).toBeGreaterThan(0)
  await page.goto('/site/index?active=1')
  await page.getByRole('link', { name: '华东一号站', exact: true }).click()
  await page.waitForURL(/site_detail\/index\?id=\d+&active=1/)
  await page.getByRole('heading', { name: '华东一号站' }).waitFor()
  expect(await page.locator('main').evaluate((main) => main.getBoundingClientRect().width)).toBe(1440)
  await page.getByRole('link', { name: /^已下线/ }).click()
  await page.waitForURL(/machine_list\/index\?.*active=1/)
  // Filters write their own addresses and keep the parameter.
  await page.getByRole('button', { name: '清空', exact: true }).click()
  await page.waitForURL((url) => url.search === '?active=1')
  await page.locator('tbody tr').first().waitFor()
  expect(await chrome.count()).toBe(0)

  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = '/client/index'
    frame.className = 'fixed inset-0 z-50 size-full'
    document.body.append(frame)
  })
  const inside = page.frameLocator('iframe')
  await inside.getByRole('heading', { level: 1, name: '客户' }).waitFor()
  await inside.getByRole('link', { name: '晨曦数据' }).first().click()
  await inside.getByRole('heading', { name: '晨曦数据' }).waitFor()
  expect(await inside.locator('aside').count()).toBe(0)
  expect(await inside.getByRole('button', { name: '返回' }).count()).toBe(0)
})

test('Open as many machines as a bar of a ranking counts, and the client behind a rate', async () => {
  const page = await openPage()
  const card = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  const bar = async (title: string) => {
    await card(title).locator('.highcharts-point').first().waitFor()
    const label = card(title).locator('.highcharts-data-label text').first()
    await label.waitFor()
    return {
      figure: (await label.textContent()) ?? '',
      click: () => card(title).locator('.highcharts-point').first().click(),
    }
  }
  await signIn(page, 'admin', '/client/index')
  const rankings = [
    ['/client/index', '客户已下线设备排行', /clientId=\d+.*state=offline|state=offline.*clientId=\d+/],
    ['/site/index', '已下线设备排行（省份）', /province=.*state=offline|state=offline.*province=/],
    ['/site/index', '修复未上线设备排行（省份）', /state=repaired/],
  ] as const
  for (const [path, title, target] of rankings) {
    await page.goto(path)
    const { figure, click } = await bar(title)
    expect(numberIn(figure)).toBeGreaterThan(0)
    await click()
    await page.waitForURL((url) => url.pathname === '/machine_list/index' && target.test(url.search))
    await expect
      .poll(
        async () => numberIn(((await page.getByText(/^共 [\d,]+ 条/).textContent()) ?? '').split('条')[0] ?? ''),
        patiently,
      )
      .toBe(numberIn(figure))
  }
  await page.goto('/client/index')
  const { figure, click } = await bar('客户在线率排行')
  await click()
  await page.waitForURL(/agent_detail\/index\?id=\d+/)
  const chart = page.locator('section').filter({ has: page.getByRole('heading', { name: /^在线率 · 在役设备/ }) })
  await chart.getByRole('button', { name: '以表格查看' }).click()
  await expect.poll(() => chart.getByRole('row').last().getByRole('cell').first().textContent(), patiently).toBe(figure)
})

test('Tell the second of two editors of a client what the first has changed, and keep both changes', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/client/index?name=远山科技')
  const other = await page.context().newPage()
  await other.goto(page.url())
  const stamp = String(Date.now()).slice(-6)
  for (const tab of [page, other]) await chooseOfRow(tab, '远山科技', '编辑')
  const [first, second] = [page.getByRole('dialog'), other.getByRole('dialog')]
  await second.getByLabel('地区').fill(`二区${stamp}`)
  await first.getByLabel('城市').fill(`宁波${stamp}`)
  await first.getByRole('button', { name: '保存' }).click()
  await page.getByText('更新成功').waitFor()
  await second.getByRole('button', { name: '保存' }).click()
  const conflict = second.getByRole('alert')
  await conflict.getByText('数据已被他人修改，不同之处如下').waitFor()
  expect(await conflict.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(new RegExp(`^城市：.* → 宁波${stamp}$`)),
  ])
  await second.getByRole('button', { name: '保存' }).click()
  await other.getByText('更新成功').waitFor()
  await other.getByRole('link', { name: '远山科技' }).first().click()
  await other.getByText(`宁波${stamp} 二区${stamp}`).waitFor()
}, 60_000)

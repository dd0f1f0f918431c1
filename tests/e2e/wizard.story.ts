import { expect, test } from 'vitest'
import { useBrowser } from '#tests/e2e/support/browser.ts'
import {
  atPage,
  bar,
  field,
  openWizard,
  patiently,
  result,
  savedProject,
  tabToButton,
  tabToField,
  typeNumbers,
} from '#tests/e2e/support/wizard.ts'

useBrowser()

test('Get from an empty form to the report by keyboard alone, and read the worked example', async () => {
  const page = await openWizard()
  const { keyboard } = page
  await tabToField(page, 'name')
  await keyboard.type('示例 A 键盘')
  await tabToField(page, 'city')
  await keyboard.type('广州')
  await page.getByRole('option', { name: '广州', exact: true }).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await page.getByText('数据来源：GB50736-2012 附录A 59287 广州 1971-2000').waitFor()
  await expect.poll(() => field(page, 'humidityContentMax').inputValue()).toBe('21.3')
  await tabToField(page, 'coldStorageType')
  await keyboard.press('Space')
  await tabToField(page, 'coldStorageUsage')
  await keyboard.type('冻羊肉')
  await keyboard.press('Enter')
  await typeNumbers(page)
  await keyboard.press('Enter')

  await atPage(page, '冷库与门')
  expect(await page.getByRole('progressbar', { name: '完成度' }).getAttribute('aria-valuenow')).toBe('40')
  await tabToButton(page, '增加一樘门')
  await keyboard.press('Enter')
  // Move the focus before the fields of this page, which then follow in their order.
  await page.getByRole('heading', { level: 2, name: '冷库与门' }).focus()
  await typeNumbers(page)
  await keyboard.press('Enter')
  await atPage(page, '回笼间与运行')
  await typeNumbers(page)
  for (const curtain of ['hasAirCurtain', 'hasDoorCurtain'] as const) {
    // Move the focus before the fields of this page, which then follow in their order.
    await page.getByRole('heading', { level: 2, name: '回笼间与运行' }).focus()
    await tabToField(page, curtain)
    await keyboard.press('Space')
  }
  await expect.poll(() => result(page).textContent()).toMatch(/1 × S-2000[\s\S]*3\.951/)
  await tabToButton(page, '下一步')
  await keyboard.press('Enter')

  await atPage(page, '草图与检查')
  await page.getByText('必填信息已全部填写，请检查后点击保存').waitFor()
  await tabToButton(page, '保存')
  await keyboard.press('Enter')
  await atPage(page, '选型报告')
  await page.getByText('导出成功', { exact: true }).waitFor(patiently)
  expect(await page.getByRole('progressbar', { name: '完成度' }).getAttribute('aria-valuenow')).toBe('100')
  await page.getByRole('link', { name: '示例 A 键盘无霜选型报告-V1.0.pdf' }).first().waitFor()
  await page.waitForURL(/\/agent\?(?=.*id=\d+)(?=.*step=5)/)
  // History entries from before the project had an id open this project, not an empty one.
  await page.goBack()
  await page.waitForURL(/\/agent\?(?=.*id=\d+)(?=.*step=4)/)
  await page.getByText('必填信息已全部填写，请检查后点击保存').waitFor()
  await page.goForward()
  await atPage(page, '选型报告')

  await tabToButton(page, '跳过报告预览')
  await keyboard.press('Enter')
  await tabToButton(page, '返回选型')
  await keyboard.press('Enter')
  await atPage(page, '项目与气候')
  expect(await field(page, 'name').inputValue()).toBe('示例 A 键盘')
})

test('Keep the step in the address on Back, reload and links, and count missing values at their steps', async () => {
  const page = await openWizard({ id: await savedProject({ name: '步骤', storageHeight: null, outdoorTemp: 80 }) })
  const id = new URL(page.url()).searchParams.get('id')
  const steps = page.getByRole('navigation', { name: '选型步骤' })
  await page.getByText('还缺 1 项必填 · 1 项需更正').waitFor()
  await steps.getByRole('button', { name: '冷库与门 还缺 1 项必填' }).click()
  await atPage(page, '冷库与门')
  await bar(page, '下一步').click()
  await atPage(page, '回笼间与运行')
  await field(page, 'doorOpenCountDaily').fill('77')
  await page.goBack()
  await atPage(page, '冷库与门')
  await page.reload()
  await page.getByRole('heading', { level: 2, name: '冷库与门' }).waitFor()
  expect(new URL(page.url()).searchParams.get('step')).toBe('2')
  await page.goto(`/agent?id=${id}&step=3`)
  await expect.poll(() => field(page, 'doorOpenCountDaily').inputValue()).toBe('77')
  // A report that does not exist cannot be opened.
  await page.goto(`/agent?id=${id}&step=5`)
  await page.waitForURL('**step=4')
})

test('Place the project list, 暂存, 上一步 and 下一步 as documented', async () => {
  const page = await openWizard()
  expect(await bar(page, '上一步').getAttribute('aria-disabled')).toBe('true')
  for (const title of ['冷库与门', '回笼间与运行', '草图与检查']) {
    await bar(page, '下一步').click()
    await atPage(page, title)
    await bar(page, '暂存').waitFor()
  }
  expect(await bar(page, '下一步').getAttribute('aria-disabled')).toBe('true')
  await bar(page, '上一步').click()
  await atPage(page, '回笼间与运行')
  await page.getByRole('button', { name: '项目列表' }).click()
  await page.waitForURL('**/materialType')
})

test('Name every empty field of a refused save under one heading, each linked to its field', async () => {
  const page = await openWizard()
  await page.getByRole('button', { name: /草图与检查/ }).click()
  await atPage(page, '草图与检查')
  await bar(page, '保存').click()
  const box = page.getByRole('alert')
  await box.getByText('请完善以下信息：').waitFor()
  const lines = await box.getByRole('button').allInnerTexts()
  expect(lines).toHaveLength(20)
  expect(lines.slice(0, 3)).toEqual(['项目名称不能为空！', '项目城市不能为空！', '冬季平均温度不能为空！'])
  await box.getByRole('button', { name: '冷库高度不能为空！' }).click()
  await expect.poll(() => field(page, 'storageHeight').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('heading', { level: 2, name: '冷库与门' }).waitFor()
})

test('Report field, range and unit of an invalid value when it is left, and hold the report back', async () => {
  const page = await openWizard({ id: await savedProject({ name: '超出范围' }) })
  await field(page, 'outdoorTemp').fill('８０')
  await field(page, 'outdoorTemp').blur()
  await page.getByText('库外温度应在 -45 到 50 °C 之间').first().waitFor()
  expect(await field(page, 'outdoorTemp').inputValue()).toBe('８０')
  await page.getByRole('button', { name: /草图与检查/ }).click()
  await bar(page, '保存').click()
  await page.getByRole('alert').getByRole('button', { name: '库外温度应在 -45 到 50 °C 之间' }).click()
  await expect.poll(() => field(page, 'outdoorTemp').evaluate((input) => input === document.activeElement)).toBe(true)
  await field(page, 'outdoorTemp').fill('31,8')
  await expect.poll(() => result(page).textContent()).toContain('S-2000')
})

test('Count a winter mean of 0 °C after it was confirmed beside the field', async () => {
  const page = await openWizard()
  await field(page, 'city').fill('开封')
  await field(page, 'city').blur()
  await expect.poll(() => field(page, 'tempWinterAvg').inputValue()).toBe('0')
  const missing = () => page.getByRole('main').getByRole('button', { name: '冬季平均温度', exact: true }).count()
  await page.getByRole('button', { name: /草图与检查/ }).click()
  await expect.poll(missing).toBe(1)
  await page.getByRole('button', { name: /项目与气候/ }).click()
  await page.getByRole('checkbox', { name: /确认为真实的 0 °C/ }).check()
  await page.getByRole('button', { name: /草图与检查/ }).click()
  await expect.poll(missing).toBe(0)
})

test('Mark a value that was changed after the city had filled it, and fill again for another city', async () => {
  const page = await openWizard()
  await field(page, 'city').fill('开封')
  await field(page, 'city').blur()
  await expect.poll(() => field(page, 'tempMaxYear').inputValue()).toBe('42.5')
  await field(page, 'tempMaxYear').fill('40')
  await page.getByText('已手动修改，城市值 42.5 °C').waitFor()
  // Leaving the field with the same city changes nothing.
  await field(page, 'city').focus()
  await field(page, 'city').blur()
  await page.getByRole('button', { name: '恢复城市值：年最高温度' }).click()
  expect(await field(page, 'tempMaxYear').inputValue()).toBe('42.5')
  await field(page, 'tempMaxYear').fill('40')
  await field(page, 'city').fill('襄阳')
  await field(page, 'city').blur()
  await expect.poll(() => field(page, 'tempMaxYear').inputValue()).toBe('40.7')
  await page.getByText('printed name 襄樊').waitFor()
  await field(page, 'city').fill('我的村')
  await field(page, 'city').blur()
  await page.getByText('列表中没有该城市，请手动填写气候数据。').waitFor()
  expect(await field(page, 'tempMaxYear').inputValue()).toBe('40.7')
})

test('Offer the outdoor design values of a city, and fill them in only on request', async () => {
  const page = await openWizard()
  await field(page, 'outdoorTemp').fill('30')
  await field(page, 'city').fill('广州')
  await field(page, 'city').blur()
  await page.getByText('广州夏季通风室外计算值：31.8 °C，68 %').waitFor()
  expect([await field(page, 'outdoorTemp').inputValue(), await field(page, 'outdoorHumidity').inputValue()]).toEqual([
    '30',
    '',
  ])
  await page.getByRole('button', { name: '填入库外温度和湿度' }).click()
  await page.getByText('已采用广州夏季通风室外计算值').waitFor()
  expect([await field(page, 'outdoorTemp').inputValue(), await field(page, 'outdoorHumidity').inputValue()]).toEqual([
    '31.8',
    '68',
  ])
})

test('Add, remove and restore doors as rows, and give advice for a fourth door', async () => {
  const page = await openWizard({ id: await savedProject({ name: '三樘门' }) })
  await page.goto(`${page.url()}&step=2`)
  const rows = page.getByRole('listitem').filter({ has: page.locator('[data-field^="door"]') })
  const add = page.getByRole('button', { name: '增加一樘门' })
  await expect.poll(() => rows.count()).toBe(2)
  await add.click()
  await field(page, 'door3Length').fill('1')
  await add.click()
  await page.getByText('最多填写三樘门').waitFor()
  await page.getByRole('button', { name: '删除门 1' }).click()
  await expect.poll(() => field(page, 'door1Length').inputValue()).toBe('1.2')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => field(page, 'door1Length').inputValue()).toBe('2.4')
  expect([await field(page, 'door2Length').inputValue(), await field(page, 'door3Length').inputValue()]).toEqual([
    '1.2',
    '1',
  ])
})

import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { fitsSideways, openPage, sendSignIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { chooseOfRow } from '#tests/e2e/support/row-menu.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { type MessageHouse, startMessageHouse } from '#tests/support/message-house.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

let house: MessageHouse
beforeAll(async () => {
  house = await startMessageHouse(inject('demonstration'))
})
afterAll(() => house.close())

/** A new user has three minutes; the story types faster. Source: issue 21, Shows */
const mostMs = 180_000

async function enter(look: Parameters<typeof openPage>[0], path: string, userName = 'base'): Promise<Page> {
  const page = await openPage(look)
  const { token } = await signInByRest(house.server.url, userName, demoPassword)
  await page.context().addCookies([{ name: 'token', value: token, url: house.server.url, sameSite: 'Lax' }])
  await page.goto(`${house.server.url}${path}`)
  await page.getByRole('button', { name: /^(用户菜单|User menu)/ }).waitFor()
  return page
}

test('Get from the sign-in page to the first message in Feishu and its line in the log', async () => {
  const page = await openPage()
  const begun = performance.now()
  await sendSignIn(page, 'base', `${house.server.url}/login?redirect=${encodeURIComponent('/channels/index')}`)
  await page.getByRole('button', { name: '新增通道' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('运维飞书群')
  await form.getByLabel('地址').fill(house.robot)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await chooseOfRow(page, '运维飞书群', '发送测试')
  await page.getByText(/已送达“运维飞书群”/).waitFor()
  const took = Math.round(performance.now() - begun)
  expect(took).toBeLessThan(mostMs)
  expect(house.feishu.got[0]?.body).toContain('Coldfleet 测试消息：运维飞书群')
  process.stdout.write(`from sign-in to the first message: ${took} ms\n`)
  expect(await accessProblems(page)).toEqual([])
})

test('Schedule a list: set up, preview before saving, send now, and find it in the history', async () => {
  const page = await enter({}, '/channels/index')
  await page.getByRole('button', { name: '新增通道' }).click()
  const channel = page.getByRole('dialog')
  await channel.getByLabel('名称').fill('主管邮箱')
  await channel.getByRole('button', { name: /^类型/ }).click()
  await page.getByRole('option', { name: '邮件' }).click()
  await channel.getByLabel('收件人').fill('chief@east.example, deputy@east.example')
  await channel.getByRole('button', { name: '保存', exact: true }).click()
  await channel.waitFor({ state: 'detached' })

  await page.goto(`${house.server.url}/schedules/index`)
  await page.getByRole('button', { name: '新增定时发送' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('月度设备清单')
  await form.getByLabel('每月几号').fill('31')
  await form
    .getByText(/该月没有 31 号，改在最后一天/)
    .first()
    .waitFor()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.getByText('请至少选择一个通道').waitFor()
  await form.getByLabel(/主管邮箱/).check()
  await form.getByLabel(/运维飞书群/).check()
  expect(await accessProblems(page)).toEqual([])
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await chooseOfRow(page, '月度设备清单', '立即发送')
  await expect.poll(() => house.mails.length).toBe(1)
  await expect.poll(() => house.feishu.got.length).toBe(2)
  const [mail] = house.mails
  expect(mail?.to).toEqual(['chief@east.example', 'deputy@east.example'])
  expect(mail?.text.split('\r\n\r\n')[0]).not.toContain('deputy@east.example')
  expect(mail?.text).toMatch(/filename.*\.xlsx/)

  // The link in the message opens without signing in until it is revoked.
  // The server has a random port that its settings do not know, so only the path of the link is used.
  const path = /"url":"[^"]+(\/files\/[^"]+)"/.exec(house.feishu.got[1]?.body ?? '')?.[1] ?? ''
  const link = `${house.server.url}${path}`
  expect((await fetch(link)).headers.get('content-disposition')).toContain('attachment')
  await chooseOfRow(page, '月度设备清单', '历史')
  const history = page.getByRole('dialog')
  await history.getByText('送达 2/2').waitFor()
  expect(await accessProblems(page)).toEqual([])
  await history.getByRole('button', { name: /^撤销链接/ }).click()
  await history.getByRole('button', { name: /^撤销链接/ }).waitFor({ state: 'detached' })
  expect((await fetch(link)).status).toBe(404)
  await page.keyboard.press('Escape')
  await page.getByText('已发送').first().waitFor()
  await page.goto(`${house.server.url}/deliveries/index`)
  await page
    .getByText(/^月度设备清单（/)
    .first()
    .waitFor()
  expect(await accessProblems(page)).toEqual([])
})

/**
 * Stop every running machine of a site with one feed. @returns how many machines have become offline, those that the
 * feed does not name included
 */
async function stopSite(site: string): Promise<number> {
  const rest = await signInByRest(house.server.url, 'base', demoPassword)
  const serialsOf = async (state: string) => {
    const found = await rest.post<{ data: { serial: string; site: string | null }[] }>('/device/find/', {
      state,
      size: 1000,
      orderColumn: 'serial',
    })
    return found.data.data.filter((device) => device.site === site).map(({ serial }) => serial)
  }
  const devices = (await serialsOf('normal')).map((serial) => ({ serial, activeWorkerState: 'no', hashRate: 0 }))
  const before = await serialsOf('offline')
  const answer = await rest.post<{ refused: number }>('/device/updateDevice', {
    devices,
    confirm: ['offline', 'owners', 'day'],
  })
  expect([answer.code, answer.data.refused]).toEqual([200, 0])
  const left = (await serialsOf('offline')).filter((serial) => !before.includes(serial)).length
  expect(left).toBeGreaterThanOrEqual(devices.length)
  return left
}

test('Report a stopped site to the chosen channel, log it with the response, and send it once more', async () => {
  const page = await enter({}, '/alert_rules/index')
  await page.getByRole('button', { name: '新增规则' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /^级别/ }).click()
  await page.getByRole('option', { name: '严重' }).click()
  await form.getByLabel('至少占比').fill('5')
  await form.getByRole('combobox', { name: '站点' }).click()
  await page.getByRole('option', { name: '华东一号站' }).click()
  await form.getByRole('button', { name: /^发送到/ }).click()
  await page.getByRole('option', { name: '所选通道' }).click()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.getByText('请至少选择一个通道').waitFor()
  await form.getByLabel(/运维飞书群/).check()
  await form.getByRole('button', { name: '添加一步' }).click()
  await form.getByRole('button', { name: /^再发送到/ }).click()
  await page.getByRole('option', { name: '主管邮箱' }).click()
  expect(await accessProblems(page)).toEqual([])
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('1 个通道').first().waitFor()

  const before = { feishu: house.feishu.got.length, mails: house.mails.length }
  const stopped = await stopSite('华东一号站')
  await expect.poll(() => house.feishu.got.length, { timeout: 10_000 }).toBe(before.feishu + 1)
  expect(house.feishu.got.at(-1)?.body).toContain(`华东一号站 离线 ${stopped}/`)
  // The mail is sent after half an hour unless a person acknowledges the event.
  expect(house.mails.length).toBe(before.mails)
  await page.goto(`${house.server.url}/deliveries/index`)
  const line = page.getByRole('row', { name: /华东一号站 离线/ })
  await line.getByText('已送达').waitFor()
  await line.getByText(/"code":0/).waitFor()
  expect(await accessProblems(page)).toEqual([])
  await line.getByRole('button', { name: /^重新发送/ }).click()
  await expect.poll(() => house.feishu.got.length, { timeout: 10_000 }).toBe(before.feishu + 2)
  expect(house.feishu.got.at(-1)?.body).toContain(`华东一号站 离线 ${stopped}/`)
})

test('Set the feed source of a base, fetch it at once, and show why it failed', async () => {
  const page = await enter({}, '/feed_sources/index')
  await page.getByRole('button', { name: '新增数据来源' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('地址').fill('http://feeds.example/devices.csv')
  await form.getByLabel('间隔').fill('2')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.getByText('地址应以 https:// 开头').waitFor()
  await form.getByText('间隔应为 5 到 1,440 分钟').waitFor()
  await form.getByLabel('地址').fill(`https://127.0.0.1:${house.feishu.port}/devices.csv`)
  await form.getByLabel('间隔').fill('30')
  expect(await accessProblems(page)).toEqual([])
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await chooseOfRow(page, /127\.0\.0\.1|基地/, '立即获取')
  // The server at this address responds like a robot, not with machines.
  await page.getByRole('row').getByText('失败', { exact: true }).waitFor({ timeout: 40_000 })
  expect(await accessProblems(page)).toEqual([])
  await chooseOfRow(page, '失败', '暂停')
  await page.getByRole('row').getByText('已暂停').waitFor()
})

test('Fit channels, schedules and the log on a phone, in English and dark', async () => {
  const page = await enter({ language: 'en', theme: 'dark', width: 390, height: 844 }, '/schedules/index')
  for (const [path, title] of [
    ['/schedules/index', 'Schedules'],
    ['/channels/index', 'Channels'],
    ['/deliveries/index', 'Deliveries'],
  ] as const) {
    await page.goto(`${house.server.url}${path}`)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page
      .getByText(/月度设备清单|运维飞书群/)
      .first()
      .waitFor()
    await expect.poll(() => fitsSideways(page)).toBe(true)
    expect(await accessProblems(page)).toEqual([])
  }
})

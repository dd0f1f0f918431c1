import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { openPage, signIn, useBrowser } from '#tests/e2e/support/browser.ts'
import { chooseOfRow } from '#tests/e2e/support/row-menu.ts'

useBrowser()

const first = 'First#Pass26'
const own = 'Frost#Pine88'
const patiently = { timeout: 20_000 }
/** New names for each run, because data of an earlier run may still exist. */
const namesOf = (mark: string) => ({
  base: `华南${mark}`,
  domain: `south-${mark}`,
  client: `南方${mark}`,
  user: (role: string) => `${role}-${mark}`,
})
const newPhone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** Fill in the open form, save it, and wait until it is closed. */
async function save(page: Page, fill: (form: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> {
  const form = page.getByRole('dialog')
  await fill(form)
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
}
const choose = async (page: Page, name: string) => page.getByRole('option', { name, exact: true }).click()

/** Sign in with the first password, change it as required, and return the menu entries. */
async function menuOf(userName: string): Promise<{ page: Page; menu: string[] }> {
  const page = await openPage()
  await page.goto('/login?redirect=%2Fdashboard%2Findex')
  await page.locator('input[name=userName]').fill(userName)
  await page.locator('input[name=password]').fill(first)
  await page.locator('input[name=password]').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await page.locator('input[name=newPassword]').fill(own)
  await page.locator('input[name=newPasswordAgain]').fill(own)
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.getByRole('button', { name: /^用户菜单/ }).waitFor()
  const links = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
  await links.first().waitFor()
  return { page, menu: (await links.allTextContents()).map((text) => text.trim()) }
}

test('Set up a base with a client and three people who each see their part, and delete it with them', async () => {
  const names = namesOf(Date.now().toString(36))
  const page = await openPage()
  await signIn(page, 'admin', '/site/index')
  await page.getByRole('button', { name: '新增基地' }).click()
  await save(page, async (form) => {
    await form.locator('input[name=name]').fill(names.base)
    // The error appears when the field is left.
    await form.locator('input[name=domain]').focus()
    await form.locator('input[name=domain]').blur()
    await form.getByText('基地的子域名不能为空').waitFor()
    await form.locator('input[name=domain]').fill(names.domain)
    // The parent of a base can never be changed, so there is no default.
    await form.getByRole('button', { name: '保存' }).click()
    await form.locator('p', { hasText: '请选择' }).waitFor()
    await form.getByLabel('上级').click()
    await choose(page, '总部')
  })
  await page.getByText('创建成功').waitFor()
  await page.getByRole('link', { name: names.base }).waitFor()

  await page.goto('/client/index')
  await page.getByRole('button', { name: '新增客户' }).click()
  await save(page, async (form) => {
    await form.locator('input[name=name]').fill(names.client)
    await form.getByLabel('所属基地').click()
    await choose(page, names.base)
  })
  await page.getByRole('link', { name: names.client }).waitFor()
  // A client deleted by mistake is restored from the bin.
  await chooseOfRow(page, names.client, '删除')
  await page.getByRole('button', { name: '确定' }).click()
  const mistake = page.getByRole('alertdialog', { name: `删除客户：${names.client}` })
  await mistake.locator('input[type=password]').fill(demoPassword)
  await mistake.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => page.getByRole('link', { name: names.client }).count(), patiently).toBe(0)
  await page.getByRole('button', { name: '已删除', exact: true }).click()
  await page.getByRole('button', { name: `恢复 ${names.client}` }).click()
  await page.getByText(`“${names.client}”已恢复`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: names.client }).waitFor()

  await page.goto('/user/index')
  const people = [
    [names.user('base'), '基地负责人'],
    [names.user('inspector'), '检验员'],
    [names.user('client'), '客户'],
  ] as const
  for (const [userName, role] of people) {
    await page.getByRole('button', { name: '新增用户' }).click()
    await save(page, async (form) => {
      await form.getByLabel('手机号').fill(newPhone())
      await form.getByLabel('姓名').fill(userName)
      await form.getByLabel('用户名').fill(userName)
      await form.getByRole('button', { name: /^角色/ }).click()
      await choose(page, role)
      await form.getByRole('combobox', { name: /^所属公司/ }).fill(names.base)
      await choose(page, names.base)
      if (role === '客户') {
        await form.getByRole('combobox', { name: /^客户/ }).fill(names.client)
        await choose(page, names.client)
      }
      await form.getByLabel(/^密码/).fill(first)
      // Giving a role requires the caller's own password: a wrong one is reported at its field, and the form keeps its
      // values.
      if (role === '检验员') {
        await form.getByLabel('您的登录密码').fill(first)
        await form.getByRole('button', { name: '保存' }).click()
        await form.getByText('密码错误').waitFor()
        expect(await form.getByLabel('用户名').inputValue()).toBe(userName)
      }
      await form.getByLabel('您的登录密码').fill(demoPassword)
    })
    await page.getByRole('cell', { name: userName, exact: true }).first().waitFor()
  }

  const manager = await menuOf(names.user('base'))
  expect(manager.menu).toEqual(expect.arrayContaining(['今日', '设备', '客户与基地', '人员与通知']))
  await manager.page.goto('/user/index?time=all')
  await expect
    .poll(() => manager.page.getByRole('cell', { name: names.user('client') }).count(), patiently)
    .toBeGreaterThan(0)
  expect(await manager.page.getByText('周海东').count()).toBe(0)
  const inspector = await menuOf(names.user('inspector'))
  expect(inspector.menu).toContain('设备')
  expect(inspector.menu).not.toContain('人员与通知')
  const client = await menuOf(names.user('client'))
  expect(client.menu).toEqual(['今日', '设备', '客户与基地', '维修', '选型', '人员与通知'])
  await client.page.goto('/client/index')
  await expect
    .poll(() => client.page.getByRole('table').getByRole('link', { name: names.client }).count(), patiently)
    .toBe(1)
  expect(await client.page.getByText('晨曦数据').count()).toBe(0)
  expect(await client.page.getByRole('button', { name: /^(更多操作|新增客户)/ }).count()).toBe(0)
  // Without devices no screen shows empty charts: each explains the reason once and says whom to ask.
  const nothing = client.page.getByText(`您名下还没有设备，请联系${names.base}登记，登记后会显示在这里。`)
  const own = await client.page.getByRole('link', { name: names.client }).getAttribute('href')
  for (const path of [own ?? '', '/dashboard/index', '/machine_type/index', '/site/index', '/client/index']) {
    await client.page.goto(path)
    await nothing.waitFor()
    expect([path, await nothing.count(), await client.page.getByText(/暂无数据|NaN|Infinity/).count()]).toEqual([
      path,
      1,
      0,
    ])
  }

  // The base and its people are deleted after the documented question and the password; people who are signed in there
  // get a message.
  await page.goto(`/site/index?name=${encodeURIComponent(names.base)}`)
  await chooseOfRow(page, names.base, '删除')
  await page.getByText('是否确定删除该基地，如果删除该基地，该基地下所有用户和数据将会被删除。').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  const question = page.getByRole('alertdialog', { name: `删除基地：${names.base}` })
  await question.locator('input[type=password]').fill(demoPassword)
  await question.getByRole('button', { name: '确定' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('link', { name: names.base }).count(), patiently).toBe(0)
  await client.page.getByRole('link', { name: '基地', exact: true }).click()
  await client.page.getByText('你已被登出').first().waitFor()
}, 120_000)

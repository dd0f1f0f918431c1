import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { encryptPassword } from '#shared/password-encryption.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { pngPicture } from '#tests/support/pictures.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'
import { fitsSideways, openPage, stage, useBrowser } from './support/browser.ts'

useBrowser()

const chosen = 'Frost#Pine88'
/** A new number for each run, so that the story can be repeated. */
const newPhone = () => `139${String(Date.now()).slice(-8)}`

test('Sign in by phone at once after registration, with only one’s own projects and profile', async () => {
  const page = await openPage({ width: 390, height: 844 })
  const phone = newPhone()
  await page.goto('/login')
  await page.getByRole('button', { name: '注册账号' }).click()
  const dialog = page.getByRole('dialog', { name: '注册账号' })
  await dialog.locator('input[name=phone]').fill(phone)
  await dialog.locator('input[name=name]').fill('李新')
  await dialog.locator('input[name=newPassword]').fill(chosen)
  await dialog.locator('input[name=newPasswordAgain]').fill('Frost#Pine89')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => dialog.getByText('两次输入的密码不一致', { exact: true }).isVisible()).toBe(true)
  expect(await accessProblems(page)).toEqual([])
  await dialog.locator('input[name=newPasswordAgain]').fill(chosen)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('注册成功').waitFor()
  await expect.poll(() => page.locator('input[name=userName]').inputValue()).toBe(phone)
  await page.locator('input[name=password]').fill(chosen)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL('**/today')
  // A person who has just registered is told which company assigns the role.
  await page.getByText('您的账号还没有角色').waitFor()
  await page.goto('/profile/index')
  await page.getByText(phone).first().waitFor()
  await page.getByText('无角色').waitFor()
  // The field has one button; the input behind it is no second one.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /头像$/ }).click()
  await (await chooser).setFiles({ name: '我.png', mimeType: 'image/png', buffer: await pngPicture() })
  await expect
    .poll(() => page.getByRole('img', { name: /^头像/ }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(60)
  await expect.poll(() => accessProblems(page)).toEqual([])
  await expect.poll(() => fitsSideways(page)).toBe(true)
  await page.getByRole('button', { name: '移除：头像' }).click()
  await page.getByText('头像已移除').waitFor()
  await page.goto('/dashboard/index')
  await page.getByRole('heading', { name: '您没有权限打开“设备总览”' }).waitFor()
})

test('Require a new password before anything else after an administrator has set it', async () => {
  const { url } = stage()
  const admin = await signInByRest(url, 'admin', demoPassword)
  const { data: pem } = await admin.get<string>('/users/publicKey')
  const first = 'First#Pass26'
  const phone = newPhone()
  const person = {
    phone,
    name: '王新',
    nickName: '检验员',
    password: encryptPassword(pem, first),
    ownPassword: encryptPassword(pem, demoPassword),
  }
  expect(await admin.post('/users/save', person)).toMatchObject({ code: 200 })
  const page = await openPage()
  await page.goto('/login?redirect=%2Fwarning%2Findex')
  await page.locator('input[name=userName]').fill(phone)
  await page.locator('input[name=password]').fill(first)
  await page.locator('input[name=password]').press('Enter')
  const box = page.getByRole('alertdialog')
  await box.getByText('您还未重置密码, 请及时在个人页重置密码!').waitFor()
  await box.getByRole('button', { name: '确定' }).click()
  await page.getByRole('heading', { level: 1, name: '修改密码' }).waitFor()
  await page.locator('input[name=newPassword]').fill('PAssword1!')
  await page.locator('input[name=newPasswordAgain]').fill('PAssword1!')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.getByText('该密码过于常见').waitFor()
  expect(await accessProblems(page)).toEqual([])
  const elsewhere = await signInByRest(url, phone, first)
  expect(await elsewhere.post('/device/find/')).toMatchObject({ code: 4011 })
  await page.locator('input[name=newPassword]').fill(chosen)
  await page.locator('input[name=newPasswordAgain]').fill(chosen)
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.getByRole('heading', { level: 1, name: '告警设备' }).waitFor()
  expect(await elsewhere.get('/users/info')).toMatchObject({ code: 50012 })
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { fitsSideways, openPage, useBrowser } from './support/browser.ts'

useBrowser()

test('Sign in on the documentation page, call, download and upload a file with the keyboard alone', async () => {
  const page = await openPage({ language: 'en' })
  await page.goto('/api/docs?lang=en')
  await page.getByLabel('User name').fill('base')
  await page.getByLabel('Password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByText(/^Signed in: .*华东基地/).waitFor()
  // The token is in memory only: no storage, no cookie.
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
  expect(await page.context().cookies()).toEqual([])

  const find = page.locator('#post-device-find')
  await find.getByText('Try it').focus()
  await page.keyboard.press('Enter')
  const body = find.getByLabel(/^Body/)
  await body.fill('{"page": 1, "size": 1, "state": "scrap"}')
  await body.press('Control+Enter')
  const answer = find.getByRole('group', { name: 'Answer' })
  await find.getByText(/HTTP 200 · code 200 · \d+ ms/).waitFor()
  expect(JSON.parse((await answer.locator('pre').textContent()) ?? '')).toMatchObject({
    data: { data: [{ state: 'scrap' }] },
  })
  await body.fill('{"sate": "scrap"}')
  await body.press('Control+Enter')
  await find.getByText(/HTTP 200 · code 400/).waitFor()
  expect(await answer.locator('pre').textContent()).toContain('unknown: sate')

  const exported = page.locator('#post-device-export')
  await exported.getByText('Try it').click()
  await exported.getByRole('button', { name: 'Send' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exported.getByRole('link', { name: 'Save 设备列表.xls' }).click(),
  ])
  expect((await readFile(await download.path())).length).toBeGreaterThan(10_000)

  const sent = page.locator('#post-project-upload')
  await sent.getByText('Try it').click()
  await sent
    .getByLabel(/^File/)
    .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await sent.getByRole('button', { name: 'Send' }).click()
  await sent.getByText(/code 400/).waitFor()
  // All calls look alike, and checking two hundred of them takes minutes: only the parts that the story uses.
  expect(
    await accessProblems(
      page,
      'nav h1',
      '#session',
      '#post-device-find',
      '#post-device-export',
      '#post-project-upload',
    ),
  ).toEqual([])
})

test('Read and use the documentation page in Chinese, in the dark theme, on a phone', async () => {
  const page = await openPage({ theme: 'dark', width: 390, height: 844 })
  await page.goto('/api/docs')
  const key = page.locator('#get-users-publickey')
  await key.getByText('试一试').click()
  await key.getByRole('button', { name: '发送' }).click()
  await key.getByText(/BEGIN PUBLIC KEY/).waitFor()
  expect(await fitsSideways(page)).toBe(true)
  expect(await accessProblems(page, '#session', '#get-users-publickey')).toEqual([])
})

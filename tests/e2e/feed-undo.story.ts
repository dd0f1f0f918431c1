import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { openPage, signIn, stage, useBrowser } from '#tests/e2e/support/browser.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

test('Find the last feed in the history, preview its undo, undo it, and restore the machine', async () => {
  const rest = await signInByRest(stage().url, 'base', demoPassword)
  const running = await rest.post<{ data: { serial: string }[] }>('/device/find/', {
    state: 'normal',
    type: 'T30',
    size: 1,
    orderColumn: 'serial',
  })
  const serial = running.data.data[0]?.serial ?? ''
  const stateOf = async () =>
    (await rest.post<{ data: { state: string }[] }>('/device/find/', { serial })).data.data[0]?.state
  await rest.post('/device/updateDevice', { devices: [{ serial, activeWorkerState: 'yes', hashRate: 9 }] })
  expect(await stateOf()).toBe('low')

  const page = await openPage()
  await signIn(page, 'base', '/feed_batches/index')
  await page
    .getByRole('button', { name: /^查看批次/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: /^批次/ })
  await drawer.getByText('有效').waitFor()
  await drawer.getByRole('button', { name: '撤销该批次' }).click()
  const question = page.getByRole('dialog', { name: /^撤销批次/ })
  await question.getByText(/1 台设备恢复到业务日期/).waitFor()
  await question.getByRole('button', { name: '撤销 1 台' }).click()
  await drawer.getByText('已撤销').waitFor()
  await expect.poll(stateOf).toBe('normal')
})

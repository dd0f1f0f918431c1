import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { fitsSideways, useBrowser } from '#tests/e2e/support/browser.ts'
import type { Look } from '#tests/e2e/support/contexts.ts'
import { field, openWizard, savedProject } from '#tests/e2e/support/wizard.ts'
import { accessProblems } from '#tests/support/access-problems.ts'

useBrowser()

const steps = {
  zh: ['项目与气候', '冷库与门', '回笼间与运行', '草图与检查'],
  en: ['Project and climate', 'Store and doors', 'Re-entry room and operation', 'Sketch and check'],
}

async function goTo(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: /选型步骤|Steps of the selection/ })
    .getByRole('button', { name: title })
    .click()
  await page.getByRole('heading', { level: 2, name: title }).waitFor()
}

const looks: Look[] = [
  { language: 'zh', theme: 'light' },
  { language: 'en', theme: 'dark' },
  { language: 'zh', theme: 'dark', width: 390, height: 844, touch: true },
]

test.for(looks)('Keep every wizard page accessible and within its screen: $language, $theme, $width', async (look) => {
  const page = await openWizard({
    ...look,
    id: await savedProject({
      name: `无障碍 ${look.language} ${look.theme} ${look.width}`,
      outdoorTemp: 80,
      tempWinterAvg: 0,
    }),
  })
  for (const title of steps[look.language ?? 'zh']) {
    await goTo(page, title)
    await expect.poll(() => accessProblems(page)).toEqual([])
    await expect.poll(() => fitsSideways(page)).toBe(true)
  }
  await page.getByRole('button', { name: /^(保存|Save)$/ }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
})

test('Show the result on a small screen as a sheet above the bar that opens and closes', async () => {
  const page = await openWizard({ width: 390, height: 844, touch: true, id: await savedProject({ name: '小屏幕' }) })
  const sheet = page.getByRole('region', { name: '实时选型结果' })
  const toggle = sheet.getByRole('button', { name: /1 × S-2000/ })
  expect(await toggle.getAttribute('aria-expanded')).toBe('false')
  await toggle.click()
  await sheet.getByText('3.951').first().waitFor()
  await expect.poll(() => accessProblems(page)).toEqual([])
  await expect.poll(() => fitsSideways(page)).toBe(true)
  await toggle.click()
  await field(page, 'outdoorTemp').fill('80')
  await sheet.getByRole('button', { name: /1 项/ }).waitFor()
})

test('Show another person’s project read-only', async () => {
  const page = await openWizard({ user: 'base', id: await savedProject({ name: '检验员的项目' }, 'inspector') })
  await page.getByText('这是 吴晓岚 的项目，只能查看。').waitFor()
  expect(await field(page, 'name').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: '暂存' }).count()).toBe(0)
})

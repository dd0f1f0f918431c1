import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { type FieldName, type NumberName, numberNames, type ProjectData } from '#shared/selection/project-fields.ts'
import { openPage, signIn, stage } from '#tests/e2e/support/browser.ts'
import type { Look } from '#tests/e2e/support/contexts.ts'
import { exampleA } from '#tests/support/projects.ts'
import { signIn as signInByRest } from '#tests/support/rest-client.ts'

/** A longer timeout, because a busy machine is slow. */
export const patiently = { timeout: 30_000 }

/** Open the wizard with an empty project, or with the project of the given id. */
export async function openWizard(look: Look & { user?: string; id?: number } = {}): Promise<Page> {
  const page = await openPage(look)
  await signIn(page, look.user ?? 'inspector', look.id === undefined ? '/agent' : `/agent?id=${look.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('navigation', { name: look.language === 'en' ? 'Steps of the selection' : '选型步骤' }).waitFor()
  return page
}

/** Save a project of the worked example on the server with the given changes, and return its id. */
export async function savedProject(changes: Partial<ProjectData> = {}, user = 'inspector'): Promise<number> {
  const rest = await signInByRest(stage().url, user, demoPassword)
  const saved = await rest.post<{ id: number }>('/project/save', { ...exampleA, ...changes })
  return saved.data.id
}

export const field = (page: Page, name: FieldName): Locator => page.locator(`[data-field="${name}"] input`).first()
export const result = (page: Page, language: 'zh' | 'en' = 'zh'): Locator =>
  page.getByRole('complementary', { name: language === 'zh' ? '实时选型结果' : 'Live result' })
export const bar = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true }).last()

/** Wait until the heading of the shown page has the focus. */
export async function atPage(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2, name: title })
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement), patiently).toBe(true)
}

const mostTabs = 60
const focused = (page: Page): Promise<{ field: string | null; name: string }> =>
  page.evaluate(() => ({
    field: document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null,
    name: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
  }))

/** Press Tab until the wanted element has the focus. @throws when Tab never reaches it */
async function tabUntil(
  page: Page,
  wanted: string,
  reached: (now: { field: string | null; name: string }) => boolean,
): Promise<void> {
  for (let presses = 0; presses < mostTabs; presses += 1) {
    await page.keyboard.press('Tab')
    if (reached(await focused(page))) return
  }
  throw new Error(`${wanted} cannot be reached by Tab`)
}
export const tabToField = (page: Page, name: FieldName): Promise<void> =>
  tabUntil(page, name, (now) => now.field === name)
export const tabToButton = (page: Page, name: string): Promise<void> => tabUntil(page, name, (now) => now.name === name)

const isNumber = (name: string): name is NumberName => numberNames.some((known) => known === name)

/** Type all numbers of the page with the keyboard alone, one after the other; fields with a value are kept. */
export async function typeNumbers(page: Page): Promise<void> {
  const names = await page
    .locator('[data-field]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-field') ?? ''))
  for (const name of names.filter(isNumber)) {
    const value = exampleA[name]
    if (value === null || (await field(page, name).inputValue()) === String(value)) continue
    await tabToField(page, name)
    await page.keyboard.type(String(value))
  }
}

import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Return the number on a card of the overview once it has loaded. */
export async function cardOf(page: Page, label: string): Promise<number> {
  const number = page
    .getByRole('region', { name: '设备数量' })
    .getByRole('link')
    .filter({ hasText: label })
    .first()
    .locator('.figures')
    .first()
  await expect.poll(() => number.textContent(), { timeout: 20_000 }).toMatch(/^[\d,]+$/)
  return Number((await number.textContent())?.replaceAll(',', ''))
}

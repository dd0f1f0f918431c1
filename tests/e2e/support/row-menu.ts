import type { Page } from 'playwright'

/** Choose an action from the menu of the row with this name; a menu is closed until then. */
export async function chooseOfRow(page: Page, name: string | RegExp, action: string): Promise<void> {
  const menu = page.getByRole('button', { name: /^(更多操作|More actions)/ })
  await page.getByRole('row').filter({ hasText: name, has: menu }).first().locator(menu).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

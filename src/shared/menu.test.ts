import { expect, test } from 'vitest'
import { word } from './i18n/index.ts'
import { entryOf, menuEntries, planViews, routesFor, tabPathOf, tabsOf } from './menu.ts'
import { roles } from './permissions.ts'

const projectPaths = ['/materialType', '/agent']

test('a person without a role is shown the own projects and no device screen', () => {
  expect(routesFor('none').map(({ path }) => path)).toEqual(['/today', '/profile/index', ...projectPaths])
})

test('every role with devices finds the overview and the list in the menu, and never whom a screen is for', () => {
  for (const role of roles.filter((role) => role !== 'none')) {
    const routes = routesFor(role)
    expect(routes.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/dashboard/index', '/machine_list/index', ...projectPaths]),
    )
    for (const route of routes) {
      expect(entryOf(route)).toBeDefined()
      expect(Object.keys(route)).not.toContain('permission')
      expect(word('zh', route.title as Parameters<typeof word>[1])).not.toBe(route.title)
    }
  }
})

test('about a dozen entries hold every screen of the menu, each as one tab, and their titles have words', () => {
  expect(menuEntries.length).toBeLessThanOrEqual(12)
  for (const role of roles) {
    const routes = routesFor(role)
    const tabs = menuEntries.flatMap((entry) => tabsOf(entry, routes))
    expect(new Set(tabs).size).toBe(tabs.length)
    for (const route of routes.filter(({ hidden }) => !hidden))
      expect(tabs.map(({ path }) => path)).toContain(tabPathOf(route.path, tabs))
  }
  for (const { title } of menuEntries)
    for (const language of ['zh', 'en'] as const) expect(word(language, title)).not.toBe(title)
})

test('the plans of weeks and months are one tab for somebody who may see both, and a tab of its own for somebody who may see one', () => {
  const entry = menuEntries.find(({ title }) => title === 'menu.inspection')
  if (!entry) throw new Error('the inspection is missing')
  const tabs = (role: (typeof roles)[number]) => tabsOf(entry, routesFor(role)).map(({ path }) => path)
  expect(tabs('manager')).toContain(planViews.month)
  expect(tabs('manager')).not.toContain(planViews.week)
  expect(tabs('baseManager')).toContain(planViews.month)
  const weekAlone = routesFor('manager').filter(({ path }) => path !== planViews.month)
  expect(tabsOf(entry, weekAlone).map(({ path }) => path)).toContain(planViews.week)
})

test('the start page is the first entry of everybody', () => {
  for (const role of roles)
    expect(menuEntries.flatMap((entry) => tabsOf(entry, routesFor(role)))[0]?.path).toBe('/today')
})

test('users are for base managers and the management, the audit log for the management alone', () => {
  const seeing = (screen: string) => roles.filter((role) => routesFor(role).some(({ path }) => path === screen))
  expect(seeing('/user/index')).toEqual(['manager', 'baseManager'])
  expect(seeing('/audit/index')).toEqual(['manager'])
})

test('the catalogue of dehumidifiers stands in the menu of the management alone', () => {
  const seeing = roles.filter((role) => routesFor(role).some(({ path }) => path === '/catalogue'))
  expect(seeing).toEqual(['manager'])
})

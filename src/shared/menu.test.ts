import { expect, test } from 'vitest'
import { word } from './i18n/index.ts'
import { entryOf, menuEntries, planViews, routesFor, tabPathOf, tabsOf } from './menu.ts'
import { roles } from './roles.ts'

const projectPaths = ['/materialType', '/agent']

test('show a user without a role their own projects and no device screen', () => {
  expect(routesFor('none').map(({ path }) => path)).toEqual(['/today', '/profile/index', ...projectPaths])
})

test('show every role with devices the overview and the list, and no role a screen of another role', () => {
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

test('hold every screen of the menu in about a dozen entries, each as one tab with a title', () => {
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

test('show the week and month plans as one tab to a user of both, and as one each to a user of one', () => {
  const entry = menuEntries.find(({ title }) => title === 'menu.inspection')
  if (!entry) throw new Error('the inspection is missing')
  const tabs = (role: (typeof roles)[number]) => tabsOf(entry, routesFor(role)).map(({ path }) => path)
  expect(tabs('manager')).toContain(planViews.month)
  expect(tabs('manager')).not.toContain(planViews.week)
  expect(tabs('baseManager')).toContain(planViews.month)
  const weekAlone = routesFor('manager').filter(({ path }) => path !== planViews.month)
  expect(tabsOf(entry, weekAlone).map(({ path }) => path)).toContain(planViews.week)
})

test('put the start page first for everyone', () => {
  for (const role of roles)
    expect(menuEntries.flatMap((entry) => tabsOf(entry, routesFor(role)))[0]?.path).toBe('/today')
})

test('show users to base managers and the management, and the audit log to the management only', () => {
  const seeing = (screen: string) => roles.filter((role) => routesFor(role).some(({ path }) => path === screen))
  expect(seeing('/user/index')).toEqual(['manager', 'baseManager'])
  expect(seeing('/audit/index')).toEqual(['manager'])
})

test('show the catalogue of dehumidifiers to the management only', () => {
  const seeing = roles.filter((role) => routesFor(role).some(({ path }) => path === '/catalogue'))
  expect(seeing).toEqual(['manager'])
})

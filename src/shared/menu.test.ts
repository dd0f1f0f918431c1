import { expect, test } from 'vitest'
import { word } from './i18n/index.ts'
import { menuGroupOf, menuGroups, routesFor } from './menu.ts'
import { roles } from './permissions.ts'

const projectPaths = ['/materialType', '/agent']

test('a person without a role is shown the own projects and no device screen', () => {
  expect(routesFor('none').map(({ path }) => path)).toEqual(['/profile/index', ...projectPaths])
})

test('every role with devices finds the overview and the list in the menu, and never whom a screen is for', () => {
  for (const role of roles.filter((role) => role !== 'none')) {
    const routes = routesFor(role)
    expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(['/dashboard/index', '/machine_list/index', ...projectPaths]))
    for (const route of routes) {
      expect(menuGroupOf(route.section)).toBeDefined()
      expect(Object.keys(route)).not.toContain('permission')
      expect(word('zh', route.title as Parameters<typeof word>[1])).not.toBe(route.title)
    }
  }
})

test('every section stands under one heading, and the headings have words', () => {
  const sections = menuGroups.flatMap((group) => group.sections)
  expect(new Set(sections).size).toBe(sections.length)
  for (const { title } of menuGroups) for (const language of ['zh', 'en'] as const) expect(word(language, title)).not.toBe(title)
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

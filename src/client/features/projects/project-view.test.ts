import { expect, test } from 'vitest'
import { projectsRequestOf, readProjectView, writeProjectView } from './project-view.ts'

test('an address gives the same list again, and a plain list has a plain address', () => {
  const view = { list: 'company', search: '广州 & 冷库', state: 'draft', page: 3 } as const
  expect(readProjectView(writeProjectView(view), ['own', 'company'])).toEqual({ view, unknown: [] })
  const plain = readProjectView('', ['own']).view
  expect(writeProjectView(plain)).toBe('')
  expect(plain).toEqual({ list: 'own', search: '', state: null, page: 1 })
})

test('what an address holds beyond one’s rights or sense is named, not passed over', () => {
  const { view, unknown } = readProjectView('?list=center&state=lost&page=0', ['own', 'company'])
  expect(view).toEqual({ list: 'own', search: '', state: null, page: 1 })
  expect(unknown).toEqual([
    { name: 'list', value: 'center' },
    { name: 'state', value: 'lost' },
    { name: 'page', value: '0' },
  ])
})

test('the own list asks with the documented size and user, the others without a user', () => {
  expect(projectsRequestOf({ list: 'own', search: '', state: null, page: 1 }, 7)).toEqual({
    page: 1,
    size: 12,
    userId: 7,
  })
  expect(projectsRequestOf({ list: 'center', search: '冷', state: 'exported', page: 2 }, 7)).toEqual({
    page: 2,
    size: 12,
    search: '冷',
    exportStatus: 1,
  })
})

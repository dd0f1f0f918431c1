import { expect, test } from 'vitest'
import { projectsRequestOf, readProjectView, writeProjectView } from './project-address.ts'

test('Read the same list back from its address, and keep the address of the default list empty', () => {
  const view = { list: 'company', search: '广州 & 冷库', state: 'draft', page: 3 } as const
  expect(readProjectView(writeProjectView(view), ['own', 'company'])).toEqual({ view, unknown: [] })
  const plain = readProjectView('', ['own']).view
  expect(writeProjectView(plain)).toBe('')
  expect(plain).toEqual({ list: 'own', search: '', state: null, page: 1 })
})

test('Name the parts of an address that are invalid or not allowed for the person', () => {
  const { view, unknown } = readProjectView('?list=center&state=lost&page=0', ['own', 'company'])
  expect(view).toEqual({ list: 'own', search: '', state: null, page: 1 })
  expect(unknown).toEqual([
    { name: 'list', value: 'center' },
    { name: 'state', value: 'lost' },
    { name: 'page', value: '0' },
  ])
})

test('Ask for the own list with the documented size and user, and for the other lists without a user', () => {
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

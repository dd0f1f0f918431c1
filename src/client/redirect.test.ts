import { expect, test } from 'vitest'
import { loginPath, safeRedirect } from './redirect.ts'

const origin = 'https://fleet.example'

test('after signing in one comes back to the page one wanted, its filters included', () => {
  const wanted = '/machine_list/index?state=warn&serial=%E4%B8%AD'
  expect(safeRedirect(new URL(loginPath(wanted), origin).searchParams.get('redirect'), origin)).toBe(wanted)
  expect(loginPath('/')).toBe('/login')
})

test.each([
  null,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'machine_list',
  '/login?redirect=/login',
  'http://[',
])('a link to elsewhere (%s) leads to the start page', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe('/')
})

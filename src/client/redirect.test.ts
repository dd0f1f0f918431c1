import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterSignIn, loginPath, safeRedirect } from './redirect.ts'

const origin = 'https://fleet.example'

test('Return to the requested page with its filters after signing in', () => {
  const wanted = '/machine_list/index?state=warn&serial=%E4%B8%AD'
  expect(safeRedirect(new URL(loginPath(wanted), origin).searchParams.get('redirect'), origin)).toBe(wanted)
  expect(loginPath('/')).toBe('/login')
})

test('Open the start page after a sign-in without a requested page', () => {
  expect([
    afterSignIn(null, origin),
    afterSignIn('/kpi/index', origin),
    afterSignIn('https://evil.example', origin),
  ]).toEqual(['/today', '/kpi/index', '/'])
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
  '/login/',
  '/.//evil.example',
  '/..//evil.example/x',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'http://[',
])('Replace the unusable or unsafe redirect %s by /', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe('/')
})

test('Keep every redirect inside the application, whatever the address contains', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2F',
    '\t',
    '\n',
    ':',
    '@',
    '?',
    '#',
    'evil.example',
    'https:',
    'login',
    'stock',
    '中',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 8 }),
      (pieces) => {
        const path = safeRedirect(`/${pieces.join('')}`, origin)
        expect(path.startsWith('/')).toBe(true)
        // `history.replaceState` refuses a path of another origin; a path that it accepts must be the same when parsed
        // again.
        const target = new URL(path, origin)
        expect([target.origin, target.pathname + target.search + target.hash]).toEqual([origin, path])
        expect(target.pathname).not.toMatch(/^\/login\/*$/)
      },
    ),
    { numRuns: 2_000 },
  )
})

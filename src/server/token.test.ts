import { expect, test } from 'vitest'
import { tokenOf } from './token.ts'

const refusal = expect.objectContaining({ code: 'TOKEN_AMBIGUOUS' })

test('the token is taken from the documented header or from X-Token', () => {
  expect(tokenOf({ headers: { authorization: 'cat abc' } })).toBe('abc')
  expect(tokenOf({ headers: { authorization: 'CAT abc ' } })).toBe('abc')
  expect(tokenOf({ headers: { 'x-token': 'abc' } })).toBe('abc')
  expect(tokenOf({ headers: { authorization: 'cat abc', 'x-token': 'abc' } })).toBe('abc')
})

test('a cookie, a proxy password or a token in another scheme signs nobody in', () => {
  expect(tokenOf({ headers: { cookie: 'token=abc; X-Token=abc; Authorization=abc' } })).toBeNull()
  expect(tokenOf({ headers: { authorization: 'Basic YTpi' } })).toBeNull()
  expect(tokenOf({ headers: { authorization: 'Basic YTpi', 'x-token': 'abc' } })).toBe('abc')
})

test('two different tokens are refused, and so is a header that comes twice', () => {
  expect(() => tokenOf({ headers: { authorization: 'cat abc', 'x-token': 'abd' } })).toThrow(refusal)
  expect(() =>
    tokenOf({ headers: { 'x-token': 'abc, abc' }, rawHeaders: ['X-Token', 'abc', 'x-token', 'abc'] }),
  ).toThrow(refusal)
  expect(() =>
    tokenOf({
      headers: { authorization: 'cat abc' },
      rawHeaders: ['Authorization', 'cat abc', 'authorization', 'cat abd'],
    }),
  ).toThrow(refusal)
})

test('a token that cannot be one is unknown, not absent', () => {
  expect(tokenOf({ headers: { 'x-token': 'a b\u0000' } })).not.toBeNull()
  expect(tokenOf({ headers: { 'x-token': 'a'.repeat(500) } })).not.toBeNull()
})

import { expect, test } from 'vitest'
import { credentialOf, tokenOf } from './request-token.ts'

const refusal = expect.objectContaining({ code: 'TOKEN_AMBIGUOUS' })

test('Read the token from the documented header or from X-Token', () => {
  expect(tokenOf({ headers: { authorization: 'cat abc' } })).toBe('abc')
  expect(tokenOf({ headers: { authorization: 'CAT abc ' } })).toBe('abc')
  expect(tokenOf({ headers: { 'x-token': 'abc' } })).toBe('abc')
  expect(tokenOf({ headers: { authorization: 'cat abc', 'x-token': 'abc' } })).toBe('abc')
})

test('Ignore a cookie, a proxy password and a token in another scheme', () => {
  expect(tokenOf({ headers: { cookie: 'token=abc; X-Token=abc; Authorization=abc' } })).toBeNull()
  expect(tokenOf({ headers: { authorization: 'Basic YTpi' } })).toBeNull()
  expect(tokenOf({ headers: { authorization: 'Basic YTpi', 'x-token': 'abc' } })).toBe('abc')
})

test('Refuse two different tokens, and a repeated header', () => {
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

test('Treat a malformed token as unknown, not as absent', () => {
  expect(tokenOf({ headers: { 'x-token': 'a b\u0000' } })).not.toBeNull()
  expect(tokenOf({ headers: { 'x-token': 'a'.repeat(500) } })).not.toBeNull()
})

test('Tell apart the tokens that follow each other on one connection', () => {
  const socket = {}
  const keyOf = (token: string) => credentialOf({ headers: { 'x-token': token }, socket })?.key
  const alone = (token: string) => credentialOf({ headers: { 'x-token': token } })?.key
  expect(['abc', 'abc', 'abd', 'abc'].map(keyOf)).toEqual(['abc', 'abc', 'abd', 'abc'].map(alone))
  expect(credentialOf({ headers: {}, socket })).toBeNull()
  expect(new Set(['abc', 'abd'].map(keyOf)).size).toBe(2)
})

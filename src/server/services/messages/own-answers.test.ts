import { expect, test } from 'vitest'
import { ownAnswer, ownReasons, saidAnswer } from './own-answers.ts'

test('Translate our own reason with its value; never translate the answer of a receiver', () => {
  expect(saidAnswer('zh', { status: null, answer: ownAnswer('timeout', 15) })).toBe('15 秒内没有回答')
  expect(saidAnswer('en', { status: null, answer: ownAnswer('connection', 'ENOTFOUND') })).toBe(
    'No connection: there is no such host name (ENOTFOUND)',
  )
  expect(saidAnswer('en', { status: null, answer: ownAnswer('connection', 'EPIPE') })).toBe('No connection: EPIPE')
  expect(saidAnswer('zh', { status: 302, answer: 'Found' })).toMatch(/不会跟随.*· Found$/)
  expect(saidAnswer('zh', { status: null, answer: ownAnswer('address') })).toContain('ALLOWED_NETWORKS')
  for (const reason of ownReasons) {
    const [chinese, english] = (['zh', 'en'] as const).map((language) =>
      saidAnswer(language, { status: null, answer: ownAnswer(reason, 'X1') }),
    )
    expect(chinese).toMatch(/\p{Script=Han}/u)
    expect(english).not.toMatch(/\p{Script=Han}|own:/u)
  }
  // Rows of older versions, and a receiver whose answer looks like ours.
  expect(saidAnswer('zh', { status: null, answer: 'no answer within 15 s' })).toBe('no answer within 15 s')
  expect(saidAnswer('zh', { status: 500, answer: 'own:address' })).toBe('own:address')
  expect(saidAnswer('zh', { status: null, answer: null })).toBe(null)
})

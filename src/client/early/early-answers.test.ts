import { expect, test } from 'vitest'
import { putEarly, takeEarly } from './early-answers.ts'
import { callKey } from './first-calls.ts'

test('the same call has the same key, in whichever order its input was written', () => {
  expect(callKey({ path: 'a.b', input: { one: 1, other: { x: [2, 1], y: undefined } } })).toBe(
    callKey({ path: 'a.b', input: { other: { x: [2, 1] }, one: 1 } }),
  )
  expect(callKey({ path: 'a.b' })).toBe(callKey({ path: 'a.b', input: undefined }))
  expect(callKey({ path: 'a.b', input: [1, 2] })).not.toBe(callKey({ path: 'a.b', input: [2, 1] }))
})

test('an answer is taken once, and only by the session that asked for it', async () => {
  const early = { token: 'mine', answer: Promise.resolve({ data: 7 }) }
  putEarly('a', early)
  expect(await takeEarly('a', 'mine')).toEqual({ data: 7 })
  expect(takeEarly('a', 'mine')).toBeUndefined()
  putEarly('a', early)
  expect(takeEarly('a', 'other')).toBeUndefined()
  expect(takeEarly('b', 'mine')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { passEarly, putEarly, takeEarly } from './early-answers.ts'
import { callKey, callOf } from './first-calls.ts'

test('Give the same call the same key, whatever the order of its input', () => {
  expect(callKey({ path: 'a.b', input: { one: 1, other: { x: [2, 1], y: undefined } } })).toBe(
    callKey({ path: 'a.b', input: { other: { x: [2, 1] }, one: 1 } }),
  )
  expect(callKey({ path: 'a.b' })).toBe(callKey({ path: 'a.b', input: undefined }))
  expect(callKey({ path: 'a.b', input: [1, 2] })).not.toBe(callKey({ path: 'a.b', input: [2, 1] }))
})

test('Parse a call from its key', () => {
  for (const call of [{ path: 'a.b' }, { path: 'a.b', input: { text: 'x y', more: [1, null] } }])
    expect(callOf(callKey(call))).toEqual(call)
})

test('Pass each arrived response on once, to the session that requested it, unless it was taken before', async () => {
  const passed: unknown[] = []
  const pass = (token: string) => passEarly(token, (key, data) => passed.push([key, data]))
  putEarly('arrived', { token: 'mine', answer: Promise.resolve({ data: 1 }) })
  putEarly('failed', { token: 'mine', answer: Promise.resolve(null) })
  putEarly('foreign', { token: 'other', answer: Promise.resolve({ data: 2 }) })
  putEarly('taken', { token: 'mine', answer: Promise.resolve({ data: 3 }) })
  pass('mine')
  pass('mine')
  const taken = takeEarly('taken', 'mine')
  await taken
  expect(passed).toEqual([['arrived', 1]])
  expect(takeEarly('arrived', 'mine')).toBeUndefined()
  // The component that needs it takes the failure, and sends the call again.
  expect(await takeEarly('failed', 'mine')).toBeNull()
})

test('Take a response once, and only for the session that requested it', async () => {
  const early = { token: 'mine', answer: Promise.resolve({ data: 7 }) }
  putEarly('a', early)
  expect(await takeEarly('a', 'mine')).toEqual({ data: 7 })
  expect(takeEarly('a', 'mine')).toBeUndefined()
  putEarly('a', early)
  expect(takeEarly('a', 'other')).toBeUndefined()
  expect(takeEarly('b', 'mine')).toBeUndefined()
})

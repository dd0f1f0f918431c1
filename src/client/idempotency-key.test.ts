import { expect, test } from 'vitest'
import { callAnswered, callKeyOf } from './idempotency-key.ts'

test('Send a change without a response again with its key, and every other change with its own', () => {
  const call = { path: 'goods.add', input: { name: '滤芯' } }
  const key = callKeyOf(call, 0)
  expect(key).toMatch(/^[\w-]{16,64}$/)
  expect(callKeyOf({ ...call, input: { name: '滤芯' } }, 599_999)).toBe(key)
  const others = [
    callKeyOf({ ...call, path: 'goods.edit' }),
    callKeyOf({ ...call, input: { name: '风扇' } }),
    callKeyOf(call, 600_000),
  ]
  callAnswered(call)
  const file = { path: 'feeds.apply', input: { content: 'x'.repeat(20_001) } }
  const all = [key, ...others, callKeyOf(call), callKeyOf(file), callKeyOf(file)]
  expect(new Set(all).size).toBe(all.length)
})

import { expect, test } from 'vitest'
import { createBufferPool } from './buffer-pool.ts'

const mebibyte = 1024 * 1024

test('Reuse memory after its release, and never for two bodies at a time', () => {
  const pool = createBufferPool()
  const first = pool.take(mebibyte)
  const second = pool.take(mebibyte)
  expect(second.buffer).not.toBe(first.buffer)
  pool.giveBack(first.subarray(0, 10))
  pool.giveBack(first)
  const third = pool.take(mebibyte - 1)
  expect(third.buffer).toBe(first.buffer)
  expect(pool.take(mebibyte).buffer).not.toBe(first.buffer)
})

test('Keep no more than the maximum, and only memory of the pool', () => {
  const pool = createBufferPool(2 * mebibyte)
  const lent = [1, 2, 3].map(() => pool.take(mebibyte))
  pool.giveBack(new Uint8Array(new SharedArrayBuffer(mebibyte)))
  pool.giveBack(Buffer.alloc(mebibyte))
  for (const bytes of lent) pool.giveBack(bytes)
  const again = [1, 2, 3].map(() => pool.take(mebibyte).buffer)
  expect(lent.filter(({ buffer }) => again.includes(buffer))).toHaveLength(2)
})

test.each([1, 128 * 1024, 128 * 1024 + 1, 5_000_000, 8 * mebibyte, 8 * mebibyte + 1, 60_000_000])(
  'Lend memory of %i bytes',
  (bytes) => {
    expect(createBufferPool().take(bytes).length).toBeGreaterThanOrEqual(bytes)
  },
)

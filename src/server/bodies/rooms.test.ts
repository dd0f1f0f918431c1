import { expect, test } from 'vitest'
import { createRooms } from './rooms.ts'

const mebibyte = 1024 * 1024

test('lend a room again when it was given back, and never to two at a time', () => {
  const rooms = createRooms()
  const first = rooms.take(mebibyte)
  const second = rooms.take(mebibyte)
  expect(second.buffer).not.toBe(first.buffer)
  rooms.giveBack(first.subarray(0, 10))
  rooms.giveBack(first)
  const third = rooms.take(mebibyte - 1)
  expect(third.buffer).toBe(first.buffer)
  expect(rooms.take(mebibyte).buffer).not.toBe(first.buffer)
})

test('keep no more than the most, and nothing that was not lent', () => {
  const rooms = createRooms(2 * mebibyte)
  const lent = [1, 2, 3].map(() => rooms.take(mebibyte))
  rooms.giveBack(new Uint8Array(new SharedArrayBuffer(mebibyte)))
  rooms.giveBack(Buffer.alloc(mebibyte))
  for (const room of lent) rooms.giveBack(room)
  const again = [1, 2, 3].map(() => rooms.take(mebibyte).buffer)
  expect(lent.filter(({ buffer }) => again.includes(buffer))).toHaveLength(2)
})

test.each([1, 128 * 1024, 128 * 1024 + 1, 5_000_000, 8 * mebibyte, 8 * mebibyte + 1, 60_000_000])('have room for %i bytes', (bytes) => {
  expect(createRooms().take(bytes).length).toBeGreaterThanOrEqual(bytes)
})

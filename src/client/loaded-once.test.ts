import { expect, test } from 'vitest'
import { loadedOnce } from './loaded-once.ts'

test('Load once, however often it is asked for, and give the code at once afterwards', async () => {
  let loads = 0
  const code = loadedOnce(async () => `code ${++loads}`)
  expect(code.get()).toBeUndefined()
  expect(await Promise.all([code.start(), code.start()])).toEqual(['code 1', 'code 1'])
  expect(code.get()).toBe('code 1')
  expect(await code.start()).toBe('code 1')
})

test('Try again after a load that failed, and return the same failure until then', async () => {
  let loads = 0
  const code = loadedOnce(async () => {
    loads++
    if (loads === 1) throw new Error('unreachable')
    return 'code'
  })
  const [first, second] = [code.start(), code.start()]
  expect(second).toBe(first)
  await expect(first).rejects.toThrow('unreachable')
  expect(code.get()).toBeUndefined()
  expect(await code.start()).toBe('code')
  expect(loads).toBe(2)
})

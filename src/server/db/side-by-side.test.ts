import { expect, test } from 'vitest'
import { readSideBySide } from './side-by-side.ts'

/** Run reads that end when told to. Return the numbers of those that have started, and a function that ends one. */
function startReads(spread: boolean, count: number) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const read = (number: number) => () =>
    new Promise<void>((resolve) => {
      begun.push(number)
      ends[number] = resolve
    })
  const done = readSideBySide(
    spread,
    Array.from({ length: count }, (_, number) => read(number)),
  )
  const end = async (number: number) => {
    ends[number]?.()
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { begun, end, done }
}

test('Run the reads of a call one after the other on one database', async () => {
  const { begun, end, done } = startReads(false, 3)
  expect(begun).toEqual([0])
  await end(0)
  expect(begun).toEqual([0, 1])
  await end(1)
  expect(begun).toEqual([0, 1, 2])
  await end(2)
  await done
})

test('Run four reads of a call side by side on several nodes', async () => {
  const { begun, end, done } = startReads(true, 6)
  expect(begun).toEqual([0, 1, 2, 3])
  await end(1)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  for (const number of [0, 2, 3, 4, 5]) await end(number)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  await done
})

test('Start no further read after one has failed', async () => {
  const begun: string[] = []
  const fail = () => Promise.reject(new Error('gone'))
  const next = async () => void begun.push('next')
  await expect(readSideBySide(false, [fail, next])).rejects.toThrow('gone')
  expect(begun).toEqual([])
})

import { afterEach, expect, test, vi } from 'vitest'
import { beginServing, giveWay } from './giving-way.ts'

afterEach(() => vi.restoreAllMocks())
const passed = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

test("Delay long work until a user's request is over, for a few milliseconds at most", async () => {
  const end = beginServing()
  expect(await passed(giveWay)).toBeGreaterThanOrEqual(8)
  let isOver = false
  const over = giveWay().then(() => {
    isOver = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  end()
  await over
})

test('Do not wait for a long-running stream, such as the progress of the same work', async () => {
  const end = beginServing()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 301)
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  await giveWay()
  clearInterval(counting)
  expect(turns).toBeLessThanOrEqual(1)
  end()
})

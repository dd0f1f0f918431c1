import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startWatchdog } from './watchdog.ts'

const never = () => new Promise<void>(() => undefined)

describe('the watchdog', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('ends the process if the engine has answered nothing during three checks', async () => {
    const onHang = vi.fn()
    startWatchdog({ ping: never, progress: () => ({ waiting: 1, answeredAt: 1, maintaining: false }) }, onHang)
    await vi.advanceTimersByTimeAsync(14_000)
    expect(onHang).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(onHang).toHaveBeenCalledOnce()
  })

  test('ignores a long transaction whose statements are answered', async () => {
    const onHang = vi.fn()
    const stop = startWatchdog(
      { ping: never, progress: () => ({ waiting: 1, answeredAt: Date.now(), maintaining: false }) },
      onHang,
    )
    await vi.advanceTimersByTimeAsync(120_000)
    expect(onHang).not.toHaveBeenCalled()
    stop()
  })

  test('ignores maintenance, and an engine that answers', async () => {
    const onHang = vi.fn()
    const stops = [
      startWatchdog({ ping: never, progress: () => ({ waiting: 1, answeredAt: 1, maintaining: true }) }, onHang),
      startWatchdog(
        { ping: async () => undefined, progress: () => ({ waiting: 0, answeredAt: 1, maintaining: false }) },
        onHang,
      ),
    ]
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onHang).not.toHaveBeenCalled()
    for (const stop of stops) stop()
  })

  test('ignores an idle transaction: its own query waits for the connection, not for the engine', async () => {
    const onHang = vi.fn()
    const stop = startWatchdog(
      { ping: never, progress: () => ({ waiting: 0, answeredAt: 1, maintaining: false }) },
      onHang,
    )
    await vi.advanceTimersByTimeAsync(120_000)
    expect(onHang).not.toHaveBeenCalled()
    stop()
  })

  test('does not mistake a busy thread for a dead engine, and finds the dead engine afterwards', async () => {
    const onHang = vi.fn()
    startWatchdog({ ping: never, progress: () => ({ waiting: 1, answeredAt: 1, maintaining: false }) }, onHang)
    for (let round = 0; round < 10; round += 1) {
      // The thread handles its timers 8 s after they were due.
      vi.spyOn(performance, 'now').mockReturnValue((round + 1) * 13_000)
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(onHang).not.toHaveBeenCalled()
    for (let round = 1; round <= 3; round += 1) {
      vi.spyOn(performance, 'now').mockReturnValue(130_000 + round * 5_000)
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(onHang).toHaveBeenCalledOnce()
  })
})

test('check only after the responses that arrived while the thread was busy', async () => {
  const { port1, port2 } = new MessageChannel()
  let answeredAt = 0
  const waits: (() => void)[] = []
  port1.on('message', () => {
    answeredAt += 1
    waits.shift()?.()
  })
  const hung: number[] = []
  const ping = () => new Promise<void>((resolve) => waits.push(resolve))
  const stop = startWatchdog(
    { ping, progress: () => ({ waiting: 1, answeredAt, maintaining: false }) },
    (ms) => hung.push(ms),
    { intervalMs: 10, misses: 1 },
  )
  for (let round = 0; round < 15 && hung.length === 0; round += 1) {
    port2.postMessage('an answer')
    const until = performance.now() + 12
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve))
  }
  stop()
  port1.close()
  expect(hung).toEqual([])
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startWatchdog } from './watchdog.ts'

const never = () => new Promise<void>(() => undefined)

describe('the watchdog', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('ends the process when the engine has answered nothing for three asks', async () => {
    const onHang = vi.fn()
    startWatchdog({ ping: never, progress: () => ({ waiting: 1, answeredAt: 1, maintaining: false }) }, onHang)
    await vi.advanceTimersByTimeAsync(14_000)
    expect(onHang).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(onHang).toHaveBeenCalledOnce()
  })

  test('leaves a long transaction alone whose statements are answered', async () => {
    const onHang = vi.fn()
    const stop = startWatchdog({ ping: never, progress: () => ({ waiting: 1, answeredAt: Date.now(), maintaining: false }) }, onHang)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(onHang).not.toHaveBeenCalled()
    stop()
  })

  test('leaves maintenance alone, and an engine that answers', async () => {
    const onHang = vi.fn()
    const stops = [
      startWatchdog({ ping: never, progress: () => ({ waiting: 1, answeredAt: 1, maintaining: true }) }, onHang),
      startWatchdog({ ping: async () => undefined, progress: () => ({ waiting: 0, answeredAt: 1, maintaining: false }) }, onHang),
    ]
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onHang).not.toHaveBeenCalled()
    for (const stop of stops) stop()
  })
})

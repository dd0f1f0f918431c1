import { expect, test, vi } from 'vitest'

type Listener = (event: {
  key: string
  ctrlKey?: boolean
  preventDefault: () => void
  stopPropagation: () => void
}) => void

test('Keep keys typed before the palette is shown, and no longer once it is', async () => {
  const listeners = new Set<Listener>()
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: Listener) => listeners.delete(listener))
  const { beginTypingAhead, endTypingAhead } = await import('./typed-ahead.ts')
  let held = 0
  const type = (...keys: string[]) => {
    for (const key of keys)
      for (const listener of listeners) listener({ key, preventDefault: () => held++, stopPropagation: () => {} })
  }
  type('a')
  beginTypingAhead()
  type('T', '3', '1', 'Backspace', '0', 'Escape')
  expect([endTypingAhead(), held]).toEqual(['T30', 5])
  type('b')
  expect([listeners.size, endTypingAhead()]).toEqual([0, ''])
  vi.useFakeTimers()
  beginTypingAhead()
  type('c')
  // The script of the palette was not loaded: the page handles its keys again.
  vi.advanceTimersByTime(10_000)
  expect([listeners.size, endTypingAhead()]).toEqual([0, ''])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

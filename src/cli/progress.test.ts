import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from './progress.ts'
import { terminalOf } from './settings.ts'

const terminal = terminalOf(['--lang', 'en'], {})
let lines: string[] = []
// Restored for the other test files of this worker.
const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
const plain = (text: string) => text.replaceAll('\r\u001b[K', '')

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
  vi.stubEnv('TERM', 'xterm')
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(plain(String(text)))
    return true
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (isTTY) Object.defineProperty(process.stderr, 'isTTY', isTTY)
  else Reflect.deleteProperty(process.stderr, 'isTTY')
})
const watched = (value: boolean) => Object.defineProperty(process.stderr, 'isTTY', { value, configurable: true })

test('show on a terminal the count at once, then duration, rate and rest, and remove the line at the end', () => {
  watched(true)
  const progress = createProgress(terminal)
  progress.show('exporting', 0)
  expect(lines).toEqual(['exporting'])
  vi.advanceTimersByTime(2_500)
  expect(lines.at(-1)).toBe('exporting 2 s')
  progress.show('exporting', 4_000, 20_000)
  expect(lines.at(-1)).toBe('exporting 4,000/20,000 20 % · 1,600/s · about 10 s left')
  vi.advanceTimersByTime(2_500)
  expect(lines.at(-1)).toBe('exporting 4,000/20,000 20 % · 800/s · about 20 s left')
  progress.clear()
  const before = lines.length
  vi.advanceTimersByTime(5_000)
  expect(lines.slice(before - 1)).toEqual([''])
})

test('send nothing to a pipe or a terminal without cursor control', () => {
  watched(false)
  const progress = createProgress(terminal)
  progress.show('exporting', 0)
  vi.advanceTimersByTime(5_000)
  progress.show('exporting', 1_000, 2_000)
  progress.clear()
  watched(true)
  vi.stubEnv('TERM', 'dumb')
  createProgress(terminal).show('exporting', 0)
  expect(lines).toEqual([])
})

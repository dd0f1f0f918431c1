import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress } from './progress.ts'
import { terminalOf } from './settings.ts'

const terminal = terminalOf(['--lang', 'en'], {})
let lines: string[] = []
// The other files of this worker find standard error as it was.
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

test('a terminal sees at once what is done, then how long it takes, the rate and what is left; the line goes away', () => {
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

test('a pipe and a dumb terminal are sent nothing', () => {
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

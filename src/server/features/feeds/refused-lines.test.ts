import { expect, test } from 'vitest'
import { maxListedErrors } from '#shared/feed.ts'
import type { RefusedLine } from './parse-line.ts'
import type { Fleet } from './read-fleet.ts'
import { addRefused, UnreadableLines } from './refused-lines.ts'

const noFleet = new Map() as unknown as Fleet
const broken = (line: number): RefusedLine => ({ line, serial: null, reason: 'lineBroken' })
const twice = (line: number, serial: string): RefusedLine => ({ line, serial, reason: 'serialDuplicate' })

test('Count every refused line by its final reason, and store only the listed ones', () => {
  const unreadable = new UnreadableLines()
  unreadable.add([twice(2, '2.40E+11')])
  unreadable.add(Array.from({ length: maxListedErrors }, (_, index) => broken(index + 3)))
  unreadable.add([twice(20_001, '2.40E+11'), twice(20_002, 'A1')])
  const told = unreadable.listedFor(noFleet)
  expect([unreadable.length, told.length, told.lines.length]).toEqual([
    maxListedErrors + 3,
    maxListedErrors + 3,
    maxListedErrors,
  ])
  expect(told.counts).toEqual({ serialMangled: 2, lineBroken: maxListedErrors, serialDuplicate: 1 })
  expect(told.lines[0]).toEqual({ line: 2, serial: '2.40E+11', reason: 'serialMangled', values: { value: '2.40E+11' } })
  expect(unreadable.keys.size).toBe(2)
  const refuse = addRefused(told)
  refuse({ line: 5, serial: 'B1', reason: 'scrapped' })
  expect([told.length, told.lines.at(-1)?.serial, told.counts.scrapped]).toEqual([maxListedErrors + 4, 'B1', 1])
})

import { expect, test } from 'vitest'
import { readReport, slowestFiles, total } from './report.ts'

const file = (name: string, statuses: string[], message = '', seconds = 1) => ({
  name,
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
  status: statuses.every((status) => status === 'passed') && message === '' ? 'passed' : 'failed',
  message,
  assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
})
const report = (success: boolean, ...testResults: ReturnType<typeof file>[]) =>
  readReport(JSON.stringify({ success, testResults }))

test('count a skipped test as a failure', () => {
  expect(report(true, file('a.test.ts', ['passed', 'skipped', 'todo']))).toEqual({
    passed: 1,
    failed: 2,
    problems: ['test 1 (a.test.ts): was not run', 'test 2 (a.test.ts): was not run'],
  })
})

test('count a file that does not load as a failure', () => {
  expect(report(false, file('a.test.ts', ['passed']), file('b.test.ts', [], 'Cannot find module\n  at …'))).toEqual({
    passed: 1,
    failed: 1,
    problems: ['b.test.ts: Cannot find module'],
  })
})

test('count a run without tests, or with an error outside of them, as a failure', () => {
  expect(report(true).failed).toBe(1)
  expect(report(false, file('a.test.ts', ['passed'])).failed).toBe(1)
})

test('add up all parts in the last line', () => {
  expect(total([report(true, file('a', ['passed'])), report(false, file('b', ['failed', 'passed']))])).toMatchObject({
    passed: 2,
    failed: 1,
  })
})

test('name the slowest files, the slowest first', () => {
  const testResults = [file('a', ['passed'], '', 2), file('b', ['passed'], '', 31), file('c', ['passed'], '', 4.25)]
  expect(slowestFiles(JSON.stringify({ success: true, testResults }), 2)).toEqual(['31.0 s b', '4.3 s c'])
})

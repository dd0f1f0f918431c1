import { expect, test } from 'vitest'
import { type FeedResult, wouldChange } from './feed.ts'
import { summarizeErrors } from './feed-summary.ts'

test('a feed sums up in sentences what was wrong with it', () => {
  const error = (line: number, reason: 'serialDuplicate' | 'typeUnknown' | 'custodyReports', text: string) => ({ line, serial: 'A1', reason, text })
  const errors = [
    error(2, 'typeUnknown', '类型未知：T50（可用 T30、T20）'),
    error(3, 'serialDuplicate', '序列号重复'),
    error(4, 'serialDuplicate', '序列号重复'),
    error(5, 'custodyReports', '设备在送修中却仍在上报算力，已列入待确认'),
  ]
  expect(summarizeErrors(errors, 'zh')).toEqual([
    '2 台设备被拒绝：序列号重复',
    '1 台设备被拒绝：类型未知',
    '1 台设备待确认：设备在送修中却仍在上报算力，已列入待确认',
  ])
})

test('a feed whose lines are all refused would change nothing; one line that reports, or one device that is absent, would', () => {
  const none = { read: 3, created: 0, updated: 0, unchanged: 0, conflict: 0, refused: 3, transitions: [], coverage: [], ignoredColumns: [], errors: [] }
  const result: FeedResult = { ...none, businessDate: '2026-11-22', batchId: null, dryRun: true, errorCount: 3 }
  expect(wouldChange(result)).toBe(false)
  expect(wouldChange({ ...result, unchanged: 1 })).toBe(true)
  expect(wouldChange({ ...result, transitions: [{ from: 'normal', to: 'offline', count: 1 }] })).toBe(true)
})

import { expect, test } from 'vitest'
import { type FeedResult, maxKeptErrors, withKeptErrors, wouldChange } from './feed.ts'
import { coverageNote, summarizeErrors } from './feed-summary.ts'
import { type Values, type Word, word } from './i18n/index.ts'

const inChinese = (key: Word, values: Values) => word('zh', key, values)

test('summarize in sentences what was wrong with a feed', () => {
  const error = (
    line: number,
    reason: 'serialDuplicate' | 'serialOtherCase' | 'typeUnknown' | 'custodyReports',
    text: string,
  ) => ({
    line,
    serial: 'A1',
    reason,
    text,
  })
  const errors = [
    error(2, 'typeUnknown', '类型未知：T50（现有 T30、T20）'),
    error(3, 'serialDuplicate', '序列号重复'),
    error(4, 'serialDuplicate', '序列号重复'),
    error(6, 'serialOtherCase', '序列号重复：与 A1 只有大小写不同'),
    error(5, 'custodyReports', '设备在送修中却仍在上报算力，已列入待确认'),
  ]
  expect(summarizeErrors({ errors }, inChinese)).toEqual([
    '3 行被拒绝：序列号重复',
    '1 行被拒绝：类型未知',
    '1 台设备待确认：设备在送修中却仍在上报算力，已列入待确认',
  ])
})

test('count all lines of an older feed, not only the first thousand that were stored', () => {
  const of = (length: number, reason: 'timeFuture' | 'hashRateAbsurd' | 'lostReports', text: string) =>
    Array.from({ length }, (_, index) => ({ line: index, serial: null, reason, text }))
  const errors = [
    ...of(maxKeptErrors, 'timeFuture', '上报时间在未来：2030-01-01'),
    ...of(500, 'hashRateAbsurd', '算力 5000 TH/s 超出可能的范围'),
    ...of(7, 'lostReports', ''),
  ]
  const counts = { read: 1_507, created: 0, updated: 0, unchanged: 0, conflict: 7, refused: 1_500 }
  const rest = {
    businessDate: '2026-11-22',
    batchId: 1,
    dryRun: false,
    transitions: [],
    coverage: [],
    ignoredColumns: [],
  }
  const kept = withKeptErrors<FeedResult>({ ...counts, ...rest, errors, errorCount: errors.length })
  expect(kept.errors).toHaveLength(maxKeptErrors)
  const sentences = summarizeErrors(kept, inChinese)
  expect(sentences).toEqual(summarizeErrors({ errors }, inChinese))
  expect(sentences.slice(0, 2)).toEqual(['1,000 行被拒绝：上报时间在未来', '500 行被拒绝：算力 … TH/s 超出可能的范围'])
  expect(sentences[2]).toMatch(/^7 台设备待确认/)
})

test('change nothing if all lines are refused; one reported or absent device is a change', () => {
  const none = {
    read: 3,
    created: 0,
    updated: 0,
    unchanged: 0,
    conflict: 0,
    refused: 3,
    transitions: [],
    coverage: [],
    ignoredColumns: [],
    errors: [],
  }
  const result: FeedResult = { ...none, businessDate: '2026-11-22', batchId: null, dryRun: true, errorCount: 3 }
  expect(wouldChange(result)).toBe(false)
  expect(wouldChange({ ...result, unchanged: 1 })).toBe(true)
  expect(wouldChange({ ...result, transitions: [{ from: 'normal', to: 'offline', count: 1 }] })).toBe(true)
})

test('treat a few picked lines as complete, but not with a broken line or in a long list', () => {
  const empty = {
    created: 0,
    updated: 0,
    unchanged: 0,
    conflict: 0,
    refused: 0,
    transitions: [],
    ignoredColumns: [],
    errors: [],
    errorCount: 0,
  }
  const few = { ...empty, read: 3, businessDate: '2026-11-22', batchId: null, dryRun: true }
  const coverage = [
    {
      siteId: 1,
      site: 'A',
      expected: 300,
      reported: 3,
      status: 'partial' as const,
      absentOffline: 0,
      absentKept: 297,
      thin: true,
    },
  ]
  expect(coverageNote({ ...few, coverage })).toEqual({ word: 'feed.fewLines', caution: false, sites: ['A'] })
  expect(coverageNote({ ...few, refused: 1, coverage })).toMatchObject({ word: 'feed.lowCoverage', caution: true })
  expect(coverageNote({ ...few, read: 21, coverage })).toMatchObject({ word: 'feed.lowCoverage', caution: true })
  expect(coverageNote({ ...few, coverage: coverage.map((site) => ({ ...site, thin: false })) })).toBeNull()
  const turned = coverage.map((site) => ({ ...site, absentOffline: 297, absentKept: 0 }))
  expect(coverageNote({ ...few, coverage: turned })).toMatchObject({ caution: true })
})

import { expect, test } from 'vitest'
import { SeriesRequest } from '#shared/charts.ts'
import { DeviceListRequest } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { PartsRequest } from '#shared/goods.ts'
import { TraceSave } from '#shared/traces.ts'
import { SeedRequest } from '#shared/user-import.ts'
import { describeError } from './errors.ts'

const said = (schema: typeof DeviceListRequest | typeof SeriesRequest, input: unknown, language: 'zh' | 'en') =>
  describeError(schema.safeParse(input).error, language).message

test("Name a misspelt filter and list the valid ones, in the reader's language", () => {
  expect(said(DeviceListRequest, { clinetId: 1 }, 'zh')).toMatch(
    /^输入有误：未知的条件 clinetId，可用条件：companyId, clientId/,
  )
  expect(said(DeviceListRequest, { clinetId: 1 }, 'en')).toMatch(/unknown: clinetId; allowed: companyId, clientId/)
})

test('Answer an unknown state or sort column with the allowed ones', () => {
  expect(said(DeviceListRequest, { state: 'asleep' }, 'zh')).toBe(
    '输入有误：状态 state (可选值：normal=正常, low=低算力, warn=告警, offline=已下线, repairing=送修中, repaired=修复未上线, lost=丢失, scrap=报废)',
  )
  expect(said(DeviceListRequest, { state: '正常' }, 'en')).toContain(
    '(one of: normal, low, warn=Warning, offline, repairing=In repair, repaired',
  )
  expect(said(DeviceListRequest, { orderColumn: 'password_hash' }, 'en')).toMatch(
    /orderColumn \(one of: serial, site, client/,
  )
})

test('Describe a wrong date, a reversed range and a wrong type without words of a library', () => {
  expect(said(SeriesRequest, { businessDateQuery: ['2026-02-30', '2026-03-01'] }, 'zh')).toContain(
    '应为日期 YYYY-MM-DD',
  )
  expect(said(SeriesRequest, { businessDateQuery: ['2026-03-02', '2026-03-01'] }, 'en')).toContain(
    'the end is before the start',
  )
  expect(said(DeviceListRequest, { clientId: { gt: 0 }, page: -1 }, 'en')).not.toMatch(/Invalid|expected|received/)
})

test('Distinguish a wrong value from a missing one', () => {
  expect(said(DeviceListRequest, { siteId: 'x' }, 'en')).toContain('siteId (an id, a number from 1 on)')
  expect(said(DeviceListRequest, { size: 99_999 }, 'en')).toContain('size (at most 1,020)')
  expect(describeError(PartsRequest.safeParse({}).error, 'en').message).toContain('machineId (missing)')
})

test('Show a label once when it equals the name of the field', () => {
  expect(said(DeviceListRequest, { state: 'asleep' }, 'en')).toMatch(/: state \(one of: normal/)
  expect(said(DeviceListRequest, { clientId: 'x' }, 'en')).toMatch(/client clientId \(/)
  expect(describeError(TraceSave.safeParse({ testeeId: 1, bmi: 'x' }).error, 'en').message).not.toMatch(/BMI bmi/)
})

test('Show the name, the label and the reason for a refused field', () => {
  const described = describeError(new AppError('VALIDATION', { field: 'companyId', problem: 'problem.missing' }), 'zh')
  expect(described.message).toBe('输入有误：公司 companyId (不能为空)')
  expect(described.fields).toEqual([{ field: 'companyId', label: '公司', problem: '不能为空' }])
  expect(describeError(TraceSave.safeParse({ testeeId: 1, systolic: 90, diastolic: 95 }).error, 'zh').message).toBe(
    '输入有误：舒张压 diastolic (舒张压应低于收缩压)',
  )
})

test.each([
  [1, '1 秒', '1 s'],
  [119.2, '120 秒', '120 s'],
  [121, '3 分钟', '3 min'],
  [75_600, '21 小时', '21 h'],
])('Say how long to wait, rounded up, after a refusal for %s seconds', (retryAfterSeconds, zh, en) => {
  const refused = new AppError('TOO_MANY', { retryAfterSeconds })
  expect(describeError(refused, 'zh').message).toBe(`操作过于频繁，请在 ${zh}后再试`)
  expect(describeError(refused, 'en').message).toBe(`Too many attempts. Try again in ${en}`)
})

test('Name the field of a wrong row in a file, and an unknown field, without words of a library', () => {
  expect(describeError(SeedRequest.safeParse({ rows: [{ line: 'x', userName: 'a' }] }).error, 'zh').message).toMatch(
    /rows\.0\.\w+ \(/,
  )
  const unknown = describeError(
    SeedRequest.safeParse({ rows: [{ line: 2, userName: 'a' }], wish: 1 }).error,
    'zh',
  ).message
  expect(unknown).not.toMatch(/Unrecognized|Invalid|expected/)
})

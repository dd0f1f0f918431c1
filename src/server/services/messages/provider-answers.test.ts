import { expect, test } from 'vitest'
import { retryAfterSeconds, verdictOf } from './provider-answers.ts'
import { mostAttempts, nextAttempt } from './retries.ts'

const now = new Date('2026-11-20T04:00:00Z')
const failed = (afterSeconds: number | null = null) => ({ outcome: 'failed', afterSeconds })
const verdict = (
  kind: 'webhook' | 'wecom' | 'dingtalk' | 'feishu',
  status: number,
  body = '',
  retryAfter: string | null = null,
) => verdictOf(kind, { status, body, retryAfter }, now)

test('Judge a webhook by its HTTP status', () => {
  for (const status of [200, 201, 204, 299]) expect(verdict('webhook', status)).toEqual({ outcome: 'delivered' })
  for (const status of [301, 302, 307, 308, 400, 401, 404, 500, 502])
    expect(verdict('webhook', status, '', '9')).toEqual(failed())
  expect(verdict('webhook', 410)).toEqual({ outcome: 'gone' })
  expect(verdict('webhook', 429, '', '30')).toEqual(failed(30))
  expect(verdict('webhook', 503, '', 'Fri, 20 Nov 2026 04:02:00 GMT')).toEqual(failed(120))
  expect(verdict('webhook', 503)).toEqual(failed())
})

test('Judge a robot by the code in the body, because it always answers 200', () => {
  expect(verdict('wecom', 200, '{"errcode":0,"errmsg":"ok"}')).toEqual({ outcome: 'delivered' })
  expect(verdict('wecom', 200, '{"errcode":93000,"errmsg":"invalid webhook url"}')).toEqual(failed())
  expect(verdict('wecom', 200, '{"errcode":45009,"errmsg":"api freq out of limit"}')).toEqual(failed(60))
  expect(verdict('dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}')).toEqual(failed())
  expect(verdict('dingtalk', 200, '{"errcode":0}')).toEqual({ outcome: 'delivered' })
  expect(verdict('feishu', 200, '{"code":0,"msg":"success"}')).toEqual({ outcome: 'delivered' })
  expect(verdict('feishu', 200, '{"code":19021,"msg":"sign match fail"}')).toEqual(failed())
  // The code of one provider is not valid for another, and a missing code is a failure.
  for (const body of ['{"errcode":0}', '{"code":"0"}', '', '<html>', '[]', 'null'])
    expect(verdict('feishu', 200, body), body).toEqual(failed())
  expect(verdict('wecom', 302, '{"errcode":0}')).toEqual(failed())
  expect(verdict('dingtalk', 429, '', '5')).toEqual(failed(5))
})

test('Read Retry-After as a number or a date, limited to one second up to a day', () => {
  const read = (header: string | null) => retryAfterSeconds(header, now)
  expect([null, '', 'soon', '0', '5', '999999999', 'Thu, 19 Nov 2026 04:00:00 GMT'].map(read)).toEqual([
    null,
    null,
    null,
    1,
    5,
    86_400,
    1,
  ])
})

test('Retry ten times: at once, then after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, plus up to 20 %', () => {
  const wait = (times: number, asked: number | null, random: number) =>
    ((nextAttempt(now, times, asked, random)?.getTime() ?? Number.NaN) - now.getTime()) / 1_000
  const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3_600)
  expect(Array.from({ length: 9 }, (_, place) => wait(place + 1, null, 0))).toEqual([5, 300, 1_800, ...hours])
  expect(wait(2, null, 0.5)).toBe(330)
  expect(wait(1, 600, 0)).toBe(600)
  expect(wait(4, 600, 0)).toBe(7_200)
  expect(nextAttempt(now, mostAttempts, null, 0)).toBeNull()
  expect(mostAttempts).toBe(10)
})

import { expect, test } from 'vitest'
import { bytesOf, cutToBytes, type Message, plainMarkdown } from './message.ts'
import { envelopeOf } from './webhook-envelopes.ts'
import { dingTalkSign, feishuSign, webhookKey, webhookSecret, webhookSignature } from './webhook-signatures.ts'

const at = new Date('2023-11-14T22:13:20Z')
const message = (given: Partial<Message> = {}): Message => ({
  type: 'alert.opened',
  severity: 'critical',
  language: 'zh',
  title: '[严重] 西北二号站 离线 118/120',
  lines: ['自 14:05（3 小时 10 分）', '批次 #812'],
  link: { text: '查看', url: 'https://console.example/alerts?id=7' },
  data: { alertId: 7 },
  at: at.toISOString(),
  ...given,
})
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('Compute the signatures of test vectors from other programs', () => {
  // The example of the Standard Webhooks specification; the other two by openssl dgst -mac HMAC.
  const key = webhookKey(secret)
  expect(key && webhookSignature([key], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
  expect(dingTalkSign('SEC000000000000000000000', 1_700_000_000_000)).toBe(
    '1zJ/w34EOSVAYr7cu7Vo8LnebmK2/GrCgegtr8mQrqM=',
  )
  expect(feishuSign('demo-secret', 1_700_000_000)).toBe('mYHw2R2SOm8Rw/sne3lQdmz4sOfntKR+1P/8RKKTwmA=')
})

test('Sign webhooks only with secrets of 24 to 64 bytes in base64', () => {
  for (const wrong of [
    '',
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_',
    'whsec_c2hvcnQ=',
    `whsec_${'A'.repeat(100)}`,
    'whsec_MfKQ9r8GKYqrTwjU PD8ILPZIo2LaLaSw',
  ])
    expect(webhookKey(wrong), wrong).toBeNull()
  expect(webhookKey(webhookSecret(Buffer.alloc(32, 7)))).toEqual(Buffer.alloc(32, 7))
})

test('Sign with both secrets during a change, the new one first', () => {
  const former = webhookSecret(Buffer.alloc(24, 1))
  const { headers } = envelopeOf('webhook', message(), { secrets: [secret, former], id: 'a', at })
  const { headers: alone } = envelopeOf('webhook', message(), { secrets: [secret], id: 'a', at })
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  expect(headers['webhook-signature']?.split(' ')[0]).toBe(alone['webhook-signature'])
  expect(headers).toMatchObject({ 'webhook-id': 'a', 'webhook-timestamp': '1700000000' })
})

test('Send each provider the body of its manual', () => {
  const signing = { secrets: ['demo-secret'], id: 'a', at }
  const body = (kind: 'webhook' | 'wecom' | 'dingtalk' | 'feishu', given?: Partial<Message>) =>
    JSON.parse(envelopeOf(kind, message(given), signing).body)
  expect(body('webhook')).toEqual({
    type: 'alert.opened',
    timestamp: at.toISOString(),
    data: {
      alertId: 7,
      severity: 'critical',
      language: 'zh',
      title: message().title,
      lines: message().lines,
      url: 'https://console.example/alerts?id=7',
    },
  })
  const markdown =
    '**［严重］ 西北二号站 离线 118/120**\n自 14:05（3 小时 10 分）\n批次 #812\n[查看](https://console.example/alerts?id=7)'
  expect(body('wecom')).toEqual({ msgtype: 'markdown', markdown: { content: markdown } })
  expect(body('dingtalk')).toEqual({
    msgtype: 'markdown',
    markdown: { title: message().title, text: markdown.replaceAll('\n', '\n\n') },
    at: { isAtAll: false },
  })
  expect(envelopeOf('dingtalk', message(), signing).query).toEqual({
    timestamp: '1700000000000',
    sign: dingTalkSign('demo-secret', 1_700_000_000_000),
  })
  expect(envelopeOf('dingtalk', message(), { ...signing, secrets: [] }).query).toEqual({})
  const colors = (['alert.opened', 'alert.resolved', 'alert.takenBack'] as const).map(
    (type) => body('feishu', { type }).card.header.template,
  )
  expect([...colors, body('feishu', { severity: 'warning' }).card.header.template]).toEqual([
    'red',
    'green',
    'green',
    'orange',
  ])
  expect(body('feishu')).toMatchObject({
    timestamp: '1700000000',
    sign: 'mYHw2R2SOm8Rw/sne3lQdmz4sOfntKR+1P/8RKKTwmA=',
    msg_type: 'interactive',
    card: {
      header: { title: { tag: 'plain_text', content: message().title }, template: 'red' },
      elements: [{ tag: 'div' }, { tag: 'action' }],
    },
  })
})

test('Cut a long message by whole lines and characters, and keep its link', () => {
  const long = message({ lines: Array.from({ length: 400 }, (_, line) => `第 ${line} 行：${'西北二号站'.repeat(12)}`) })
  const limits = { wecom: 4_096, dingtalk: 18_000, feishu: 20_000, webhook: 20_000 } as const
  for (const [kind, most] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const { body } = envelopeOf(kind, long, { secrets: [secret], id: 'a', at })
    const read = JSON.parse(body) as { markdown?: { content?: string; text?: string } }
    const told = read.markdown?.content ?? read.markdown?.text ?? body
    expect(bytesOf(told), kind).toBeLessThanOrEqual(most)
    expect(told, kind).toContain('alerts?id=7')
    if (kind !== 'webhook') expect(told, kind).toMatch(/另有 \d+ 行/)
    if (kind !== 'webhook') expect(bytesOf(told), kind).toBeGreaterThan(most / 3)
  }
  expect(cutToBytes('西北二号站', 10)).toBe('西北…')
  expect(cutToBytes('冷😀😀', 10)).toBe('冷😀…')
})

test('Show a name literally: as no link, mention or heading', () => {
  expect(plainMarkdown('[a](https://evil.example) <@all> **x** `y`')).toBe(
    '［a］(https://evil.example) ＜＠all＞ ＊＊x＊＊ ｀y｀',
  )
  expect(plainMarkdown('# a\n- b')).not.toMatch(/^\s*#/)
})

import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhookSecret } from '#server/services/messages/webhook-signatures.ts'
import { useOutboundReceivers } from '#tests/support/receiver-settings.ts'
import type { startReceiver } from '#tests/support/receivers.ts'
import { createOutbound } from './outbound.ts'

const { receiver, posting, settings, outside, message, code } = useOutboundReceivers()

test('Let an independent library verify a webhook, with the current and the former secret', async () => {
  const [present, former] = [webhookSecret(Buffer.alloc(32, 1)), webhookSecret(Buffer.alloc(32, 2))]
  const { address, got } = await receiver(() => ({ status: 204 }))
  const to = { kind: 'webhook' as const, address: address(), secrets: [present, former], recipients: [] }
  const { id, at } = posting()
  expect(await createOutbound(settings, outside).send(to, message(), { id, at })).toMatchObject({
    verdict: { outcome: 'delivered' },
    status: 204,
  })
  const [request] = got
  const headers = request?.headers as Record<string, string>
  expect(headers['webhook-id']).toBe(id)
  for (const secret of [present, former])
    expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({
      type: 'alert.opened',
      data: { alertId: 7 },
    })
  expect(() => new Webhook(webhookSecret(Buffer.alloc(32, 3))).verify(request?.body ?? '', headers)).toThrow()
  expect(() => new Webhook(present).verify(`${request?.body} `, headers)).toThrow()
})

test('Let each robot verify its signature by its manual, and decide by its code', async () => {
  const secret = 'SEC-of-the-robot'
  const within = (milliseconds: number) => Math.abs(Date.now() - milliseconds) < 3_600_000
  const dingTalk = await receiver(({ query }) => {
    const [timestamp, sign] = [query.get('timestamp') ?? '', query.get('sign')]
    const right = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
    return code(
      'errcode',
      sign === right && within(Number(timestamp)) && query.get('access_token') === 'token' ? 0 : 310_000,
    )
  })
  const feishu = await receiver(({ body }) => {
    const { timestamp, sign } = JSON.parse(body) as { timestamp: string; sign: string }
    const right = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')
    return code('code', sign === right && within(Number(timestamp) * 1_000) ? 0 : 19_021)
  })
  const weCom = await receiver(({ query, body }) => {
    const { msgtype, markdown } = JSON.parse(body) as { msgtype: string; markdown: { content: string } }
    const fits = msgtype === 'markdown' && Buffer.byteLength(markdown.content) <= 4_096
    return code('errcode', query.get('key') === 'robot' && fits ? 0 : 93_000)
  })
  const outbound = createOutbound(settings, outside)
  const outcome = async (kind: 'dingtalk' | 'feishu' | 'wecom', address: string, secrets: string[]) => {
    const { verdict, answer } = await outbound.send({ kind, address, secrets, recipients: [] }, message(), posting())
    return [verdict.outcome, answer]
  }
  const said = (name: string, value: number) => `{"${name}":${value},"msg":"said so"}`
  expect(await outcome('dingtalk', dingTalk.address('/robot/send?access_token=token'), [secret])).toEqual([
    'delivered',
    said('errcode', 0),
  ])
  expect(await outcome('dingtalk', dingTalk.address('/robot/send?access_token=token'), ['wrong'])).toEqual([
    'failed',
    said('errcode', 310_000),
  ])
  expect(await outcome('feishu', feishu.address('/open-apis/bot/v2/hook/a'), [secret])).toEqual([
    'delivered',
    said('code', 0),
  ])
  expect(await outcome('feishu', feishu.address('/open-apis/bot/v2/hook/a'), ['wrong'])).toEqual([
    'failed',
    said('code', 19_021),
  ])
  expect(await outcome('wecom', weCom.address('/cgi-bin/webhook/send?key=robot'), [])).toEqual([
    'delivered',
    said('errcode', 0),
  ])
  expect(await outcome('wecom', weCom.address('/cgi-bin/webhook/send?key=other'), [])).toEqual([
    'failed',
    said('errcode', 93_000),
  ])
})

test("Report a receiver's refusal word for word", async () => {
  const cases: [Parameters<typeof startReceiver>[0], object][] = [
    [
      () => ({ status: 410, body: 'gone for good' }),
      { verdict: { outcome: 'gone' }, status: 410, answer: 'gone for good' },
    ],
    [
      () => ({ status: 429, headers: { 'retry-after': '30' }, body: 'slow down' }),
      { verdict: { outcome: 'failed', afterSeconds: 30 }, status: 429 },
    ],
    [
      () => ({ status: 302, headers: { location: 'https://receiver.test/' } }),
      { verdict: { outcome: 'failed', afterSeconds: null }, status: 302 },
    ],
    [() => null, { verdict: { outcome: 'failed' }, status: null, answer: 'own:timeout 0.4' }],
  ]
  for (const [reply, expected] of cases) {
    const { address } = await receiver((got) => reply(got, 1))
    const to = { kind: 'webhook' as const, address: address(), secrets: [], recipients: [] }
    expect(await createOutbound(settings, { ...outside, timeout: 400 }).send(to, message(), posting())).toMatchObject(
      expected,
    )
  }
  const inside = {
    kind: 'webhook' as const,
    address: 'https://169.254.169.254/latest/meta-data',
    secrets: [],
    recipients: [],
  }
  expect(await createOutbound(settings, outside).send(inside, message(), posting())).toMatchObject({
    verdict: { outcome: 'failed' },
    status: null,
    answer: 'own:address',
  })
})

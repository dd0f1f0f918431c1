import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import type { Message } from '#server/services/messages/message.ts'
import { webhookSecret } from '#server/services/messages/signatures.ts'
import {
  type Got,
  loopbackAllowed,
  receiverAuthority,
  receiverCertificate,
  receiverKey,
  startReceiver,
  toLoopback,
} from '#tests/support/receivers.ts'
import { createOutbound } from './outbound.ts'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
const settings = {
  smtpUrl: null,
  mailFrom: null,
  publicUrl: 'https://console.example',
  host: '127.0.0.1',
  port: 3000,
  ...loopbackAllowed,
}
const outside = { resolve: toLoopback, ca: receiverAuthority, timeout: 2_000 }
const message = (given: Partial<Message> = {}): Message => ({
  ...{
    type: 'alert.opened',
    severity: 'critical',
    language: 'zh',
    title: '[严重] 西北二号站 离线 118/120',
    lines: ['自 14:05（3 小时 10 分）'],
  },
  ...{
    link: { text: '查看', url: 'https://console.example/alerts' },
    data: { alertId: 7 },
    at: new Date().toISOString(),
    thread: 'alert-7',
  },
  ...given,
})
async function receiver(
  reply: (got: Got) => { status?: number; headers?: Record<string, string>; body?: string } | null,
) {
  const started = await startReceiver(reply)
  ends.push(started.close)
  return started
}
const code = (kind: 'errcode' | 'code', value: number) => ({
  status: 200,
  body: JSON.stringify({ [kind]: value, msg: 'said so' }),
})
const posting = () => ({ id: randomUUID(), at: new Date() })

test('a webhook is verified by a foreign library, with the present and with the former secret', async () => {
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

test('each robot checks its signature as its manual says, and its code decides', async () => {
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

test('what a receiver does instead of taking a message over is told word for word', async () => {
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

type Mail = { from: string; to: string[]; text: string; secure: boolean }
async function mailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    ...{ key: receiverKey, cert: receiverCertificate, authOptional: true, logger: false, disableReverseLookup: true },
    ...options,
    onData(stream, { envelope, secure }, done) {
      let text = ''
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8')
      })
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text, secure: secure === true })
        done()
      })
    },
  })
  await new Promise<void>((settle) => server.listen(0, '0.0.0.0', settle))
  ends.push(() => new Promise((settle) => server.close(settle)))
  return { mails, port: (server.server.address() as AddressInfo).port }
}
const mailTo = (...recipients: string[]) => ({ kind: 'mail' as const, address: null, secrets: [], recipients })
/** A header of a mail, with its continued lines. */
const header = (text: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'im').exec(text)?.[1]?.replace(/\s+/g, ' ')

test('mails of an event form a thread; those of a schedule tell nobody of the others', async () => {
  const { mails, port } = await mailServer()
  const outbound = createOutbound({ ...settings, smtpUrl: `smtp://127.0.0.1:${port}` }, outside)
  ends.push(outbound.close)
  const { verdict, status, answer } = await outbound.send(mailTo('a@b.example', 'c@d.example'), message(), posting())
  expect([verdict.outcome, status]).toEqual(['delivered', 250])
  expect(answer).toMatch(/^250 /)
  await outbound.send(mailTo('a@b.example'), message({ type: 'alert.resolved' }), posting())
  const file = { name: '七月.csv', type: 'text/csv', content: Buffer.from('a,b\r\n') }
  await outbound.send(mailTo('a@b.example', 'c@d.example'), message({ type: 'schedule', thread: undefined }), {
    ...posting(),
    blind: true,
    files: [file],
  })
  expect(mails).toHaveLength(3)
  const [opened = '', resolved = '', blind = ''] = mails.map(({ text }) => text)
  expect(header(opened, 'Message-ID')).toBe('<alert-7@console.example>')
  expect(header(opened, 'To')).toBe('a@b.example, c@d.example')
  expect(header(resolved, 'References')).toBe('<alert-7@console.example>')
  expect(header(resolved, 'Message-ID')).not.toBe('<alert-7@console.example>')
  expect(opened).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/)
  expect(mails[2]?.to).toEqual(['a@b.example', 'c@d.example'])
  expect(blind).not.toMatch(/a@b\.example|c@d\.example/)
  expect(blind).toContain(Buffer.from('a,b\r\n').toString('base64'))
})

test('beyond this machine mail travels encrypted or not at all', async () => {
  const open = await mailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  const closed = await mailServer()
  // 0.0.0.0 leads to this machine and is no loopback address by its name.
  const send = async (url: string, ca: string | undefined) => {
    const outbound = createOutbound({ ...settings, smtpUrl: url }, ca === undefined ? {} : { ca })
    ends.push(outbound.close)
    return outbound.send(mailTo('a@b.example'), message(), posting())
  }
  expect((await send(`smtp://0.0.0.0:${open.port}`, receiverAuthority)).verdict.outcome).toBe('failed')
  expect(open.mails).toEqual([])
  expect((await send(`smtp://0.0.0.0:${closed.port}`, undefined)).answer).toMatch(/certificate/i)
  expect(closed.mails).toEqual([])
  expect((await send(`smtp://0.0.0.0:${closed.port}`, receiverAuthority)).verdict.outcome).toBe('delivered')
  expect(closed.mails).toMatchObject([{ secure: true }])
})

test('a refused recipient, a wrong password and a missing server are told in the words of the server', async () => {
  const refusing = await mailServer({
    onRcptTo: ({ address }, _, done) => (address === 'no@b.example' ? done(new Error('no such mailbox')) : done()),
  })
  const outbound = createOutbound({ ...settings, smtpUrl: `smtp://127.0.0.1:${refusing.port}` }, outside)
  ends.push(outbound.close)
  expect(await outbound.send(mailTo('no@b.example'), message(), posting())).toMatchObject({
    verdict: { outcome: 'failed' },
    answer: expect.stringContaining('no such mailbox'),
  })
  expect(await outbound.send(mailTo('a@b.example', 'no@b.example'), message(), posting())).toMatchObject({
    verdict: { outcome: 'delivered' },
    answer: expect.stringContaining('not taken: no@b.example'),
  })
  expect(await createOutbound(settings).send(mailTo('a@b.example'), message(), posting())).toMatchObject({
    verdict: { outcome: 'failed' },
    status: null,
    answer: 'own:noMailServer',
  })
})

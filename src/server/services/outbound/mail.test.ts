import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { useOutboundReceivers } from '#tests/support/receiver-settings.ts'
import { receiverAuthority, receiverCertificate, receiverKey } from '#tests/support/receivers.ts'
import { createOutbound } from './outbound.ts'

type Mail = { from: string; to: string[]; text: string; secure: boolean }
const { ends, settings, outside, message, posting } = useOutboundReceivers()
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
/** Return a header of a mail, including its continuation lines. */
const header = (text: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'im').exec(text)?.[1]?.replace(/\s+/g, ' ')

test('Group mails of an event into a thread; hide the recipients of a schedule from each other', async () => {
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

test('Require encryption for a mail server on another machine', async () => {
  const open = await mailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
  const closed = await mailServer()
  // 0.0.0.0 connects to this machine, but is not a loopback address.
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

test("Report a refused recipient, wrong password or missing server in the server's words", async () => {
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

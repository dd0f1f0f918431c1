import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { copyDataFolder } from './copy-data-folder.ts'
import { type RunningServer, startServer } from './http-server.ts'
import { type Receiver, receiverAuthority, startReceiver } from './receivers.ts'

export type MessageHouse = {
  server: RunningServer
  /** A substitute for Feishu; its address is that of a robot. */
  feishu: Receiver
  robot: string
  /** The received mails: their recipients, and their whole text. */
  mails: { to: string[]; text: string }[]
  close(): Promise<void>
}

/**
 * Start the built product with a substitute for Feishu and a local mail server.
 * @param demonstration a data folder with the demonstration, which is copied
 */
export async function startMessageHouse(demonstration: string): Promise<MessageHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-messages-'))
  copyDataFolder(demonstration, dataDir)
  const authority = join(dataDir, 'authority.pem')
  writeFileSync(authority, receiverAuthority)
  const feishu = await startReceiver(() => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"code":0,"msg":"success"}',
  }))
  const mails: MessageHouse['mails'] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => {
        text += part
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  const port = await new Promise<number>((settle) => {
    const listening = smtp.listen(0, '127.0.0.1', () => settle((listening.address() as { port: number }).port))
  })
  const server = await startServer({
    environment: {
      DATA_DIR: dataDir,
      DEMO: '1',
      ALLOWED_NETWORKS: '127.0.0.1/32',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: authority,
    },
    built: true,
  })
  return {
    server,
    feishu,
    robot: `https://127.0.0.1:${feishu.port}/open-apis/bot/v2/hook/story`,
    mails,
    async close() {
      await server.stop()
      await feishu.close()
      await new Promise<void>((settle) => smtp.close(() => settle()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

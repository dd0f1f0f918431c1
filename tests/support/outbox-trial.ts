import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { SMTPServer } from 'smtp-server'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import { sealSecrets } from '#server/services/messages/channel-secrets.ts'
import { webhookSecret } from '#server/services/messages/webhook-signatures.ts'
import { buildCompany } from './factories.ts'
import { crashKeys } from './outbox-process.ts'
import { startPostgres } from './postgres.ts'
import { receiverAuthority, startReceiver } from './receivers.ts'

const pause = (milliseconds: number) => new Promise((settle) => setTimeout(settle, milliseconds))
const script = fileURLToPath(new URL('./outbox-process.ts', import.meta.url))

/** Start a mail server that records the `Message-ID` of each mail before it accepts the mail. */
async function startMail(mails: string[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8')
      })
      stream.on('end', () => {
        mails.push(/^Message-ID: <([^@>]+)/im.exec(text)?.[1] ?? '')
        setTimeout(done, 20)
      })
    },
  })
  // A connection that ends with its process is the tested case.
  server.on('error', () => undefined)
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise((settle) => server.close(() => settle(null))),
  }
}

/**
 * Start processes that share an outbox on one PostgreSQL, receivers that count their messages, and a function that
 * kills processes.
 * @param settings further environment of the processes
 */
export async function startTrial(processes: number, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-outbox-'))
  const postgres = await startPostgres()
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: postgres.url(), max: 4 }) }),
  })
  const [mails, hooks]: [string[], string[]] = [[], []]
  const mail = await startMail(mails)
  const receiver = await startReceiver(({ headers }) => {
    hooks.push(String(headers['webhook-id']))
    return { status: 204 }
  })
  const children: ChildProcess[] = []
  let busy: ChildProcess | null = null
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, receiverAuthority)
  await migrate(db)
  const base = await buildCompany(db)
  const sealed = sealSecrets(crashKeys, {
    address: receiver.address(),
    secret: webhookSecret(Buffer.alloc(32, 1)),
    former: null,
  })

  const start = () => {
    const child = fork(script, {
      execArgv: ['--import', 'tsx'],
      env: {
        ...process.env,
        OUTBOX_DATABASE: postgres.url(),
        OUTBOX_CA: ca,
        OUTBOX_SMTP: mail.url,
        OUTBOX_FILES: join(folder, 'files'),
        ...settings,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', () => {
      if (child.exitCode === null && !child.killed) busy = child
    })
    children.push(child)
  }
  for (let number = 0; number < processes; number++) start()

  return {
    db,
    base,
    mails,
    hooks,
    /** Add a channel to one of the receivers. */
    async channel(kind: 'mail' | 'webhook'): Promise<number> {
      const leads =
        kind === 'mail' ? { recipients: 'a@b.example' } : { host: 'receiver.test', sealed, has_secret: true }
      const values = {
        company_id: base.id,
        language: 'zh' as const,
        least_severity: 'notice' as const,
        name: kind,
        kind,
        ...leads,
      }
      return (await db.insertInto('channel').values(values).returning('id').executeTakeFirstOrThrow()).id
    },
    /** Kill the process that was last busy, a moment later, and start another. @returns whether any was busy */
    async killBusy(withinMs: number): Promise<boolean> {
      for (let waited = 0; busy === null && waited < 5_000; waited += 10) await pause(10)
      await pause(Math.random() * withinMs)
      const victim = busy ?? children[0]
      const wasBusy = busy !== null
      victim?.kill('SIGKILL')
      children.splice(children.indexOf(victim as ChildProcess), 1)
      busy = null
      start()
      return wasBusy
    },
    async close(): Promise<void> {
      for (const child of children) child.kill('SIGKILL')
      await db.destroy()
      await receiver.close()
      await mail.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

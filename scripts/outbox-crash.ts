import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { SMTPServer } from 'smtp-server'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import { sealSecrets } from '#server/services/channel-secrets.ts'
import { webhookSecret } from '#server/services/messages/signatures.ts'
import { buildCompany } from '#tests/support/factories.ts'
import { crashKeys } from '#tests/support/outbox-process.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { receiverAuthority, startReceiver } from '#tests/support/receivers.ts'

// Kills one of several processes that share the outbox, again and again, between the commit of messages and their sending, and counts what
// receivers got: npx tsx scripts/outbox-crash.ts --kills 50 --processes 3 --messages 10

const { values } = parseArgs({ options: { kills: { type: 'string' }, processes: { type: 'string' }, messages: { type: 'string' } } })
const [kills, processes, messages] = [Number(values.kills ?? 50), Number(values.processes ?? 3), Number(values.messages ?? 10)]
const pause = (milliseconds: number) => new Promise((settle) => setTimeout(settle, milliseconds))

const folder = mkdtempSync(join(tmpdir(), 'coldfleet-outbox-'))
const postgres = await startPostgres()
const pool = new Pool({ connectionString: postgres.url(), max: 4 })
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
const mails: string[] = []
const mailServer = new SMTPServer({
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
// A connection that ends with its process is what is tried here.
mailServer.on('error', () => undefined)
await new Promise<void>((settle) => mailServer.listen(0, '127.0.0.1', settle))
const hooks: string[] = []
const receiver = await startReceiver(({ headers }) => {
  hooks.push(String(headers['webhook-id']))
  return { status: 204 }
})

const children: ChildProcess[] = []
let sender: ChildProcess | null = null
const script = fileURLToPath(new URL('../tests/support/outbox-process.ts', import.meta.url))
function start(): ChildProcess {
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, receiverAuthority)
  const smtp = `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`
  const child = fork(script, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, OUTBOX_DATABASE: postgres.url(), OUTBOX_CA: ca, OUTBOX_SMTP: smtp },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('message', () => {
    if (child.exitCode === null && !child.killed) sender = child
  })
  return child
}

try {
  await migrate(db)
  const base = await buildCompany(db)
  const sealed = sealSecrets(crashKeys, { address: receiver.address(), secret: webhookSecret(Buffer.alloc(32, 1)), former: null })
  const common = { company_id: base.id, language: 'zh' as const, least_severity: 'notice' as const }
  const channel = async (given: object) =>
    (
      await db
        .insertInto('channel')
        .values({ ...common, ...given } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const hook = await channel({ name: 'webhook', kind: 'webhook', host: 'receiver.test', sealed, has_secret: true })
  const mail = await channel({ name: 'mail', kind: 'mail', recipients: 'a@b.example' })
  for (let number = 0; number < processes; number++) children.push(start())
  await pause(4_000)
  for (let kill = 0; kill < kills; kill++) {
    const message = JSON.stringify({
      type: 'alert.opened',
      severity: 'warning',
      language: 'zh',
      title: `事件 ${kill}`,
      lines: [],
      link: null,
      data: {},
      at: new Date().toISOString(),
    })
    for (const id of [hook, mail])
      await sql`insert into delivery (company_id, channel_id, message, due, create_time)
        select ${base.id}, ${id}, ${message}::jsonb, now(), now() from generate_series(1, ${messages})`.execute(db)
    // The process that has just taken them dies somewhere between the commit and the note of what came of it.
    for (let waited = 0; sender === null && waited < 5_000; waited += 10) await pause(10)
    await pause(Math.random() * 500)
    const victim = sender ?? children[0]
    victim?.kill('SIGKILL')
    children.splice(children.indexOf(victim as ChildProcess), 1)
    sender = null
    children.push(start())
    await pause(300)
  }
  // What a killed process had taken is free after a minute.
  const deadline = Date.now() + 180_000
  for (;;) {
    const { rows } = await sql<{ due: number }>`select count(*)::int as due from delivery where state = 'due'`.execute(db)
    if ((rows[0]?.due ?? 0) === 0 || Date.now() > deadline) break
    await pause(1_000)
  }
  const table = async (name: string, id: number, got: readonly string[]) => {
    const { rows } = await sql<{ message_id: string; state: string }>`select message_id, state from delivery where channel_id = ${id}`.execute(db)
    const ids = new Set(got)
    return {
      channel: name,
      committed: rows.length,
      delivered: rows.filter(({ state }) => state === 'delivered').length,
      received: got.length,
      'with an id of ours': got.filter((one) => rows.some(({ message_id }) => message_id === one)).length,
      'never received': rows.filter(({ message_id }) => !ids.has(message_id)).length,
      'received twice': got.length - ids.size,
    }
  }
  console.log(`${kills} kills of the process that had just taken messages, among ${processes}`)
  const rows = [await table('webhook', hook, hooks), await table('mail', mail, mails)]
  console.table(rows)
  process.exitCode = rows.every((row) => row['never received'] === 0 && row.delivered === row.committed) ? 0 : 1
} finally {
  for (const child of children) child.kill('SIGKILL')
  await db.destroy()
  await receiver.close()
  await new Promise((settle) => mailServer.close(() => settle(null)))
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

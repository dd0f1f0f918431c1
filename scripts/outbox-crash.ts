import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startTrial } from '#tests/support/outbox-trial.ts'

// Kill one of several processes that share the outbox, repeatedly, between the commit of messages and the record of
// their results, and count what receivers got:
// npx tsx scripts/outbox-crash.ts --kills 50 --processes 3 --messages 10 [--after 0] [--before 2000]
// `--after`: maximum pause in ms after a receiver has answered, for a kill at that moment; 0 = no pause.
// `--before`: pause in ms before a process sends, in which each kill happens: between commit and sending, and at no
// other moment.

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    processes: { type: 'string' },
    messages: { type: 'string' },
    after: { type: 'string' },
    before: { type: 'string' },
  },
})
const [kills, processes, messages] = [
  Number(values.kills ?? 50),
  Number(values.processes ?? 3),
  Number(values.messages ?? 10),
]
const pause = (milliseconds: number) => new Promise((settle) => setTimeout(settle, milliseconds))

const before = values.before === undefined ? null : Number(values.before)
const after = values.after ?? (before === null ? '300' : '0')
const trial = await startTrial(processes, {
  OUTBOX_AFTER: after,
  ...(before === null ? {} : { OUTBOX_BEFORE: String(before) }),
})
/** Fraction of the pause before sending in which a kill happens. */
const shareOfRest = 0.75
try {
  const { db, base } = trial
  const channels = { webhook: await trial.channel('webhook'), mail: await trial.channel('mail') }
  await pause(4_000)
  let busy = 0
  for (let kill = 0; kill < kills; kill++) {
    const at = new Date().toISOString()
    const message = JSON.stringify({
      type: 'alert.opened',
      severity: 'warning',
      language: 'zh',
      title: `事件 ${kill}`,
      lines: [],
      link: null,
      data: {},
      at,
    })
    for (const id of Object.values(channels))
      await sql`insert into delivery (company_id, channel_id, message, due, create_time)
        select ${base.id}, ${id}, ${message}::jsonb, now(), now() from generate_series(1, ${messages})`.execute(db)
    if (await trial.killBusy(before === null ? 500 : before * shareOfRest)) busy++
    await pause(300)
  }
  // Messages locked by a killed process are free after a minute.
  const deadline = Date.now() + 180_000
  for (;;) {
    const { rows } = await sql<{ due: number }>`select count(*)::int as due from delivery where state = 'due'`.execute(
      db,
    )
    if ((rows[0]?.due ?? 0) === 0 || Date.now() > deadline) break
    await pause(1_000)
  }
  const rows = await Promise.all(
    (['webhook', 'mail'] as const).map(async (name) => {
      const got = name === 'mail' ? trial.mails : trial.hooks
      const { rows: written } = await sql<{
        message_id: string
        state: string
        attempts: number
      }>`select message_id, state, attempts from delivery where channel_id = ${channels[name]}`.execute(db)
      const ids = new Set(got)
      return {
        channel: name,
        committed: written.length,
        delivered: written.filter(({ state }) => state === 'delivered').length,
        'tried again': written.filter(({ attempts }) => attempts > 1).length,
        received: got.length,
        'with an id of ours': got.filter((one) => written.some(({ message_id }) => message_id === one)).length,
        'never received': written.filter(({ message_id }) => !ids.has(message_id)).length,
        'received twice': got.length - ids.size,
      }
    }),
  )
  console.log(
    `${kills} kills, ${busy} of a process that had just taken messages, among ${processes}; ${before === null ? '' : `within ${before * shareOfRest} of ${before} ms before it sends, `}up to ${after} ms of rest after an answer`,
  )
  console.table(rows)
  process.exitCode = rows.every((row) => row['never received'] === 0 && row.delivered === row.committed) ? 0 : 1
} finally {
  await trial.close()
}

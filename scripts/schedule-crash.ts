import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { buildUser } from '#tests/support/factories.ts'
import { startTrial } from '#tests/support/outbox-trial.ts'

// Kill the process that runs schedules, repeatedly, while it creates, stores or sends a file, and count what receivers
// got:
// npx tsx scripts/schedule-crash.ts --kills 50 --processes 3 --schedules 4
// The lease of a dead process ends after 15 s; here it is ended by hand, which makes no difference to the waiting
// processes.

const { values } = parseArgs({
  options: { kills: { type: 'string' }, processes: { type: 'string' }, schedules: { type: 'string' } },
})
const [kills, processes, count] = [
  Number(values.kills ?? 50),
  Number(values.processes ?? 3),
  Number(values.schedules ?? 4),
]
const pause = (milliseconds: number) => new Promise((settle) => setTimeout(settle, milliseconds))

const trial = await startTrial(processes, { OUTBOX_SCHEDULES: 'yes', OUTBOX_AFTER: '50' })
try {
  const { db, base } = trial
  const channelIds = [await trial.channel('webhook'), await trial.channel('mail')]
  const { id: userId } = await buildUser(db, { nick_name: '基地负责人', company_id: base.id, home_company_id: base.id })
  for (let number = 1; number <= count; number++) {
    const what = {
      name: `清单 ${number}`,
      content: 'list' as const,
      list: 'sites' as const,
      format: 'csv' as const,
      send_as: 'file' as const,
    }
    const when = { every: 'day' as const, time: '08:00', next_run: new Date(Date.now() + 86_400_000) }
    const whose = {
      company_id: base.id,
      client_id: null,
      user_id: userId,
      work_company_id: base.id,
      channel_ids: channelIds,
    }
    const none = { view_id: null, filters: null, of_client_id: null, weekdays: null, month_day: null, deleted_at: null }
    await db
      .insertInto('schedule')
      .values({ ...what, ...when, ...whose, ...none })
      .execute()
  }
  await pause(5_000)
  let busy = 0
  for (let kill = 0; kill < kills; kill++) {
    await sql`update schedule set next_run = now()`.execute(db)
    if (await trial.killBusy(400)) busy++
    await sql`update lease set held_until = now()`.execute(db)
    const deadline = Date.now() + 60_000
    for (;;) {
      const { rows } = await sql<{
        left: number
      }>`select (select count(*) from schedule_run where state in ('due', 'running')) + (select count(*) from schedule where next_run <= now()) as left`.execute(
        db,
      )
      if (Number(rows[0]?.left ?? 0) === 0 || Date.now() > deadline) break
      await pause(100)
    }
  }
  // A message locked by a killed process is free after a minute.
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(1_000)) {
    const { rows } = await sql<{ due: number }>`select count(*)::int as due from delivery where state = 'due'`.execute(
      db,
    )
    if ((rows[0]?.due ?? 0) === 0) break
  }
  const runs = (await sql<{ state: string; attempts: number }>`select state, attempts from schedule_run`.execute(db))
    .rows
  const told = (
    await sql<{
      message_id: string
      run_id: number
      channel_id: number
      state: string
    }>`select message_id, run_id, channel_id, state from delivery`.execute(db)
  ).rows
  const received = new Set([...trial.hooks, ...trial.mails])
  const figures = {
    'schedules that were due': kills * count,
    runs: runs.length,
    'runs that ended well': runs.filter(({ state }) => state === 'done').length,
    'runs that another process took over': runs.filter(({ attempts }) => attempts > 1).length,
    'messages (run and channel)': told.length,
    'runs told twice on a channel under another id':
      told.length - new Set(told.map(({ run_id, channel_id }) => `${run_id} ${channel_id}`)).size,
    'messages never received': told.filter(({ message_id }) => !received.has(message_id)).length,
    'ids received that are not ours': [...received].filter((id) => !told.some(({ message_id }) => message_id === id))
      .length,
    'received twice with the same id': trial.hooks.length + trial.mails.length - received.size,
  }
  console.log(`${kills} kills, ${busy} of a process that ran schedules, among ${processes}`)
  console.table(figures)
  const isWhole =
    runs.length === kills * count &&
    runs.every(({ state }) => state === 'done') &&
    told.length === runs.length * channelIds.length
  const isOnce =
    figures['runs told twice on a channel under another id'] +
    figures['messages never received'] +
    figures['ids received that are not ours']
  process.exitCode = isWhole && isOnce === 0 ? 0 : 1
} finally {
  await trial.close()
}

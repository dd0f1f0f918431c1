import { appendFileSync } from 'node:fs'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'

/**
 * The writes during which the power fails, in a process whose files `recorder.mjs` watches: entries and their total in
 * one transaction each, a table that is created and dropped, checkpoints, a vacuum, an engine that is killed and one
 * that is closed.
 */
const dataDir = process.env.DATA_DIR ?? ''
const journal = process.env.RECORD_JOURNAL ?? ''
const entries = Number(process.env.LOAD_ENTRIES ?? '100')
const logger = pino({ level: 'silent' })
const open = () => openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger)

let entry = 0
async function write(database: Awaited<ReturnType<typeof open>>, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    entry += 1
    await database.pool.query(`begin; insert into trial.entry values (${entry}, repeat(md5('${entry}'), ${1 + (entry % 90)}));
      update trial.total set entries = entries + 1, sum = sum + ${entry}; commit`)
    appendFileSync(journal, `${JSON.stringify({ does: 'acknowledge', entry, length: 0 })}\n`)
    if (entry % 25 === 0) await database.pool.query('checkpoint')
    if (entry % 30 === 0)
      await database.pool.query(
        'create table trial.brief as select * from trial.entry; create index on trial.brief (note)',
      )
    if (entry % 30 === 10) await database.pool.query('drop table if exists trial.brief')
    if (entry % 40 === 0) await database.pool.query('vacuum analyze trial.total')
  }
}

const first = await open()
await write(first, Math.floor(entries / 2))
first.embedded?.abandon()
await first.pool.end().catch(() => undefined)
await first.embedded?.close()
const second = await open()
await write(second, entries - Math.floor(entries / 2))
await second.close()
process.exit(0)

import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { embeddedFolder } from '#server/db/open-embedded.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { DamagedDatabaseError } from '#server/db/store/damage.ts'
import { makeSnapshot } from '#server/features/system/snapshots.ts'
import { openToRestore } from '#server/restore-here.ts'
import { snapshotNames } from '#server/services/storage/snapshot-folder.ts'
import { messageOf } from '#shared/errors.ts'
import { applyCut, type JournalStep, numberFiles, readJournal } from './journal.ts'

export type PowerCutPlan = {
  cuts: number
  /** Number of acknowledged writes during which the power fails. */
  entries: number
  /** Makes the cuts reproducible. */
  seed: number
  /** A data folder with a migrated database to begin with; null = created here. */
  from: string | null
  log?: (line: string) => void
}
export type PowerCutReport = {
  cuts: number
  /** Steps at which the power could fail, and syncs among them. */
  steps: number
  syncs: number
  /** Number of starts with every acknowledged write. */
  whole: number
  /** Number of starts that reported a damaged database, after which the newest snapshot was restored. */
  restored: number
  problems: string[]
}

const logger = pino({ level: 'silent' })
const open = (dataDir: string): Promise<OpenDatabase> =>
  openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger)

/** Source: mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Create the database before the first write, with a snapshot. */
async function begin(dataDir: string): Promise<void> {
  const database = await open(dataDir)
  await migrate(database.db)
  const config = readConfig({ DATA_DIR: dataDir })
  await makeSnapshot(database.db, 'daily', { config, logger, now: new Date(), alone: true })
  await database.pool.query(`create schema trial; create table trial.entry (id int primary key, note text); create index on trial.entry (note);
    create table trial.total (entries int, sum int); insert into trial.total values (0, 0)`)
  await database.close()
}

function runLoad(dataDir: string, journal: string, entries: number): Promise<void> {
  const support = join(process.cwd(), 'tests', 'support', 'power-cut')
  const environment = {
    RECORD_ROOT: embeddedFolder(dataDir),
    RECORD_JOURNAL: journal,
    DATA_DIR: dataDir,
    LOAD_ENTRIES: String(entries),
  }
  const args = [
    '--import',
    'tsx',
    '--import',
    pathToFileURL(join(support, 'recorder.mjs')).href,
    join(support, 'load.ts'),
  ]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((done, fail) => {
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`the writes ended with ${code}: ${said}`))))
  })
}

/** Return the error of an opened database that acknowledged the entries up to `acknowledged`. */
async function findLoss({ pool }: OpenDatabase, acknowledged: number): Promise<string | null> {
  const { rows } = await pool.query<{ entries: number; sum: number; counted: number; summed: number; wrong: number }>(`
    select t.entries, t.sum, e.counted, e.summed, e.wrong from trial.total t, (select count(*)::int as counted, coalesce(sum(id), 0)::int as summed,
      count(*) filter (where note <> repeat(md5(id::text), 1 + id % 90))::int as wrong from trial.entry) e`)
  const [found] = rows
  if (!found || rows.length !== 1) return `${rows.length} totals`
  if (found.counted < acknowledged) return `${acknowledged - found.counted} acknowledged writes are lost`
  if (found.counted > acknowledged + 1)
    return `${found.counted} entries for ${acknowledged} acknowledged ones and one on its way`
  if (found.wrong > 0 || found.entries !== found.counted || found.sum !== found.summed)
    return `entries and total contradict: ${JSON.stringify(found)}`
  const byIndex = await pool.query<{ counted: number }>(
    `begin; set local enable_seqscan = off; select count(*)::int as counted from trial.entry where id > 0; commit`,
  )
  const results = byIndex as unknown as { rows: { counted: number }[] }[]
  if (results[2]?.rows[0]?.counted !== found.counted) return 'the index and its table contradict'
  await pool.query(`insert into trial.entry values (-1, 'written after the cut')`)
  return null
}

/** Restore the newest snapshot in place of the damaged database. @returns the error afterwards */
async function restoreNewest(dataDir: string): Promise<string | null> {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0' })
  const snapshot = snapshotNames(dataDir)[0] ?? null
  const app = await openToRestore(
    config,
    { what: 'power cut', logger },
    { file: null, snapshot, replace: true, keep: true },
  )
  try {
    const { tables } = await app.restore(false, 'en')
    return tables > 10 ? null : `only ${tables} tables were restored`
  } finally {
    await app.close()
  }
}

type Went = { how: 'whole' | 'restored' | 'wrong'; said: string }

/** Start after one cut; `said` is the error, or the damage that the start found. */
async function startAfter(dataDir: string, acknowledged: number): Promise<Went> {
  try {
    const database = await open(dataDir)
    try {
      const loss = await findLoss(database, acknowledged)
      return loss === null ? { how: 'whole', said: '' } : { how: 'wrong', said: loss }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError))
      return { how: 'wrong', said: `the start ended with: ${messageOf(error)}` }
    const wrong = await restoreNewest(dataDir).catch(
      (failed: unknown) => `the snapshot could not be restored: ${messageOf(failed)}`,
    )
    return wrong === null
      ? { how: 'restored', said: error.findings.map(({ file, problem }) => `${file}: ${problem}`).join('; ') }
      : { how: 'wrong', said: wrong }
  }
}

const lastAcknowledged = (steps: readonly JournalStep[]) =>
  steps.reduce((newest, step) => (step.does === 'acknowledge' ? Math.max(newest, step.entry) : newest), 0)

/**
 * Cut the power at `cuts` moments of the same writes, once without any unsynced writes and once with some of them, and
 * start on the rest: either every acknowledged write exists, or the start reports a damaged database and the snapshot
 * restores it.
 */
export async function powerCuts({ cuts, entries, seed, from, log }: PowerCutPlan): Promise<PowerCutReport> {
  const root = mkdtempSync(join(tmpdir(), 'coldfleet-power-'))
  const [live, before, cut, journal] = ['live', 'before', 'cut', 'journal'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ]
  try {
    if (from !== null) cpSync(from, live, { recursive: true })
    else mkdirSync(live)
    await begin(live)
    cpSync(live, before, { recursive: true })
    const numbers = numberFiles(embeddedFolder(live))
    await runLoad(live, journal, entries)
    const steps = readJournal(journal)
    const random = randomOf(seed)
    const syncs = steps.filter(({ does }) => does === 'sync').length
    const report: PowerCutReport = { cuts, steps: steps.length, syncs, whole: 0, restored: 0, problems: [] }
    for (let turn = 1; turn <= cuts; turn += 1) {
      const at = Math.floor(random() * (steps.length + 1))
      const torn = turn % 2 === 0
      rmSync(cut, { recursive: true, force: true })
      cpSync(before, cut, { recursive: true })
      applyCut(embeddedFolder(cut), numbers, steps, { at, torn, random })
      const acknowledged = lastAcknowledged(steps.slice(0, at))
      const { how, said } = await startAfter(cut, acknowledged)
      const place = `cut ${turn} before step ${at} of ${steps.length}${torn ? ', torn' : ''}`
      if (how === 'wrong') report.problems.push(`${place}: ${said}`)
      else report[how] += 1
      log?.(`${place}, ${acknowledged} acknowledged: ${how} ${said}`.trimEnd())
    }
    return report
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

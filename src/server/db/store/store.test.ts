import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { embeddedFolder } from '#server/db/open-embedded.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'
import { flipBytes } from '#tests/support/flip-bytes.ts'
import { readLogEnd } from './ledger.ts'

const logger = pino({ level: 'silent' })
const root = mkdtempSync(join(tmpdir(), 'coldfleet-store-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = (dataDir: string): Promise<OpenDatabase> =>
  openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger)
/** The error message of a start on `dataDir`. */
async function refusal(dataDir: string): Promise<string> {
  const opened = await open(dataDir).catch((error: unknown) => error)
  if (opened instanceof UnusableDatabaseError) return opened.message
  if (opened instanceof Error) throw opened
  await (opened as OpenDatabase).close()
  return 'opened'
}

/** The folder of a database with 400 machines, after a clean shutdown, and after a kill at the same moment. */
const closed = join(root, 'closed')
const killed = join(root, 'killed')
let heap = ''
let index = ''
let copies = 0
/** Copy a folder and damage the copy: `harm` gets the engine's folder. */
function harmed(from: string, harm: (folder: string) => void): string {
  copies += 1
  const dataDir = join(root, `copy-${copies}`)
  cpSync(from, dataDir, { recursive: true })
  harm(embeddedFolder(dataDir))
  return dataDir
}

beforeAll(async () => {
  const database = await open(closed)
  await database.pool.query(
    'create table machine as select n as id, repeat(md5(n::text), 40) as note from generate_series(1, 400) n',
  )
  await database.pool.query('create index machine_note on machine (note)')
  await database.pool.query('vacuum analyze machine')
  const paths = await database.pool.query<{ heap: string; index: string }>(
    "select pg_relation_filepath('machine') as heap, pg_relation_filepath('machine_note') as index",
  )
  heap = paths.rows[0]?.heap ?? ''
  index = paths.rows[0]?.index ?? ''
  await database.pool.query('checkpoint')
  for (let n = 401; n <= 600; n += 1)
    await database.pool.query(`insert into machine values (${n}, repeat(md5('${n}'), 40))`)
  cpSync(closed, killed, { recursive: true })
  // Its files are deleted after the last checkpoint, when everything else has been recorded.
  await database.pool.query('create table dropped as select 1; checkpoint; drop table dropped')
  await database.close()
}, 120_000)

const halve = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 16_384) * 8_192)

describe('a database after a clean shutdown', () => {
  test.each<[string, (folder: string) => void, string]>([
    ['a file of a table is missing', (folder) => rmSync(join(folder, heap)), 'missing'],
    ['half of a table is missing', (folder) => halve(join(folder, heap)), 'cut off'],
    ['half of an index is missing', (folder) => halve(join(folder, index)), 'cut off'],
    [
      'the control file is empty',
      (folder) => truncateSync(join(folder, 'global/pg_control'), 0),
      'global/pg_control: unreadable',
    ],
    [
      'the control file is garbled',
      (folder) => flipBytes(join(folder, 'global/pg_control'), 40),
      'global/pg_control: unreadable',
    ],
    ['its version is missing', (folder) => rmSync(join(folder, 'PG_VERSION')), 'PG_VERSION: missing'],
    [
      'what was committed is garbled',
      (folder) => flipBytes(join(folder, 'pg_xact/0000'), 8),
      'pg_xact/0000: not what was written',
    ],
    ['its log is gone', (folder) => rmSync(join(folder, 'pg_wal'), { recursive: true }), 'pg_wal: missing'],
    [
      'its log is cut off',
      (folder) => truncateSync(join(folder, 'pg_wal', readLogEnd(folder)?.segment ?? ''), 100),
      'the end of the log is not what was written',
    ],
  ])('is refused at once if %s', async (_, harm, problem) => {
    const said = await refusal(harmed(closed, harm))
    expect(said).toContain(`is damaged (`)
    expect(said).toContain(problem)
  })

  test('is refused for changed bytes in a table and in an index, and the newest snapshot is named', async () => {
    const dataDir = harmed(closed, (folder) => {
      flipBytes(join(folder, heap), 8_192 * 3 + 5_000)
      flipBytes(join(folder, index), 8_192 * 2 + 4_000)
    })
    mkdirSync(join(dataDir, 'backups'))
    for (const name of ['20261120T010000Z-daily', '20261121T010000Z-daily', 'note'])
      writeFileSync(join(dataDir, 'backups', `${name}.backup.gz`), '')
    const said = await refusal(dataDir)
    expect(said).toContain(`${heap}: page 3 does not match its checksum`)
    expect(said).toContain(`${index}: page 2 does not match its checksum`)
    expect(said).toContain('coldfleet db restore --snapshot 20261121T010000Z-daily --replace')
  })

  test('opens although a loss of power removed empty pages that the engine had counted', async () => {
    const dataDir = harmed(closed, () => undefined)
    const database = await open(dataDir)
    await database.pool.query("update pg_class set relpages = relpages + 1000 where relname = 'machine'")
    await database.close()
    expect(await refusal(dataDir)).toBe('opened')
    rmSync(join(embeddedFolder(dataDir), 'coldfleet.ledger'))
    expect(await refusal(dataDir)).toContain('a part of machine is missing')
  })

  test('opens again', async () => {
    expect(await refusal(harmed(closed, () => undefined))).toBe('opened')
  })

  test('without a ledger, as from an older version, is refused if half of a table is missing', async () => {
    const dataDir = harmed(closed, (folder) => {
      rmSync(join(folder, 'coldfleet.ledger'))
      halve(join(folder, heap))
    })
    expect(await refusal(dataDir)).toContain('a part of machine is missing')
  })
})

describe('a database whose process was killed', () => {
  test('opens with every row that was acknowledged', async () => {
    const database = await open(harmed(killed, () => undefined))
    const { rows } = await database.pool.query<{ count: string }>('select count(*) from machine')
    await database.close()
    expect(rows[0]?.count).toBe('600')
  })

  test('is refused, on every start, if its log is not whole', async () => {
    const end = readLogEnd(embeddedFolder(killed))
    const log = (folder: string) => join(folder, 'pg_wal', end?.segment ?? '')
    const last = harmed(killed, (folder) => flipBytes(log(folder), (end?.offset ?? 0) + (end?.length ?? 0) - 2, 1))
    expect(await refusal(last)).toContain('the end of the log is not what was written')
    const middle = harmed(killed, (folder) => flipBytes(log(folder), (end?.offset ?? 0) - 5 * 8_192, 8))
    expect(await refusal(middle)).toContain('the log could not be replayed to its end')
    expect(await refusal(middle)).toContain('the log could not be replayed to its end')
  })

  test('is refused if half of a table is missing', async () => {
    expect(await refusal(harmed(killed, (folder) => halve(join(folder, heap))))).toContain('cut off')
  })
})

test('recreate a folder whose first content was never finished', async () => {
  const dataDir = join(root, 'unfinished')
  mkdirSync(embeddedFolder(dataDir), { recursive: true })
  writeFileSync(join(embeddedFolder(dataDir), 'PG_VERSION'), '18')
  writeFileSync(join(embeddedFolder(dataDir), 'coldfleet.unfinished'), '')
  const database = await open(dataDir)
  await database.ping()
  await database.close()
  expect(readdirSync(embeddedFolder(dataDir))).not.toContain('coldfleet.unfinished')
}, 60_000)

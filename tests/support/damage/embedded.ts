import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { embeddedFolder } from '#server/db/open-embedded.ts'
import { makeSnapshot } from '#server/features/system/snapshots.ts'
import { snapshotNames, snapshotPath } from '#server/services/storage/snapshot-folder.ts'
import { flipBytes } from '#tests/support/flip-bytes.ts'
import {
  countRows,
  done,
  type Kind,
  must,
  refusedCommand,
  refusedStart,
  type Shown,
  startsWith,
  Unmet,
} from './kinds.ts'
import { startProduct, terminal } from './product.ts'

const logger = pino({ level: 'silent' })

/** An intact data folder with demonstration data and two snapshots; every case damages a copy. */
export type Whole = { dataDir: string; rows: string; heap: string; index: string; backup: string; copy(): string }

/** @param root an empty folder, which the caller removes */
export async function makeWhole(root: string): Promise<Whole> {
  const dataDir = join(root, 'whole')
  const environment = { DATA_DIR: dataDir }
  const started = await startProduct(environment)
  if (started.url === null) throw new Error(`the product does not start: ${started.stderr}`)
  await started.stop()
  const database = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir }, logger)
  const { rows: paths } = await database.pool.query<{ heap: string; index: string }>(
    `select pg_relation_filepath('device') as heap, (select pg_relation_filepath(indexrelid) from pg_index
      where indrelid = 'device'::regclass and indisprimary) as index`,
  )
  const config = readConfig({ DATA_DIR: dataDir })
  for (const now of [new Date(Date.now() - 86_400_000), new Date()])
    await makeSnapshot(database.db, 'daily', { config, logger, now, alone: true })
  await database.close()
  const backup = join(root, 'whole.backup')
  await done(environment, 'db', 'backup', '--out', backup)
  let copies = 0
  const copy = () => {
    copies += 1
    const copied = join(root, `copy-${copies}`)
    cpSync(dataDir, copied, { recursive: true })
    return copied
  }
  return {
    dataDir,
    rows: await countRows(environment),
    heap: paths[0]?.heap ?? '',
    index: paths[0]?.index ?? '',
    backup,
    copy,
  }
}

const pageBytes = 8_192
const emptyFolder = (path: string) => {
  for (const file of readdirSync(path)) rmSync(join(path, file), { recursive: true })
}
const halve = (path: string) => truncateSync(path, Math.floor(statSync(path).size / pageBytes / 2) * pageBytes)

/** Run the command that a refused start names. */
async function restoreAsTold(dataDir: string, says: string, rows: string): Promise<Pick<Shown, 'way' | 'back'>> {
  const named = /coldfleet (db restore --snapshot \S+ --replace)/.exec(says)?.[1]
  if (named === undefined) throw new Unmet(`no command is named: ${says}`)
  await done({ DATA_DIR: dataDir }, ...named.split(' '))
  return { way: `coldfleet ${named}`, back: await startsWith({ DATA_DIR: dataDir }, rows) }
}

/**
 * Return cases with a damaged file of the engine, each in its own copy; the snapshot that the start names restores the
 * rows.
 */
export function fileKinds({ copy, heap, index, rows }: Whole): Kind[] {
  const harms: [string, (folder: string) => void][] = [
    ['table file garbled', (folder) => flipBytes(join(folder, heap), 5_000, 64)],
    ['table file halved', (folder) => halve(join(folder, heap))],
    ['table file emptied', (folder) => truncateSync(join(folder, heap), 0)],
    ['table file deleted', (folder) => rmSync(join(folder, heap))],
    ['index file garbled', (folder) => flipBytes(join(folder, index), pageBytes + 4_000, 64)],
    ['pg_control emptied', (folder) => truncateSync(join(folder, 'global/pg_control'), 0)],
    ['pg_control garbled', (folder) => flipBytes(join(folder, 'global/pg_control'), 40)],
    ['pg_wal emptied', (folder) => emptyFolder(join(folder, 'pg_wal'))],
    ['PG_VERSION missing', (folder) => rmSync(join(folder, 'PG_VERSION'))],
    ['PG_VERSION wrong', (folder) => writeFileSync(join(folder, 'PG_VERSION'), '9\n')],
  ]
  return harms.map(([kind, harm]) => ({
    kind,
    async show() {
      const dataDir = copy()
      harm(embeddedFolder(dataDir))
      const refused = await refusedStart({ DATA_DIR: dataDir })
      return { ...refused, ...(await restoreAsTold(dataDir, refused.says, rows)) }
    },
  }))
}

/** Return cases in which the newest snapshot is damaged, too: the restore refuses it, and the older one restores. */
export function snapshotKinds({ copy, heap, rows }: Whole): Kind[] {
  return [
    {
      kind: 'newest snapshot damaged, too',
      async show() {
        const dataDir = copy()
        const [newest = '', older = ''] = snapshotNames(dataDir)
        const file = snapshotPath(dataDir, newest)
        flipBytes(file, Math.floor(statSync(file).size / 2), 64)
        truncateSync(join(embeddedFolder(dataDir), heap), 0)
        const { says } = await refusedStart({ DATA_DIR: dataDir })
        const refused = await refusedCommand({ DATA_DIR: dataDir }, 'db', 'restore', '--snapshot', newest, '--replace')
        must(
          says.includes(older) || refused.says.includes(older),
          `neither start nor restore names the older snapshot ${older}: ${says} / ${refused.says}`,
        )
        await done({ DATA_DIR: dataDir }, 'db', 'restore', '--snapshot', older, '--replace')
        return {
          ...refused,
          way: `coldfleet db restore --snapshot ${older} --replace`,
          back: await startsWith({ DATA_DIR: dataDir }, rows),
        }
      },
    },
  ]
}

/** Return cases with backup files that cannot be restored; the present data stays. */
export function backupKinds({ copy, backup, rows }: Whole): Kind[] {
  const packed = (path: string): boolean => readFileSync(path).subarray(0, 2).toString('hex') === '1f8b'
  const tamper = (path: string) => {
    const isPacked = packed(path)
    const bytes = isPacked ? gunzipSync(readFileSync(path)) : readFileSync(path)
    const at = bytes.lastIndexOf('"', Math.floor(bytes.length / 2)) - 1
    bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61
    writeFileSync(path, isPacked ? gzipSync(bytes) : bytes)
  }
  const harms: [string, (path: string) => void][] = [
    ['backup missing', (path) => rmSync(path)],
    ['backup cut', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['backup tampered', tamper],
  ]
  return harms.map(([kind, harm]) => ({
    kind,
    async show() {
      const dataDir = copy()
      const path = join(dirname(backup), `${kind.replace(' ', '-')}.backup`)
      copyFileSync(backup, path)
      harm(path)
      const refused = await refusedCommand({ DATA_DIR: dataDir }, 'db', 'restore', path, '--replace')
      return { ...refused, way: 'nothing was replaced', back: await startsWith({ DATA_DIR: dataDir }, rows) }
    },
  }))
}

/** Return cases with a database of a newer version of the product, and a backup of one. */
export function versionKinds({ copy, rows }: Whole): Kind[] {
  return [
    {
      kind: 'newer schema, and its backup',
      async show() {
        const [newer, older] = [copy(), copy()]
        const database = await openDatabase({ databaseUrl: null, databaseReadUrl: null, dataDir: newer }, logger)
        await database.pool.query("insert into kysely_migration values ('9999-flying-machines', now()::text)")
        await database.close()
        const refused = await refusedStart({ DATA_DIR: newer })
        const [newest = ''] = snapshotNames(newer)
        const path = `${older}.newer.backup`
        const text = gunzipSync(readFileSync(snapshotPath(older, newest))).toString('latin1')
        const known = /"migrations":\[[^\]]*"([^"]+)"\]/.exec(text)?.[1] ?? ''
        must(known !== '', 'the backup does not say its migrations')
        writeFileSync(path, Buffer.from(text.replace(known, '9999-flying-machines'), 'latin1'))
        await refusedCommand({ DATA_DIR: older }, 'db', 'restore', path, '--replace')
        await done({ DATA_DIR: newer }, 'db', 'restore', '--snapshot', newest, '--replace')
        must((await terminal({ DATA_DIR: older }, 'db', 'status')).exitCode === 0, 'the refused backup left something')
        return {
          ...refused,
          way: `coldfleet db restore --snapshot ${newest} --replace`,
          back: await startsWith({ DATA_DIR: newer }, rows),
        }
      },
    },
  ]
}

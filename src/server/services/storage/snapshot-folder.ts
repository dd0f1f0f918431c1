import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Why a snapshot was made: daily, before a migration, before a restore. */
export type SnapshotReason = 'daily' | 'migration' | 'restore'

/** Return the folder of the snapshots in a data folder. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'backups')

const ending = '.backup.gz'
const namePattern = /^(\d{8}T\d{6}Z)-(daily|migration|restore)$/

export const snapshotPath = (dataDir: string, name: string): string => join(snapshotFolder(dataDir), `${name}${ending}`)
export const snapshotName = (at: Date, reason: SnapshotReason): string =>
  `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${reason}`

/** Return when and why a snapshot was made, from its name; null = not a snapshot's name. */
export function readSnapshotName(name: string): { at: Date; reason: SnapshotReason } | null {
  const [, stamp, reason] = namePattern.exec(name) ?? []
  if (stamp === undefined) return null
  const at = new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(at.getTime()) ? null : { at, reason: reason as SnapshotReason }
}

/** Return the names of the snapshots in a data folder, the newest first. An unfinished one has another ending. */
export function snapshotNames(dataDir: string): string[] {
  let files: string[]
  try {
    files = readdirSync(snapshotFolder(dataDir))
  } catch {
    return []
  }
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter((name) => readSnapshotName(name) !== null)
    .sort()
    .reverse()
}

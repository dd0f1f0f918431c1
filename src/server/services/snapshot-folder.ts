import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Why a snapshot was made: each day, before a migration, before a restore. */
export type SnapshotReason = 'daily' | 'migration' | 'restore'

/** Where the snapshots of a data folder lie. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'backups')

const ending = '.backup.gz'
const namePattern = /^(\d{8}T\d{6}Z)-(daily|migration|restore)$/

export const snapshotPath = (dataDir: string, name: string): string => join(snapshotFolder(dataDir), `${name}${ending}`)
export const snapshotName = (at: Date, reason: SnapshotReason): string =>
  `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${reason}`

/** When and why a snapshot was made, from its name; null = that is no name of a snapshot. */
export function readSnapshotName(name: string): { at: Date; reason: SnapshotReason } | null {
  const [, stamp, reason] = namePattern.exec(name) ?? []
  if (stamp === undefined) return null
  const at = new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(at.getTime()) ? null : { at, reason: reason as SnapshotReason }
}

/** Names of the snapshots of a data folder, the newest first. What is being written has another ending. */
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

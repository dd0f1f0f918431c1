import { dirname } from 'node:path'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'
import { snapshotFolder, snapshotNames } from '#server/services/storage/snapshot-folder.ts'

/** One defect in the files of the embedded database; `file` is relative to its folder. */
export type Finding = { file: string; problem: string }

const mostListed = 3

/**
 * A shortage that the engine itself finds; `partial` = the file exists, but is shorter than at the engine's last page
 * count.
 */
export type ShortFinding = Finding & { partial: boolean }

/** Describe the first findings, and say how many more there are. */
function describeFindings(findings: readonly Finding[]): string {
  const listed = findings.slice(0, mostListed).map(({ file, problem }) => `${file}: ${problem}`)
  const more = findings.length - listed.length
  return `${listed.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

/** Describe how to recover, from the content of the data folder. */
function wayBack(dataDir: string): string {
  const [newest] = snapshotNames(dataDir)
  return newest === undefined
    ? `There is no snapshot in ${snapshotFolder(dataDir)}: restore a backup file with coldfleet db restore FILE --replace`
    : `Restore the newest snapshot with coldfleet db restore --snapshot ${newest} --replace`
}

/** The embedded database is unreliable: a part of it is missing or differs from what was written. */
export class DamagedDatabaseError extends UnusableDatabaseError {
  readonly findings: readonly Finding[]
  /** @param folder the folder of the embedded database, inside the data folder */
  constructor(folder: string, findings: readonly Finding[]) {
    super(`DATA_DIR: the database in ${folder} is damaged (${describeFindings(findings)}). ${wayBack(dirname(folder))}`)
    this.findings = findings
  }
}

/** The disk has no space for the writes of the embedded database, or refuses them. */
export const unwritable = (folder: string, full: boolean): UnusableDatabaseError =>
  new UnusableDatabaseError(
    full
      ? `DATA_DIR: the disk with ${folder} is full: make room and start again; nothing that was saved is lost`
      : `DATA_DIR: the disk with ${folder} cannot be written: look into the log of the system; nothing that was saved before is lost`,
  )
